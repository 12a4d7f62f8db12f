"""What happens next on a path that is piecewise linear in lambda: the compiled loops.

Over a step of length gamma, lambda falls to ``lam - gamma``, the active coefficients move to
``x + gamma * w`` and the correlations of the rest to ``c - gamma * a``.
"""

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel

__all__ = ["first_blocked", "first_crossing", "first_zero", "move", "subtract_product"]

BLOCK = 64  # coordinates that are looked at together; few blocks hold a crossing
FLAT = 1e-13  # a correlation that nears its bound more slowly than this runs along it


@kernel
def subtract_product(a: Array, d: Array, b: Array) -> None:
    """``a -= d * b``."""
    for i in range(a.size):
        a[i] -= d[i] * b[i]


@inlined_kernel
def crossing(c: float, a: float, lam: float) -> float:
    """The step after which ``c - gamma * a`` passes the bound ``lam - gamma``; inf for never."""
    if 1.0 - a <= FLAT:
        return np.inf
    return max(lam - c, 0.0) / (1.0 - a)


@kernel
def first_crossing(c: Array, a: Array, lam: float, reach: float) -> tuple[float, int, float]:
    """The first of the correlations to pass +-lambda: the step, which one (-1: none), the sign.

    Steps of ``reach`` or more do not count. Active coordinates have ``c = a = 0``.
    """
    step, which, sign = reach, -1, 0.0
    for begin in range(0, c.size, BLOCK):
        end = min(begin + BLOCK, c.size)
        bound = lam - step
        outside = 0
        for i in range(begin, end):
            outside += abs(c[i] - step * a[i]) > bound
        if outside == 0:
            continue
        for i in range(begin, end):
            above = crossing(c[i], a[i], lam)
            below = crossing(-c[i], -a[i], lam)
            if min(above, below) < step:
                step = min(above, below)
                which = i
                sign = 1.0 if above <= below else -1.0
    return step, which, sign


@kernel
def first_zero(x: Array, w: Array, signs: Array, reach: float) -> tuple[float, int]:
    """The first active coefficient to become 0 within ``reach``: the step, and which (-1: none)."""
    step, which = reach, -1
    for j in range(x.size):
        slope = signs[j] * w[j]
        if slope < 0.0 and signs[j] * x[j] <= -slope * step:
            ratio = max(signs[j] * x[j], 0.0) / -slope
            if which < 0 or ratio < step:
                step, which = min(ratio, step), j
    return step, which


@kernel
def first_blocked(x: Array, before: Array, w: Array, signs: Array) -> tuple[float, int]:
    """Which coefficient that is still 0 must stay so on the way from ``before`` to ``w``.

    Both are directions. Returns the share of the way and which it is, -1 for none.
    """
    share, which = 1.0, -1
    for j in range(x.size):
        slope = signs[j] * w[j]
        if x[j] == 0.0 and slope < 0.0:
            feasible = max(signs[j] * before[j], 0.0)
            part = feasible / (feasible - slope)
            if which < 0 or part < share:
                share, which = part, j
    return share, which


@kernel
def move(x: Array, w: Array, signs: Array, c: Array, a: Array, step: float) -> None:
    """``x += step * w`` as far as signs are kept, and ``c -= step * a``."""
    for j in range(x.size):
        x[j] += step * w[j]
        if signs[j] * x[j] < 0.0:
            x[j] = 0.0
    for i in range(c.size):
        c[i] -= step * a[i]
