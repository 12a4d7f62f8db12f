"""The update in a diagonal metric: every coordinate on its own, in one pass."""

from typing import Any

from compadagrad._jit import Array, kernel
from compadagrad.regularizers._scalars import at, distance_at, prox_at

__all__ = ["prox_step"]


@kernel
def prox_step(
    diagonal: Array,
    g: Array,
    anchor: Array,
    w: Any,
    l1: Any,
    l2: Any,
    lower: Any,
    upper: Any,
    x: Array,
) -> tuple[float, float, float]:
    """``x = argmin <g, x> + w phi(x) + 1/2 |x - anchor|_D^2``.

    Returns the largest distance of ``-(g + D (x - anchor))`` to w dphi(x), the largest entry of
    ``u = g - D anchor``, and the size of the terms that u is the sum of.
    """
    residual, force, terms = 0.0, 0.0, 0.0
    for i in range(x.size):
        d, a, gi = diagonal[i], anchor[i], g[i]
        l1i, l2i, low, high = at(l1, i), at(l2, i), at(lower, i), at(upper, i)
        xi = prox_at(a - gi / d, d, w, l1i, l2i, low, high)
        x[i] = xi
        gap = distance_at(xi, gi + d * (xi - a), w, l1i, l2i, low, high)
        pull = d * a
        if not gap <= residual:
            residual = gap
        force = max(force, abs(gi - pull))
        terms = max(terms, abs(gi), abs(pull))
    return float(residual), float(force), float(terms)
