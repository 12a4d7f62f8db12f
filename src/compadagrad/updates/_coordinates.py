"""What the closed form does with coordinates in the subspace, which are few and float64."""

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel

__all__ = ["cholesky_solve", "within"]


@inlined_kernel
def _dot(a: Array, b: Array, start: int) -> float:
    """The sum of ``a[i] b[i]`` from ``start`` on, in four partial sums."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    i = start
    while i + 4 <= a.size:
        s0 += a[i] * b[i]
        s1 += a[i + 1] * b[i + 1]
        s2 += a[i + 2] * b[i + 2]
        s3 += a[i + 3] * b[i + 3]
        i += 4
    while i < a.size:
        s0 += a[i] * b[i]
        i += 1
    return (s0 + s1) + (s2 + s3)


@kernel
def cholesky_solve(upper: Array, b: Array) -> None:
    """``b <- (upper^T upper)^{-1} b`` in place, for an upper triangle in C order."""
    k = b.size
    for i in range(k):
        value = b[i] / upper[i, i]
        b[i] = value
        row = upper[i]
        for j in range(i + 1, k):
            b[j] -= row[j] * value
    for i in range(k - 1, -1, -1):
        b[i] = (b[i] - _dot(upper[i], b, i + 1)) / upper[i, i]


@kernel
def within(rows: Array, factors: Array, v: Array) -> Array:
    """``rows^T diag(factors) rows v``."""
    inside: Array = np.dot(factors * np.dot(rows, v), rows)
    return inside
