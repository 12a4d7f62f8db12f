"""Sparse rounds in a diagonal metric: rounds that a coordinate has missed, made up in closed form.

A coordinate that a round does not touch only has its regularizer's prox. In composite mirror
descent, with metric D_s in round s and a weight w,

    |x| <- max(0, (|x| - w l1 / D_s) / (1 + w l2 / D_s)),

and many such rounds in a row have a closed form; bounds, once they hold, go on to hold. In dual
averaging a point depends only on sums, so that there is nothing to make up.

``indices`` says which coordinates are meant. Nothing is checked, and nothing but ``out`` arguments
is written.
"""

import math
from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.regularizers._scalars import Real, at, distance_at, prox_at

__all__ = [
    "dual_values",
    "growing_values",
    "one_round",
    "skipped_values",
]


@inlined_kernel
def _after_rounds(x: Real, log_decay: float, shift: float) -> Real:
    """``|x| exp(log_decay) - shift`` with the sign of x, and 0 where that is not positive."""
    size = abs(np.float64(x)) * math.exp(log_decay) - shift
    return type(x)(math.copysign(size, x)) if size > 0.0 else type(x)(0)


@kernel
def skipped_values(
    x: Array,
    since: Array,
    rounds: int,
    d: Array,
    tau: float,
    delta: float,
    w: float,
    l1: Any,
    l2: Any,
    indices: Array,
    out: Array,
) -> None:
    """``out = x[indices]`` after the rounds from ``since`` on, D = ``tau (sqrt(d) + delta)``."""
    for p in range(indices.size):
        j = indices[p]
        missed = rounds - since[j]
        metric = tau * (math.sqrt(d[j]) + delta)
        a, b = w * np.float64(at(l1, j)) / metric, w * np.float64(at(l2, j)) / metric
        if missed == 0 or (a == 0.0 and b == 0.0):
            out[p] = x[j]
        elif b == 0.0:
            out[p] = _after_rounds(x[j], 0.0, missed * a)
        else:
            decay = -missed * math.log1p(b)
            out[p] = _after_rounds(x[j], decay, -(a / b) * math.expm1(decay))


@kernel
def growing_values(
    x: Array,
    seen: Array,
    now: Array,
    group: Array,
    l1: Any,
    indices: Array,
    out: Array,
) -> None:
    """``out = x[indices]`` after the rounds since each was seen, in a metric that grows with time.

    ``now[:, g]`` holds, for the coordinates of one weight l2, ``sum_s log(1 + w l2 / D_s)`` and
    the shift ``r <- (r + w / D_s) / (1 + w l2 / D_s)`` of a unit l1; ``seen[:, j]`` holds the two
    as they were when coordinate j was last up to date.
    """
    for p in range(indices.size):
        j = indices[p]
        g = group[j] if group.size else 0
        decay = seen[0, j] - now[0, g]
        shift = now[1, g] - seen[1, j] * math.exp(decay)
        if decay == 0.0 and shift == 0.0:
            out[p] = x[j]
        else:
            out[p] = _after_rounds(x[j], decay, np.float64(at(l1, j)) * shift)


@kernel
def dual_values(
    start: Array,
    total: Array,
    metric: Array,
    rate: float,
    w: float,
    l1: Any,
    l2: Any,
    lower: Any,
    upper: Any,
    indices: Array,
    out: Array,
) -> None:
    """``out = argmin <rate total, x> + w phi(x) + 1/2 |x - start|_D^2`` at ``indices``."""
    eta, weight = total.dtype.type(rate), total.dtype.type(w)
    for p in range(indices.size):
        j, D = indices[p], metric[p]
        anchor = start[j] if start.size else total.dtype.type(0)
        c = anchor - eta * total[j] / D
        out[p] = prox_at(c, D, weight, at(l1, j), at(l2, j), at(lower, j), at(upper, j))


@kernel
def one_round(
    anchor: Array,
    g: Array,
    metric: Array,
    rate: float,
    w: float,
    l1: Any,
    l2: Any,
    lower: Any,
    upper: Any,
    indices: Array,
    out: Array,
) -> tuple[float, float, float]:
    """``out = argmin <rate g, x> + w phi(x) + 1/2 |x - anchor|_D^2`` at ``indices``.

    Returns what the certificate is made of: the residual, the largest entry of u and of its terms.
    """
    residual, force, size = 0.0, 0.0, 0.0
    eta, weight = g.dtype.type(rate), g.dtype.type(w)
    for p in range(indices.size):
        j, D, a, gp = indices[p], metric[p], anchor[p], eta * g[p]
        l1j, l2j, low, high = at(l1, j), at(l2, j), at(lower, j), at(upper, j)
        x = prox_at(a - gp / D, D, weight, l1j, l2j, low, high)
        out[p] = x
        gap = distance_at(x, gp + D * (x - a), weight, l1j, l2j, low, high)
        if not gap <= residual:
            residual = gap
        force = max(force, abs(gp - D * a))
        size = max(size, abs(gp), abs(D * a))
    return float(residual), float(force), float(size)
