"""Examples of a linear model, checked."""

from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from compadagrad._validation import as_contiguous, as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.learners.gradients import Gradient
from compadagrad.learners.passes import Examples
from compadagrad.losses import Loss, from_name

__all__ = ["LinearExamples", "as_examples"]


@final
@dataclass(frozen=True, eq=False)
class LinearExamples:
    """Examples in the rows of a dense array or a CSR matrix, with their targets and a loss."""

    A: Any
    y: NDArray[np.float64]
    loss: Loss

    @property
    def count(self) -> int:
        """How many examples there are."""
        return int(self.A.shape[0])

    @property
    def is_sparse(self) -> bool:
        """Whether the rows are sparse."""
        return bool(sparse.issparse(self.A))

    def row(self, i: int) -> Any:
        """Example i; a sparse one is a matrix of one row."""
        return self.A[[i]] if self.is_sparse else self.A[i]

    def gradient(self, i: int, prediction: Any) -> tuple[float, Any]:
        """The prediction of example i as a number, and the gradient of its loss."""
        p = float(np.asarray(prediction).reshape(()) if np.ndim(prediction) == 0 else prediction[0])
        return p, self.row(i) * float(self.loss.slope(p, self.y[i]))

    def compiled(self, predictions: NDArray[np.float64]) -> Examples:
        """What compiled passes take."""
        return Examples(self.A, self.y, (self.loss.code, self.loss.parameter), predictions)


def as_examples(
    A: Gradient, y: ArrayLike, loss: str | Loss, n: int, dtype: np.dtype[np.floating]
) -> LinearExamples:
    """Examples of ``n`` features in ``dtype``, their targets and their loss."""
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
    return LinearExamples(rows, as_contiguous(targets), member)
