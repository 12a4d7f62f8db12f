"""The sum of outer products and its inverse, compiled."""

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel

__all__ = ["add_outer", "forces", "inverse_error", "newton_solve"]


@kernel
def add_outer(matrix: Array, inverse: Array, g: Array) -> None:
    """``matrix += g g^T``, and ``inverse`` after it by the formula of Sherman and Morrison."""
    v = np.dot(inverse, g)
    scale = 1.0 / (1.0 + np.dot(g, v))
    for i in range(g.size):
        row, below, gi, vi = matrix[i], inverse[i], g[i], v[i] * scale
        for j in range(g.size):
            row[j] += gi * g[j]
            below[j] -= vi * v[j]


@kernel
def newton_solve(
    matrix: Array, inverse: Array, g: Array, goal: float, most: int, s: Array
) -> tuple[float, int]:
    """``s = -matrix^{-1} g``, refined on its residual; returns its largest entry and the solves."""
    s[:] = 0.0
    r = g.copy()
    size, before, residual, solves = np.max(np.abs(g)), np.inf, np.inf, 0
    while solves < most:
        solves += 1
        s -= np.dot(inverse, r)
        r[:] = g + np.dot(matrix, s)
        residual = np.max(np.abs(r))
        if residual <= goal * size or not residual < 0.5 * before:
            break
        before = residual
    return residual, solves


@kernel
def inverse_error(matrix: Array, inverse: Array, g: Array) -> float:
    """The largest entry of ``matrix inverse g - g`` in units of g's, NaN where there is one."""
    return _largest(np.dot(matrix, np.dot(inverse, g)) - g) / _largest(g)


@kernel
def forces(matrix: Array, anchor: Array, g: Array) -> tuple[float, float]:
    """The largest entry of ``u = g - matrix anchor``, and that of these two terms."""
    product = np.dot(matrix, anchor)
    return _largest(g - product), max(_largest(g), _largest(product))


@inlined_kernel
def _largest(x: Array) -> float:
    """The largest entry, NaN where there is one."""
    size = 0.0
    for i in range(x.size):
        if abs(x[i]) > size or x[i] != x[i]:
            size = abs(x[i])
    return size
