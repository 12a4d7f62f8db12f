"""The diagonals behind a shifted metric: for a shift Theta in [0, inf] of a diagonal D."""

import numpy as np

from compadagrad._jit import Array, kernel

__all__ = ["reciprocal_shift", "scaled_slack", "slack"]


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
