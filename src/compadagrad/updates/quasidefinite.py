"""A symmetric quasi-definite system by two Cholesky factorisations."""

from collections.abc import Callable
from typing import final

import numpy as np
from scipy.linalg import blas, lapack

from compadagrad._validation import FloatArray

__all__ = ["QuasiDefinite", "cholesky_in_place"]

Matrix = FloatArray
Vector = FloatArray


def cholesky_in_place(matrix: Matrix) -> Matrix:
    """The lower factor of a symmetric matrix, in its memory.

    The matrix is C-contiguous and its upper triangle is read; what is above the factor's diagonal
    is of no meaning. Raises LinAlgError where it is not positive definite to rounding.
    """
    factor, info = lapack.dpotrf(matrix.T, lower=1, clean=0, overwrite_a=1)
    if info:
        raise np.linalg.LinAlgError("the matrix is not positive definite to rounding")
    return np.asarray(factor)


@final
class QuasiDefinite:
    r"""The factorisation of a symmetric system with a positive and a negative block.

    .. math::

       S p = t - E F^{-1} l, \qquad -F q = l + E p, \qquad S = C + E F^{-1} E

    F and S are positive definite.

    Parameters
    ----------
    blocks : numpy.ndarray of float64, shape (3, k, k)
        F, of which the upper triangle is read, E, and C. Their memory is used.
    cholesky : callable
        What makes the lower factor of a matrix, of which it reads the upper triangle.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.updates.quasidefinite import QuasiDefinite
    >>> system = QuasiDefinite(np.array([[[4.0]], [[2.0]], [[1.0]]]))  # S = 1 + 2 * 2 / 4 = 2
    >>> system.solve(np.array([5.0]), np.array([2.0]))
    (array([2.]), array([-1.5]))
    """

    def __init__(
        self, blocks: Matrix, *, cholesky: Callable[[Matrix], Matrix] = cholesky_in_place
    ) -> None:
        self._inside = cholesky(blocks[0])
        coupling, outside = blocks[1].T, blocks[2].T
        self._half = blas.dtrsm(1.0, self._inside, coupling, lower=1, overwrite_b=1)
        schur = blas.dsyrk(1.0, self._half, beta=1.0, c=outside, trans=1, lower=1, overwrite_c=1)
        self._schur = cholesky(schur.T)

    def solve(self, top: Vector, low: Vector) -> tuple[Vector, Vector]:
        """p and q for the right-hand sides t and l."""
        low = blas.dtrsv(self._inside, low, lower=1)
        p = blas.dtrsv(self._schur, top - self._half.T @ low, lower=1)
        p = blas.dtrsv(self._schur, p, lower=1, trans=1)
        q = blas.dtrsv(self._inside, -(low + self._half @ p), lower=1, trans=1)
        return p, q
