"""Passes behind a shifted metric: for a shift Theta in [0, inf] of a diagonal D."""

import numpy as np

from compadagrad._jit import Array, kernel

__all__ = ["corrected", "outside", "reciprocal_shift", "scaled", "scaled_slack", "slack"]


@kernel
def reciprocal_shift(theta: Array, diagonal: Array, out: Array) -> None:
    """b = 1 / (D + Theta)."""
    for i in range(theta.size):
        out[i] = 1.0 / (diagonal[i] + theta[i])


@kernel
def slack(theta: Array, diagonal: Array, out: Array) -> None:
    """1 - D b = Theta / (D + Theta), 1 where Theta is infinite."""
    for i in range(theta.size):
        t = theta[i]
        out[i] = t / (diagonal[i] + t) if t < np.inf else 1.0


@kernel
def scaled_slack(theta: Array, diagonal: Array, out: Array) -> None:
    """D (1 - D b), D where Theta is infinite."""
    for i in range(theta.size):
        t, d = theta[i], diagonal[i]
        out[i] = d * (t / (d + t)) if t < np.inf else d


@kernel
def scaled(b: Array, diagonal: Array, r: Array, y: Array, dy: Array) -> None:
    """y = b r and dy = D y."""
    for i in range(r.size):
        value = b[i] * r[i]
        y[i] = value
        dy[i] = diagonal[i] * value


@kernel
def corrected(y: Array, b: Array, diagonal: Array, p: Array, q: Array) -> None:
    """y - b (p + D q), into ``y``."""
    for i in range(y.size):
        y[i] -= b[i] * (p[i] + diagonal[i] * q[i])


@kernel
def outside(x: Array, diagonal: Array, inside: Array) -> None:
    """D (x - inside), into ``inside``."""
    for i in range(x.size):
        inside[i] = diagonal[i] * (x[i] - inside[i])
