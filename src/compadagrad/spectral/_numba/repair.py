"""Rows made orthonormal again."""

import numpy as np

from compadagrad._jit import Array, kernel

__all__ = ["repair"]


@kernel
def repair(rows: Array) -> None:
    """``W <- (3 I - W W^T) W / 2``, one Newton-Schulz step, in place.

    An error of size e in ``W W^T = I`` becomes one of size ``e^2``, or a rounding.
    """
    m = rows.shape[0]
    factor = np.empty((m, m))
    np.dot(rows, rows.T, factor)
    for i in range(m):
        for j in range(m):
            factor[i, j] *= -0.5
        factor[i, i] += 1.5
    rows[:] = np.dot(factor, rows)
