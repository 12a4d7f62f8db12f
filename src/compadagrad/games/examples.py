"""Examples of a linear model, to be met one a round."""

from collections.abc import Iterator
from typing import Any, Self, final

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from compadagrad._validation import as_contiguous, as_floats, as_integer
from compadagrad.errors import InvalidInputError

__all__ = ["Examples"]


@final
class Examples:
    r"""A sequence of rounds :math:`(a_t, y_t)`, the rows of a matrix and their targets.

    .. math:: f_t(x) = \ell(\langle a_t, x\rangle, y_t)

    A game on dense examples runs in compiled code. A slice is the game from one round to another:
    ``examples[t:]`` is what is left after t rounds.

    Parameters
    ----------
    A : array_like, shape (T, n), or SciPy sparse
        :math:`a_t` in row t; finite. It is not copied, and must not change while games refer to it.
    y : array_like, shape (T,)
        The targets; -1 and 1 for classification.

    Examples
    --------
    >>> from compadagrad.games import Examples
    >>> examples = Examples([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]], [1, -1, 1])
    >>> len(examples), len(examples[1:])
    (3, 2)
    """

    def __init__(self, A: Any, y: ArrayLike) -> None:
        if sparse.issparse(A):
            rows: Any = sparse.csr_array(A)
            values = as_floats("A", rows.data, empty=True)
        else:
            rows = values = as_contiguous(as_floats("A", A, empty=True))
        targets = as_contiguous(as_floats("y", y, empty=True).astype(np.float64, copy=False))
        if len(rows.shape) != 2 or targets.shape != rows.shape[:1]:
            raise InvalidInputError(
                f"A must be a matrix with a row for each of the targets y, "
                f"got shapes {rows.shape} and {targets.shape}"
            )
        if not np.isfinite(values).all():
            raise InvalidInputError("A must hold finite numbers; leave out rows with NaN")
        self.A, self.y = rows, targets

    @property
    def is_sparse(self) -> bool:
        """Whether the rows are sparse."""
        return bool(sparse.issparse(self.A))

    def batches(self, size: int) -> Iterator[tuple[Any, Any]]:
        """Mini-batches of ``size`` examples, the last of what is left."""
        size = as_integer("size", size, 1)
        return ((self.A[i : i + size], self.y[i : i + size]) for i in range(0, len(self), size))

    def __len__(self) -> int:
        return int(self.A.shape[0])

    def __getitem__(self, which: slice) -> Self:
        if not isinstance(which, slice):
            raise InvalidInputError(f"examples are taken by slices, such as [10:], got {which!r}")
        return type(self)(self.A[which], self.y[which])

    def __iter__(self) -> Iterator[tuple[Any, float]]:
        if self.is_sparse:
            return ((self.A[[i]], float(self.y[i])) for i in range(len(self)))
        return ((self.A[i], float(self.y[i])) for i in range(len(self)))

    def __repr__(self) -> str:
        return f"Examples({self.A.shape[0]} rounds of {self.A.shape[1]} features)"
