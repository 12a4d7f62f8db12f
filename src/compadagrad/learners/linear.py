"""Examples of a linear model, checked."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from compadagrad._validation import FloatArray, as_contiguous, as_floats, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.learners._batches import Examples, batch_gradient
from compadagrad.learners._pass_sparse import SparseExamples
from compadagrad.learners.gradients import Gradient
from compadagrad.losses import Loss, from_name
from compadagrad.losses._averages import sparse_average

__all__ = ["LinearExamples", "as_examples"]


@final
@dataclass(frozen=True, eq=False)
class LinearExamples:
    """Examples in the rows of a dense array or a CSR matrix, with all that a pass takes along."""

    A: Any
    y: NDArray[np.float64]
    loss: Loss
    weights: NDArray[np.float64]  # empty where all are 1
    batch: int

    @property
    def count(self) -> int:
        """How many examples there are."""
        return int(self.A.shape[0])

    @property
    def is_sparse(self) -> bool:
        """Whether the rows are sparse."""
        return bool(sparse.issparse(self.A))

    def compiled(self, predictions: NDArray[np.float64]) -> Examples:
        """What compiled passes take."""
        loss = (self.loss.code, self.loss.parameter)
        return Examples(self.A, self.y, self.weights, self.batch, loss, predictions)

    def compiled_sparse(self, predictions: NDArray[np.float64]) -> SparseExamples:
        """The same for those that take sparse rows, one at a time."""
        A, loss = self.A, (self.loss.code, self.loss.parameter)
        return SparseExamples(A.data, A.indices, A.indptr, self.y, self.weights, loss, predictions)

    def dense_batch(
        self, first: int, x: FloatArray, predictions: NDArray[np.float64]
    ) -> tuple[int, FloatArray | None]:
        """Predict a batch of dense rows: its end, and the gradient, None where nobody counts."""
        g = np.zeros(self.A.shape[1], x.dtype)
        stop, live = batch_gradient(self.compiled(predictions), first, x, g)
        return stop, g if live else None

    def sparse_batch(
        self, first: int, dot: Callable[[Any], Any], predictions: NDArray[np.float64]
    ) -> tuple[int, Any]:
        """The same for sparse rows, whose predictions ``dot`` makes; the gradient is sparse."""
        stop = min(first + self.batch, self.count)
        batch = slice(first, stop)
        rows = self.A[batch]
        predictions[batch] = dot(rows)
        slopes = np.asarray(self.loss.slope(predictions[batch], self.y[batch]))
        if self.weights.size:
            live = self.weights[batch] != 0.0
            if not live.any():
                return stop, None
            rows, slopes = rows[live], (slopes * self.weights[batch])[live]
        return stop, sparse_average(slopes, rows)


def as_examples(
    A: Gradient,
    y: ArrayLike,
    loss: str | Loss,
    n: int,
    dtype: np.dtype[np.floating],
    *,
    sample_weight: ArrayLike | None = None,
    batch_size: int = 1,
) -> LinearExamples:
    """Examples of ``n`` features in ``dtype``, their targets, their loss and their weights."""
    member = loss if isinstance(loss, Loss) else from_name(loss)
    if sparse.issparse(A):
        as_floats("A", A.data[:0], empty=True)
        try:
            rows = sparse.csr_array(A, dtype=dtype)
            rows.check_format(full_check=True)  # compiled loops trust the indices
        except ValueError as error:
            raise InvalidInputError(f"A is not a valid sparse matrix: {error}") from None
    else:
        rows = as_contiguous(as_floats("A", A, empty=True).astype(dtype, copy=False))
    if rows.ndim != 2 or rows.shape[1] != n:
        raise InvalidInputError(f"A must have the shape (m, {n}), got {rows.shape}")
    targets = np.atleast_1d(member.check_targets(y)) if rows.shape[0] else np.empty(0)
    if targets.shape != rows.shape[:1]:
        raise InvalidInputError(
            f"y must have one target for each of the {rows.shape[0]} rows of A, "
            f"got shape {np.shape(y)}"
        )
    weights = _as_weights(sample_weight, rows.shape[0])
    batch = as_integer("batch_size", batch_size, 1)
    return LinearExamples(rows, as_contiguous(targets), member, weights, batch)


def _as_weights(given: ArrayLike | None, count: int) -> NDArray[np.float64]:
    """A weight for each example; empty stands for 1 each."""
    if given is None:
        return np.empty(0)
    weights = as_floats("sample_weight", given, empty=True).astype(np.float64, copy=False)
    if weights.shape != (count,):
        raise InvalidInputError(
            f"sample_weight must have one weight for each of the {count} rows of A, "
            f"got shape {weights.shape}"
        )
    wrong = ~((weights >= 0.0) & (weights < np.inf))
    if wrong.any():
        i = int(wrong.argmax())
        raise InvalidInputError(
            f"sample_weight must be finite and 0 or more, got {weights[i]} at entry {i}"
        )
    return as_contiguous(weights)
