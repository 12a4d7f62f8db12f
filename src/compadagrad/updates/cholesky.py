"""A positive definite system that gains and loses equations."""

from typing import final

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import blas

from compadagrad.updates._rotations import remove_column

__all__ = ["GrowingCholesky"]

FIRST_CAPACITY = 32
SINGULAR = 1e-15  # a pivot this small against its diagonal entry is rounding


@final
class GrowingCholesky:
    r"""The factor of a matrix that gains and loses rows, and one right-hand side.

    .. math:: R^T R = A, \qquad R^T h = b, \qquad R w = h, \quad\text{so that}\quad A w = b

    R is upper triangular and packed by columns, so that a new column is appended to what is there
    and BLAS reads no more than it needs. With the half-solved h kept beside it, :meth:`solution`
    costs one triangular solve, as :meth:`insert` does; :meth:`remove` costs as many rotations as
    there are columns after the one removed. Nothing is checked here.

    Attributes
    ----------
    size : int
        The order of A.

    Examples
    --------
    >>> import numpy as np
    >>> factor = GrowingCholesky()
    >>> factor.insert(np.empty(0), 4.0, 2.0), factor.insert(np.array([2.0]), 5.0, 3.0)
    (True, True)
    >>> factor.solution()  # of [[4, 2], [2, 5]] w = [2, 3]
    array([0.25, 0.5 ])
    >>> factor.remove(0)
    >>> factor.solution()
    array([0.6])
    """

    def __init__(self) -> None:
        self.size = 0
        self._half = np.empty(FIRST_CAPACITY)
        self._packed = np.empty(_entries(FIRST_CAPACITY))

    def insert(self, column: NDArray[np.float64], diagonal: float, b: float) -> bool:
        """Append a row and column to A and an entry to b; False, and no change, if A is singular.

        Parameters
        ----------
        column : numpy.ndarray of float64, shape (size,)
            The new column of A without its diagonal entry.
        diagonal : float
            That entry.
        b : float
            The new entry of the right-hand side.
        """
        m = self.size
        row = self._solve(column, transposed=True)
        pivot = diagonal - float(row @ row)
        if not pivot > SINGULAR * diagonal:
            return False
        self._reserve(m + 1)
        root = float(np.sqrt(pivot))
        at = _entries(m)
        self._packed[at : at + m] = row
        self._packed[at + m] = root
        self._half[m] = (b - float(row @ self._half[:m])) / root
        self.size = m + 1
        return True

    def remove(self, j: int) -> None:
        """Take row and column ``j`` out of A, and entry ``j`` out of b."""
        remove_column(self._packed, self._half, self.size, j)
        self.size -= 1

    def solution(self) -> NDArray[np.float64]:
        """``A^-1 b``."""
        return self._solve(self._half[: self.size], transposed=False)

    def solve(self, r: NDArray[np.float64]) -> NDArray[np.float64]:
        """``A^-1 r``."""
        return self._solve(self._solve(r, transposed=True), transposed=False)

    def restart(self, b: NDArray[np.float64]) -> None:
        """Take ``b`` as the right-hand side."""
        self._half[: self.size] = self._solve(b, transposed=True)

    def _solve(self, r: NDArray[np.float64], *, transposed: bool) -> NDArray[np.float64]:
        if self.size == 0:
            return np.empty(0)
        solved: NDArray[np.float64] = blas.dtpsv(self.size, self._packed, r, trans=int(transposed))
        return solved

    def _reserve(self, size: int) -> None:
        if size <= self._half.size:
            return
        capacity = 2 * self._half.size
        half, packed = np.empty(capacity), np.empty(_entries(capacity))
        half[: self.size] = self._half[: self.size]
        packed[: _entries(self.size)] = self._packed[: _entries(self.size)]
        self._half, self._packed = half, packed


def _entries(m: int) -> int:
    """How many entries a packed triangle of order m has."""
    return m * (m + 1) // 2
