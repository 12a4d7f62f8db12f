"""What a round does to the memory and to the metric, compiled."""

from typing import Any

import numpy as np

from compadagrad._jit import Array, kernel
from compadagrad.projections._compiled import lift_into, project_into

__all__ = ["add_outside", "add_squares", "root_diagonal", "scaled"]


@kernel
def scaled(x: Array, factor: float) -> Array:
    """``factor * x`` in the dtype of x."""
    out = np.empty_like(x)
    f = x.dtype.type(factor)
    for i in range(x.size):
        out[i] = f * x[i]
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
