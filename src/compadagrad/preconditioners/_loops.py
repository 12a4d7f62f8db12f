"""What a round does to the memory and to the metric, compiled."""

from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.projections._compiled import HadamardBasis, lift_into, project_into
from compadagrad.projections._tiles import (
    GROUP,
    add_group,
    lift_tile,
    new_sums,
    patterns_of,
    pays_in_tiles,
    sum_of,
    tiling_of,
)

__all__ = [
    "add_outside",
    "add_outside_scaled",
    "add_squares",
    "root_diagonal",
    "scaled",
    "scaled_sum",
]


@kernel
def scaled(x: Array, factor: float) -> Array:
    """``factor * x`` in the dtype of x."""
    out = np.empty_like(x)
    f = x.dtype.type(factor)
    for i in range(x.size):
        out[i] = f * x[i]
    return out


@kernel
def scaled_sum(x: Array, y: Array, factor: float) -> Array:
    """``factor * (x + y)`` in the dtype of x."""
    out = np.empty_like(x)
    f = x.dtype.type(factor)
    for i in range(x.size):
        out[i] = f * (x[i] + y[i])
    return out


@kernel
def add_squares(d: Array, g: Array) -> Array:
    """``d + g^2``."""
    out = np.empty_like(d)
    for i in range(d.size):
        out[i] = d[i] + g[i] * g[i]
    return out


@kernel
def add_outside(basis: Any, g: Array, d: Array, z: Array) -> Array:
    """``z = V^T g``; returns ``d + (g - V z)^2``."""
    project_into(basis, g, z)
    out = np.empty_like(d)
    lift_into(basis, z, out)
    for i in range(d.size):
        rest = g[i] - out[i]
        out[i] = d[i] + rest * rest
    return out


@kernel
def root_diagonal(d: Array, tau: float, delta: float) -> Array:
    """``tau * (sqrt(d) + delta)``."""
    out = np.empty_like(d)
    t, least = d.dtype.type(tau), d.dtype.type(delta)
    for i in range(d.size):
        out[i] = t * (np.sqrt(d[i]) + least)
    return out


def add_outside_scaled(basis: Any, g: Array, factor: float, d: Array, z: Array) -> Array:
    """:func:`add_outside` for ``factor * g``, where factor is a power of two."""
    if isinstance(basis, HadamardBasis) and pays_in_tiles(basis, g):
        return _add_in_tiles(basis, g, factor, d, z)
    return add_outside(basis, scaled(g, factor), d, z)


@kernel
def _add_in_tiles(basis: Any, g: Array, factor: float, d: Array, z: Array) -> Array:
    """Tile by tile: neither the product nor the lift is written."""
    tiling, f = tiling_of(basis, g), g.dtype.type(factor)
    sums, size = new_sums(tiling), tiling.size
    product, lifted = np.empty(GROUP * size, g.dtype), np.empty(size, g.dtype)
    for at in range(0, g.size, GROUP * size):
        _times(f, g[at : at + GROUP * size], product)
        add_group(basis, tiling, product, 0, at, sums)
    z[:] = sum_of(basis, sums)
    out, patterns = np.empty_like(d), patterns_of(basis, tiling, z)
    for at in range(0, g.size, size):
        gh, old, new = g[at : at + size], d[at : at + size], out[at : at + size]
        lift_tile(basis, tiling, patterns, at, lifted)
        for i in range(size):
            rest = f * gh[i] - lifted[i]
            new[i] = old[i] + rest * rest
    return out


@inlined_kernel
def _times(factor: float, x: Array, out: Array) -> None:
    for i in range(out.size):
        out[i] = factor * x[i]
