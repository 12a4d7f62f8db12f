"""A fixed point in hindsight, and what it is worth."""

from dataclasses import dataclass
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.games.hindsight import Supported, Whole
from compadagrad.regularizers import Regularizer

__all__ = ["Comparator", "Weights", "judged", "least_of"]

Floats = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Comparator:
    r"""A fixed point, and how much better any other could have been.

    .. math:: \sum_t f_t(z) + \phi(z) \;\ge\; \mathrm{value} - \mathrm{gap}
        \qquad\text{for all } \lVert z\rVert_\infty \le \mathrm{radius}

    Attributes
    ----------
    x : numpy.ndarray of float64, shape (n,)
        :math:`x^*`.
    value : float
        Its cumulative composite loss.
    gap : float
        0 for an exact solution. It is computed from subgradients, and holds as it stands, however
        x was found.
    radius : float
        Twice the largest entry of x, and at least 1.
    tolerance : float
        The gap that was asked for, relative to 1 + value.
    """

    x: Floats
    value: float
    gap: float
    radius: float
    tolerance: float

    @property
    def ok(self) -> bool:
        """Whether the gap is within the tolerance."""
        return self.gap <= self.tolerance * (1.0 + abs(self.value))


class Weights(NamedTuple):
    """phi's weights and bounds, an entry for each coordinate, in float64."""

    l1: Floats
    l2: Floats
    lower: Floats
    upper: Floats

    @classmethod
    def of(cls, regularizer: Regularizer, n: int) -> "Weights":
        """Those of a regularizer of vectors of length n."""
        parts = regularizer.terms(n, n, np.float64).parts
        return cls(*(np.full(n, part, np.float64) for part in parts))


def judged(
    whole: Whole, terms: Weights, x: Floats, line: Supported, tolerance: float
) -> Comparator:
    """x with its value, and its gap to a line below F."""
    phi = float(terms.l1 @ np.abs(x) + 0.5 * (terms.l2 @ x**2))
    value = whole.value(x) + phi
    radius = max(1.0, 2.0 * float(np.abs(x).max()))
    gap = max(0.0, value - least_of(line, terms, radius))
    t = whole.count
    return Comparator(x, t * value, t * gap, radius, tolerance)


def least_of(line: Supported, terms: Weights, radius: float) -> float:
    """The least of ``<gradient, z> + below + phi(z)`` over entries within ``radius``."""
    q, l1, l2 = line.gradient, terms.l1, terms.l2
    low = np.clip(terms.lower, -radius, radius)
    high = np.clip(terms.upper, -radius, radius)
    inner = -np.sign(q) * np.maximum(np.abs(q) - l1, 0.0)
    curved = np.divide(inner, l2, out=np.zeros_like(q), where=l2 > 0)
    at = [low, high, np.clip(np.zeros_like(q), low, high), np.clip(curved, low, high)]
    least = np.min([q * z + l1 * np.abs(z) + 0.5 * l2 * z * z for z in at], axis=0)
    return line.below + float(least.sum())
