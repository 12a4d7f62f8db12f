"""Updates by their definitions: dense matrices in extended precision."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from preconditioners.spaces import dense

from compadagrad.preconditioners import Metric
from compadagrad.regularizers import Regularizer
from compadagrad.regularizers.terms import Terms

Array = NDArray[Any]


def force(metric: Metric, g: Array, anchor: Array) -> Array:
    """``u = g - A x_t``."""
    u: Array = g.astype(np.longdouble) - dense(metric) @ anchor.astype(np.longdouble)
    return u


def violation(
    metric: Metric, g: Array, anchor: Array, terms: Terms, weight: float, x: Array
) -> float:
    """``max_i dist(-(u + A x)_i, w dphi(x)_i)``, absolute."""
    w, point = np.longdouble(g.dtype.type(weight)), x.astype(np.longdouble)
    l1, l2, lower, upper = (np.asarray(part, np.longdouble) for part in terms.parts)
    q = g.astype(np.longdouble) + dense(metric) @ (point - anchor.astype(np.longdouble))
    slope = q + w * l2 * point
    if (point < lower).any() or (point > upper).any():
        return np.inf
    least = slope + np.where(point > 0, w * l1, -w * l1)
    greatest = slope + np.where(point < 0, -w * l1, w * l1)
    below = np.where(point > lower, least, -np.inf)
    above = np.where(point < upper, -greatest, -np.inf)
    return float(np.maximum(np.maximum(below, above), 0).max())


def solve(A: Array, b: Array) -> Array:
    """``A^{-1} b`` by refinement on a residual in extended precision."""
    x, inverse = np.zeros(len(b), np.longdouble), np.linalg.inv(A.astype(float))
    for _ in range(20):
        x = x + inverse @ (b - A @ x).astype(float)
    return x


def smooth_minimum(metric: Metric, g: Array, anchor: Array, l2: Any, weight: float = 1.0) -> Array:
    """The update for ``phi = l2 x^2 / 2``: one linear system."""
    n = len(g)
    lam = np.broadcast_to(np.asarray(l2, np.longdouble) * np.longdouble(weight), n)
    return solve(dense(metric) + np.diag(lam), -force(metric, g, anchor))


def terms_of(phi: Regularizer, metric: Metric) -> Terms:
    projection = metric.projection
    return phi.terms(projection.n, projection.n_padded, metric.diagonal.dtype)
