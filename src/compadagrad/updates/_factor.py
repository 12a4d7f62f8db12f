"""The Cholesky factorisation, in place and in C order.

NumPy's and Numba's factor a copy in Fortran order and clear the other triangle of it, which for
matrices of a few hundred rows takes longer than the factorisation itself.
"""

import math

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel

__all__ = ["upper_factor"]

BLOCK = 64


@kernel
def upper_factor(matrix: Array) -> Array:
    """The upper triangle becomes U with ``matrix = U^T U``; what is below it is left as it was.

    Of the matrix only the upper triangle is read. Raises LinAlgError where it is not positive
    definite to rounding, or has a NaN.
    """
    k = matrix.shape[0]
    for start in range(0, k, BLOCK):
        stop = min(start + BLOCK, k)
        _factor_rows(matrix, start, stop)
        if stop < k:
            _subtract_products(matrix, start, stop)
    return matrix


@inlined_kernel
def _factor_rows(matrix: Array, start: int, stop: int) -> None:
    """Rows of U from those of a matrix that the rows before ``start`` are subtracted from."""
    k = matrix.shape[0]
    for i in range(start, stop):
        row = matrix[i, i:]
        for j in range(start, i):
            above = matrix[j, i:]
            factor = above[0]
            for c in range(k - i):
                row[c] -= factor * above[c]
        if not row[0] > 0.0:
            raise np.linalg.LinAlgError("the matrix is not positive definite")
        scale = 1.0 / math.sqrt(row[0])
        for c in range(k - i):
            row[c] *= scale


@inlined_kernel
def _subtract_products(matrix: Array, start: int, stop: int) -> None:
    """Subtract ``P^T P`` from the upper triangle of what is left, P the rows just found."""
    k = matrix.shape[0]
    for a in range(stop, k, BLOCK):
        b = min(a + BLOCK, k)
        rest = np.ascontiguousarray(matrix[start:stop, a:])
        across = np.ascontiguousarray(rest[:, : b - a].T)
        product = np.dot(across, rest)
        for i in range(a, b):
            row, part = matrix[i, i:], product[i - a, i - a :]
            for c in range(k - i):
                row[c] -= part[c]
