"""One pass each over the coordinates of an interior point.

A kink at 0 is written ``-t <= x <= t`` with slacks s1 = t - x, s2 = t + x and multipliers z1, z2
that add up to w l1; a bound has a slack su = upper - x or sl = x - lower and a multiplier wu or wl.
Slacks are variables of their own, so that small ones keep their digits. ``s``, of shape (4, N),
holds s1, s2, su and sl, and ``z`` their multipliers; a multiplier that does not exist is 0 and its
slack is 1. A coordinate with equal bounds has no multipliers and does not move.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.regularizers._scalars import at

__all__ = [
    "begin",
    "corrector",
    "gap_after",
    "longest_step",
    "measure",
    "move",
    "predictor",
]

Term = Any


@kernel
def begin(
    x: Array,
    margin: float,
    force: float,
    heaviest: float,
    w: float,
    l1: Term,
    lower: Term,
    upper: Term,
    s: Array,
    z: Array,
    tilt: Array,
) -> int:
    """Push x off its bounds and set slacks and multipliers; returns how many there are.

    ``tilt`` is the slope of w l1 |x| where the bounds leave only one sign.
    """
    count = 0
    for i in range(x.size):
        low, high = at(lower, i), at(upper, i)
        kink = min(w * at(l1, i), heaviest)
        for j in range(4):
            s[j, i] = 1.0
            z[j, i] = 0.0
        tilt[i] = 0.0
        if low == high:
            x[i] = low
            continue
        room = margin
        if low > -np.inf and high < np.inf:
            room = min(margin, 0.1 * (high - low))
        if low > -np.inf:
            x[i] = max(x[i], low + room)
        if high < np.inf:
            x[i] = min(x[i], high - room)
        if kink > 0.0:
            if low >= 0.0:
                tilt[i] = kink
            elif high <= 0.0:
                tilt[i] = -kink
            else:
                t = abs(x[i]) + margin
                s[0, i], s[1, i] = t - x[i], t + x[i]
                z[0, i] = z[1, i] = 0.5 * kink
                count += 2
        if high < np.inf:
            s[2, i] = high - x[i]
            z[2, i] = force
            count += 1
        if low > -np.inf:
            s[3, i] = x[i] - low
            z[3, i] = force
            count += 1
    return count


@kernel
def measure(
    x: Array,
    q: Array,
    s: Array,
    z: Array,
    w: float,
    l2: Term,
    lower: Term,
    upper: Term,
    dual: Array,
    theta: Array,
) -> Any:
    """``dual`` residuals and ``theta``; returns the gap and the largest dual residual."""
    gap = 0.0
    largest = 0.0
    for i in range(x.size):
        if at(lower, i) == at(upper, i):
            dual[i] = 0.0
            theta[i] = np.inf
            continue
        z1, z2, zu, zl = z[0, i], z[1, i], z[2, i], z[3, i]
        rho = w * at(l2, i)
        r = q[i] + rho * x[i] + (z1 - z2) + (zu - zl)
        dual[i] = r
        largest = max(largest, abs(r))
        shift = rho
        if z1 > 0.0:
            h1, h2 = z1 / s[0, i], z2 / s[1, i]
            shift += 4.0 * h1 * (h2 / (h1 + h2))
            gap += s[0, i] * z1 + s[1, i] * z2
        if zu > 0.0:
            shift += zu / s[2, i]
            gap += s[2, i] * zu
        if zl > 0.0:
            shift += zl / s[3, i]
            gap += s[3, i] * zl
        theta[i] = shift
    return gap, largest


@inlined_kernel
def kink_step(s1: float, s2: float, z1: float, z2: float, c1: float, c2: float, dx: float) -> Any:
    """The changes of s1, s2, z1 and z2 that make s z = c to first order, for a change of x."""
    h1, h2 = z1 / s1, z2 / s2
    e1, e2 = c1 / s1 - z1, c2 / s2 - z2
    dt = (e1 + e2 + (h1 - h2) * dx) / (h1 + h2)
    return dt - dx, dt + dx, e1 - h1 * (dt - dx), e2 - h2 * (dt + dx)


@inlined_kernel
def kink_force(s1: float, s2: float, z1: float, z2: float, c1: float, c2: float) -> float:
    """What a kink adds to the right-hand side, once its own variables are eliminated."""
    h1, h2 = z1 / s1, z2 / s2
    e1, e2 = c1 / s1 - z1, c2 / s2 - z2
    return e1 - e2 - (h1 - h2) * ((e1 + e2) / (h1 + h2))


@kernel
def predictor(s: Array, z: Array, dual: Array, theta: Array, out: Array) -> None:
    """The right-hand side of the step that aims at a gap of 0."""
    for i in range(dual.size):
        if theta[i] == np.inf:
            out[i] = 0.0
            continue
        r = dual[i] - z[2, i] + z[3, i]
        if z[0, i] > 0.0:
            r += kink_force(s[0, i], s[1, i], z[0, i], z[1, i], 0.0, 0.0)
        out[i] = -r


@inlined_kernel
def changes(i: int, s: Array, z: Array, dx: float, c: Any) -> Any:
    """The changes of the four slacks and of the four multipliers of one coordinate."""
    a1, a2, b1, b2, bu, bl = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    if z[0, i] > 0.0:
        a1, a2, b1, b2 = kink_step(s[0, i], s[1, i], z[0, i], z[1, i], c[0], c[1], dx)
    if z[2, i] > 0.0:
        bu = c[2] / s[2, i] - z[2, i] + z[2, i] / s[2, i] * dx
    if z[3, i] > 0.0:
        bl = c[3] / s[3, i] - z[3, i] - z[3, i] / s[3, i] * dx
    return a1, a2, -dx, dx, b1, b2, bu, bl


@inlined_kernel
def aims(i: int, s: Array, z: Array, first: float, target: float) -> Any:
    """What the products s z of one coordinate should become, after a predictor ``first`` of x."""
    a1, a2, au, al, b1, b2, bu, bl = changes(i, s, z, first, (0.0, 0.0, 0.0, 0.0))
    return target - a1 * b1, target - a2 * b2, target - au * bu, target - al * bl


@kernel
def corrector(
    s: Array, z: Array, dual: Array, theta: Array, first: Array, target: float, out: Array
) -> None:
    """The right-hand side of the step that aims at products of ``target``, to second order."""
    for i in range(dual.size):
        if theta[i] == np.inf:
            out[i] = 0.0
            continue
        c = aims(i, s, z, first[i], target)
        r = dual[i]
        if z[0, i] > 0.0:
            r += kink_force(s[0, i], s[1, i], z[0, i], z[1, i], c[0], c[1])
        if z[2, i] > 0.0:
            r += c[2] / s[2, i] - z[2, i]
        if z[3, i] > 0.0:
            r -= c[3] / s[3, i] - z[3, i]
        out[i] = -r


@inlined_kernel
def reach(value: float, change: float, step: float) -> float:
    """``step``, or less where ``value`` would reach 0 before."""
    return min(step, -value / change) if change < 0.0 else step


@kernel
def longest_step(s: Array, z: Array, theta: Array, first: Array, target: float, dx: Array) -> float:
    """How far all slacks and multipliers stay positive, at most 1; ``target`` < 0: no corrector."""
    step = 1.0
    for i in range(dx.size):
        if theta[i] == np.inf:
            continue
        c = (0.0, 0.0, 0.0, 0.0)
        if target >= 0.0:
            c = aims(i, s, z, first[i], target)
        a1, a2, au, al, b1, b2, bu, bl = changes(i, s, z, dx[i], c)
        if z[0, i] > 0.0:
            step = reach(s[0, i], a1, step)
            step = reach(s[1, i], a2, step)
            step = reach(z[0, i], b1, step)
            step = reach(z[1, i], b2, step)
        if z[2, i] > 0.0:
            step = reach(s[2, i], au, step)
            step = reach(z[2, i], bu, step)
        if z[3, i] > 0.0:
            step = reach(s[3, i], al, step)
            step = reach(z[3, i], bl, step)
    return step


@kernel
def gap_after(s: Array, z: Array, theta: Array, dx: Array, step: float) -> float:
    """The gap after a predictor of this length."""
    gap = 0.0
    for i in range(dx.size):
        if theta[i] == np.inf:
            continue
        a1, a2, au, al, b1, b2, bu, bl = changes(i, s, z, dx[i], (0.0, 0.0, 0.0, 0.0))
        if z[0, i] > 0.0:
            gap += (s[0, i] + step * a1) * (z[0, i] + step * b1)
            gap += (s[1, i] + step * a2) * (z[1, i] + step * b2)
        if z[2, i] > 0.0:
            gap += (s[2, i] + step * au) * (z[2, i] + step * bu)
        if z[3, i] > 0.0:
            gap += (s[3, i] + step * al) * (z[3, i] + step * bl)
    return gap


@kernel
def move(
    x: Array, s: Array, z: Array, theta: Array, first: Array, target: float, dx: Array, step: float
) -> None:
    """Take a corrected step."""
    for i in range(x.size):
        if theta[i] == np.inf:
            continue
        c = aims(i, s, z, first[i], target)
        a1, a2, au, al, b1, b2, bu, bl = changes(i, s, z, dx[i], c)
        x[i] += step * dx[i]
        if z[0, i] > 0.0:
            s[0, i] += step * a1
            s[1, i] += step * a2
            z[0, i] += step * b1
            z[1, i] += step * b2
        if z[2, i] > 0.0:
            s[2, i] += step * au
            z[2, i] += step * bu
        if z[3, i] > 0.0:
            s[3, i] += step * al
            z[3, i] += step * bl
