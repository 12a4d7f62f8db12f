"""Games that tests play."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.games import Examples

__all__ = ["Cone", "correlated"]

Array = NDArray[Any]


class Cone:
    """``|x - center|``: a convex function that is no loss of a prediction."""

    def __init__(self, center: Array) -> None:
        self.center = np.asarray(center, float)

    def value(self, x: Array) -> float:
        return float(np.linalg.norm(x - self.center))

    def subgradient(self, x: Array) -> Array:
        away = np.asarray(x - self.center)
        return np.asarray(away / max(float(np.linalg.norm(away)), 1e-300))


def correlated(rounds: int, n: int, *, seed: int = 0, rank: int = 3) -> Examples:
    """Labels that a plane nearly tells apart, features of low rank and some noise."""
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((rounds, rank)) @ rng.standard_normal((rank, n))
    A += 0.2 * rng.standard_normal((rounds, n))
    margins = A @ rng.standard_normal(n) + rng.standard_normal(rounds)
    return Examples(A, np.where(margins > 0, 1.0, -1.0))
