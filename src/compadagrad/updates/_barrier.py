"""One pass each over the coordinates of an interior point.

A kink at 0 is written ``-t <= x <= t`` with slacks s1 = t - x, s2 = t + x and multipliers z1, z2
that add up to w l1; a bound has a slack su = upper - x or sl = x - lower and a multiplier wu or wl.
Slacks are variables of their own, so that small ones keep their digits. The rows of ``s`` are s1,
s2, su and sl, or only the first two where nothing is bounded, and those of ``z`` their multipliers;
a multiplier that does not exist is 0 and its slack is 1. A coordinate with equal bounds has no
multipliers and does not move; its shift ``theta`` is infinite.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.regularizers._scalars import at
from compadagrad.updates._largest import largest

__all__ = [
    "begin",
    "corrector",
    "longest_step",
    "measure",
    "move",
    "predicted",
    "predictor",
]

Term = Any

BLOCK = 1024  # coordinates whose numbers stay in L1


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
        for j in range(z.shape[0]):
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
    bounded = z.shape[0] > 2
    gap = 0.0
    largest = 0.0
    for i in range(x.size):
        if at(lower, i) == at(upper, i):
            dual[i] = 0.0
            theta[i] = np.inf
            continue
        z1, z2 = z[0, i], z[1, i]
        rho = w * at(l2, i)
        r = q[i] + rho * x[i] + (z1 - z2)
        shift = rho
        if z1 > 0.0:
            h1, h2 = z1 / s[0, i], z2 / s[1, i]
            shift += 4.0 * h1 * (h2 / (h1 + h2))
            gap += s[0, i] * z1 + s[1, i] * z2
        if bounded:
            zu, zl = z[2, i], z[3, i]
            r += zu - zl
            shift += zu / s[2, i] + zl / s[3, i]
            gap += s[2, i] * zu + s[3, i] * zl
        dual[i] = r
        theta[i] = shift
        largest = max(largest, abs(r))
    return gap, largest


@inlined_kernel
def rates(s1: float, s2: float, z1: float, z2: float) -> Any:
    """The reciprocals of the slacks of a kink, its two stiffnesses z / s, and 1 over their sum."""
    i1, i2 = 1.0 / s1, 1.0 / s2
    h1, h2 = z1 * i1, z2 * i2
    return i1, i2, h1, h2, 1.0 / (h1 + h2)


@inlined_kernel
def kink_step(rate: Any, z1: float, z2: float, c1: float, c2: float, dx: float) -> Any:
    """The changes of s1, s2, z1 and z2 that make s z = c to first order, for a change of x."""
    i1, i2, h1, h2, ih = rate
    e1, e2 = c1 * i1 - z1, c2 * i2 - z2
    dt = (e1 + e2 + (h1 - h2) * dx) * ih
    return dt - dx, dt + dx, e1 - h1 * (dt - dx), e2 - h2 * (dt + dx)


@inlined_kernel
def kink_force(rate: Any, z1: float, z2: float, c1: float, c2: float) -> Any:
    """What a kink adds to the right-hand side, once its own variables are eliminated."""
    i1, i2, h1, h2, ih = rate
    e1, e2 = c1 * i1 - z1, c2 * i2 - z2
    return e1 - e2 - (h1 - h2) * ((e1 + e2) * ih)


@kernel
def predictor(s: Array, z: Array, dual: Array, theta: Array, out: Array) -> None:
    """The right-hand side of the step that aims at a gap of 0.

    What does not exist is computed too, and not taken: branches would keep the loop from vectors.
    """
    bounded = z.shape[0] > 2
    for i in range(dual.size):
        z1, z2 = z[0, i], z[1, i]
        force = kink_force(rates(s[0, i], s[1, i], z1, z2), z1, z2, 0.0, 0.0)
        r = dual[i] + (force if z1 > 0.0 else 0.0)
        if bounded:
            r += z[3, i] - z[2, i]
        out[i] = -r if theta[i] < np.inf else 0.0


@kernel
def corrector(
    s: Array, z: Array, dual: Array, theta: Array, first: Array, target: float, out: Array
) -> None:
    """The right-hand side of the step that aims at products of ``target``, to second order."""
    bounded = z.shape[0] > 2
    for i in range(dual.size):
        dx, z1, z2 = first[i], z[0, i], z[1, i]
        rate = rates(s[0, i], s[1, i], z1, z2)
        a1, a2, b1, b2 = kink_step(rate, z1, z2, 0.0, 0.0, dx)
        force = kink_force(rate, z1, z2, target - a1 * b1, target - a2 * b2)
        r = dual[i] + (force if z1 > 0.0 else 0.0)
        if bounded:
            su, sl, zu, zl = s[2, i], s[3, i], z[2, i], z[3, i]
            upper = bound_aim(su, zu, -dx, target) / su - zu
            lower = bound_aim(sl, zl, dx, target) / sl - zl
            r += (upper if zu > 0.0 else 0.0) - (lower if zl > 0.0 else 0.0)
        out[i] = -r if theta[i] < np.inf else 0.0


@inlined_kernel
def bound_aim(s: float, z: float, change: float, target: float) -> float:
    """What s z of a bound should become, after a predictor that changes s."""
    return target + change * (z + z / s * change)


@inlined_kernel
def reach(value: float, change: float, step: float) -> float:
    """``step``, or less where ``value`` would fall below 0 before."""
    return -value / change if value + step * change < 0.0 else step


@kernel
def predicted(s: Array, z: Array, theta: Array, dx: Array) -> Any:
    """How far all stay positive along a predictor, and the gap then."""
    bounded = z.shape[0] > 2
    step = 1.0
    linear, square, gap = 0.0, 0.0, 0.0
    for i in range(dx.size):
        if theta[i] == np.inf:
            continue
        z1, z2 = z[0, i], z[1, i]
        if z1 > 0.0:
            s1, s2 = s[0, i], s[1, i]
            a1, a2, b1, b2 = kink_step(rates(s1, s2, z1, z2), z1, z2, 0.0, 0.0, dx[i])
            step = reach(s1, a1, reach(s2, a2, reach(z1, b1, reach(z2, b2, step))))
            gap += s1 * z1 + s2 * z2
            linear += s1 * b1 + a1 * z1 + s2 * b2 + a2 * z2
            square += a1 * b1 + a2 * b2
        if bounded:
            for j in range(2, 4):
                value, weight = s[j, i], z[j, i]
                if weight > 0.0:
                    a = -dx[i] if j == 2 else dx[i]
                    b = -weight - weight / value * a
                    step = reach(value, a, reach(weight, b, step))
                    gap += value * weight
                    linear += value * b + a * weight
                    square += a * b
    return step, gap + step * (linear + step * square)


@inlined_kernel
def larger(a: float, b: float) -> float:
    """The larger one; b where a is NaN."""
    return a if a > b else b


@kernel
def longest_step(s: Array, z: Array, theta: Array, first: Array, target: float, dx: Array) -> float:
    """How far all stay positive along a corrected step, at most 1.

    Block by block: first how fast each coordinate comes to the end of its slacks and multipliers,
    in a loop of vectors, then the fastest.
    """
    bounded = z.shape[0] > 2  # else the last two rows are those of the kinks, and not used
    rate, fastest = np.empty(BLOCK), 0.0
    for start in range(0, dx.size, BLOCK):
        stop = min(start + BLOCK, dx.size)
        here = slice(start, stop)
        sa, sb, za, zb = s[0, here], s[1, here], z[0, here], z[1, here]
        su, sl, zu, zl = s[-2, here], s[-1, here], z[-2, here], z[-1, here]
        shift, before, change = theta[here], first[here], dx[here]
        for i in range(stop - start):
            a1, a2, b1, b2 = corrected_kink(
                sa[i], sb[i], za[i], zb[i], before[i], target, change[i]
            )
            kink = larger(larger(-a1 / sa[i], -a2 / sb[i]), larger(-b1 / za[i], -b2 / zb[i]))
            most = larger(kink, 0.0) if za[i] > 0.0 else 0.0
            if bounded:
                upper = -corrected_bound(su[i], zu[i], -before[i], target, -change[i]) / zu[i]
                lower = -corrected_bound(sl[i], zl[i], before[i], target, change[i]) / zl[i]
                most = larger(larger(upper, change[i] / su[i]), most) if zu[i] > 0.0 else most
                most = larger(larger(lower, -change[i] / sl[i]), most) if zl[i] > 0.0 else most
            rate[i] = most if shift[i] < np.inf else 0.0
        fastest = max(fastest, largest(rate[: stop - start]))
    return 1.0 / fastest if fastest > 1.0 else 1.0


@inlined_kernel
def corrected_kink(
    s1: float, s2: float, z1: float, z2: float, first: float, target: float, dx: float
) -> Any:
    """The changes of s1, s2, z1 and z2 along a corrected step."""
    rate = rates(s1, s2, z1, z2)
    a1, a2, b1, b2 = kink_step(rate, z1, z2, 0.0, 0.0, first)
    return kink_step(rate, z1, z2, target - a1 * b1, target - a2 * b2, dx)


@inlined_kernel
def corrected_bound(s: float, z: float, first: float, target: float, change: float) -> float:
    """The change of the multiplier of a bound along a corrected step that changes its slack."""
    return (bound_aim(s, z, first, target) - z * change) / s - z


@kernel
def move(
    x: Array, s: Array, z: Array, theta: Array, first: Array, target: float, dx: Array, step: float
) -> None:
    """Take a corrected step."""
    bounded = z.shape[0] > 2
    for i in range(x.size):
        if theta[i] == np.inf:
            continue
        x[i] += step * dx[i]
        if z[0, i] > 0.0:
            kink = s[0, i], s[1, i], z[0, i], z[1, i]
            a1, a2, b1, b2 = corrected_kink(*kink, first[i], target, dx[i])
            s[0, i] += step * a1
            s[1, i] += step * a2
            z[0, i] += step * b1
            z[1, i] += step * b2
        if bounded:
            if z[2, i] > 0.0:
                b = corrected_bound(s[2, i], z[2, i], -first[i], target, -dx[i])
                s[2, i] -= step * dx[i]
                z[2, i] += step * b
            if z[3, i] > 0.0:
                b = corrected_bound(s[3, i], z[3, i], first[i], target, dx[i])
                s[3, i] += step * dx[i]
                z[3, i] += step * b
