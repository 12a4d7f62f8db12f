"""A fixed point in hindsight, and what it is worth."""

from dataclasses import dataclass
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.games.hindsight import Supported, Whole
from compadagrad.regularizers import Regularizer

__all__ = ["Comparator", "Weights", "at_gap", "judged", "least_of", "reach"]

Floats = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Comparator:
    r"""A fixed point, and how much better any other could have been.

    .. math:: \sum_t f_t(z) + \phi(z) \;\ge\; \mathrm{value} - \mathrm{gap}
        \qquad\text{for all } |z_i| \le \mathrm{radius}_i

    Attributes
    ----------
    x : numpy.ndarray of float64, shape (n,)
        :math:`x^*`.
    value : float
        Its cumulative composite loss.
    gap : float
        0 for an exact solution. It is computed from subgradients, and holds as it stands, however
        x was found; infinite where that cannot be computed.
    radius : numpy.ndarray of float64, shape (n,)
        How far the gap speaks, in units of the features: twice the largest entry of x where all
        features are of one size, and for a feature that is ten times larger a tenth of that.
    tolerance : float
        The gap that was asked for, relative to 1 + value.
    """

    x: Floats
    value: float
    gap: float
    radius: Floats
    tolerance: float

    @property
    def ok(self) -> bool:
        """Whether the value is finite and the gap within the tolerance."""
        return np.isfinite(self.value) and self.gap <= self.tolerance * (1.0 + abs(self.value))


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
    value, radius = whole.value(x) + phi, reach(whole, x)
    return at_gap(whole, x, value, least_of(line, terms, radius), tolerance)


def at_gap(whole: Whole, x: Floats, value: float, least: float, tolerance: float) -> Comparator:
    """x with its average value, where ``least`` is below all averages within reach."""
    t, gap = whole.count, value - least
    gap = max(0.0, t * gap) if np.isfinite(gap) else np.inf
    return Comparator(x, t * value, gap, reach(whole, x), tolerance)


def reach(whole: Whole, x: Floats) -> Floats:
    """Twice as far as x, in units of the features; where it is 0, one unit."""
    scales = whole.scales(x.size)
    return (2.0 * float(np.abs(scales * x).max()) or 1.0) / scales


def least_of(line: Supported, terms: Weights, radius: Any) -> float:
    """The least of ``<gradient, z> + below + phi(z)`` over entries within ``radius``."""
    q, l1, l2 = line.gradient, terms.l1, terms.l2
    low = np.clip(terms.lower, -radius, radius)
    high = np.clip(terms.upper, -radius, radius)
    inner = -np.sign(q) * np.maximum(np.abs(q) - l1, 0.0)
    curved = np.divide(inner, l2, out=np.zeros_like(q), where=l2 > 0)
    at = [low, high, np.clip(np.zeros_like(q), low, high), np.clip(curved, low, high)]
    least = np.min([q * z + l1 * np.abs(z) + 0.5 * l2 * z * z for z in at], axis=0)
    return line.below + float(least.sum())
