"""One pass each over the coordinates of a piecewise quadratic: pieces, residuals, repairs.

The passes have no branches that would depend on random sides: a wrong guess of one costs more than
the numbers.

The slope of w phi is constant, up to w l2 x, between its kinks: the bounds, and 0 where l1 > 0. A
coordinate is either fixed at a kink (``side`` 0) or free between two of them; ``side`` +1 or -1 is
the sign of the slope w l1 there. ``q`` stands for u + A x.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.regularizers._scalars import at
from compadagrad.updates._largest import largest

__all__ = [
    "descent",
    "face_of_point",
    "face_of_slacks",
    "first_end",
    "free_residual",
    "half_way",
    "move_to_pieces",
    "release",
    "shift_of_face",
    "stop_at",
]

Term = Any


@kernel
def shift_of_face(side: Array, w: float, l2: Term, out: Array) -> None:
    """Theta: w l2 for a free coordinate, infinite for a fixed one."""
    for i in range(side.size):
        out[i] = w * at(l2, i) if side[i] else np.inf


@kernel
def free_residual(
    x: Array, q: Array, side: Array, w: float, l1: Term, l2: Term, out: Array
) -> float:
    """``out`` = -(q + w l2 x + w l1 side) where free, else 0; returns its largest size."""
    for i in range(x.size):
        s = side[i]
        r = -(q[i] + w * at(l2, i) * x[i] + w * at(l1, i) * s)
        out[i] = r if s != 0 else 0.0
    return largest(out)


@inlined_kernel
def piece_of(side: int, kink: float, lower: float, upper: float) -> Any:
    """The ends of a free coordinate's piece."""
    if kink > 0.0:
        if side > 0:
            return max(lower, 0.0), upper
        return lower, min(upper, 0.0)
    return lower, upper


@kernel
def move_to_pieces(x: Array, side: Array, w: float, l1: Term, lower: Term, upper: Term) -> int:
    """Fix the free coordinates that have left their pieces where they left; returns how many."""
    moved = 0
    for i in range(x.size):
        s, at_x = side[i], x[i]
        left, right = piece_of(s, w * at(l1, i), at(lower, i), at(upper, i))
        below = (s != 0) & (at_x <= left)
        above = (s != 0) & (at_x >= right)
        if below | above:
            x[i] = left if below else right
            side[i] = 0
            moved += 1
    return moved


@kernel
def release(
    x: Array,
    q: Array,
    side: Array,
    threshold: float,
    w: float,
    l1: Term,
    l2: Term,
    lower: Term,
    upper: Term,
) -> int:
    """Free the fixed coordinates whose slope says so by over ``threshold``; returns how many."""
    released = 0
    for i in range(x.size):
        at_x, kink = x[i], w * at(l1, i)
        slope = q[i] + w * at(l2, i) * at_x
        to_right = slope + (kink if at_x >= 0.0 else -kink)
        to_left = slope + (kink if at_x > 0.0 else -kink)
        fixed = side[i] == 0
        right = fixed & (to_right < -threshold) & (at_x < at(upper, i))
        left = fixed & (to_left > threshold) & (at_x > at(lower, i))
        if right | left:
            to = at_x >= 0.0 if right else at_x > 0.0
            side[i] = 1 if to else -1
            released += 1
    return released


@kernel
def face_of_point(x: Array, w: float, l1: Term, lower: Term, upper: Term, side: Array) -> None:
    """The face of a feasible point: what lies on a kink is fixed."""
    for i in range(x.size):
        kinked = w * at(l1, i) > 0.0
        fixed = x[i] == at(lower, i) or x[i] == at(upper, i) or (kinked and x[i] == 0.0)
        side[i] = 0 if fixed else (-1 if x[i] < 0.0 else 1)


@kernel
def face_of_slacks(
    x: Array, s: Array, z: Array, stiffness: Array, lower: Term, upper: Term, side: Array
) -> None:
    """Where multipliers outweigh slacks, x is moved to the kink and fixed there."""
    bounded = z.shape[0] > 2
    for i in range(x.size):
        low, high, d = at(lower, i), at(upper, i), stiffness[i]
        side[i] = -1 if x[i] < 0.0 else 1
        if low == high:
            side[i] = 0
        elif z[0, i] > 0.0 and (
            z[1, i] >= d * s[1, i] if s[1, i] > s[0, i] else z[0, i] >= d * s[0, i]
        ):
            x[i] = 0.0
            side[i] = 0
        elif bounded and z[2, i] > d * s[2, i]:
            x[i] = high
            side[i] = 0
        elif bounded and z[3, i] > d * s[3, i]:
            x[i] = low
            side[i] = 0


@kernel
def first_end(
    x: Array, way: Array, side: Array, w: float, l1: Term, lower: Term, upper: Term
) -> float:
    """The largest step, at most 1, that keeps every free coordinate in its piece."""
    step = 1.0
    for i in range(x.size):
        if side[i] and way[i] != 0.0:
            left, right = piece_of(side[i], w * at(l1, i), at(lower, i), at(upper, i))
            end = left if way[i] < 0.0 else right
            if (x[i] + way[i] - end) * way[i] > 0.0:
                step = min(step, max((end - x[i]) / way[i], 0.0))
    return step


@kernel
def stop_at(
    x: Array, way: Array, step: float, side: Array, w: float, l1: Term, lower: Term, upper: Term
) -> None:
    """Take the step, and fix the free coordinates that it brings to the ends of their pieces."""
    for i in range(x.size):
        if side[i] and way[i] != 0.0:
            left, right = piece_of(side[i], w * at(l1, i), at(lower, i), at(upper, i))
            end = left if way[i] < 0.0 else right
            if (end - x[i]) / way[i] <= step:
                x[i] = end
                side[i] = 0
            else:
                x[i] += step * way[i]


@kernel
def descent(
    x: Array, q: Array, side: Array, end: Array, slope: Array, w: float, l1: Term, l2: Term
) -> tuple[float, float]:
    """What the slope at x promises at ``end``, and what bending takes from it.

    With ``slope`` = u + A end, the objective on the face falls by the first number less half of the
    second.
    """
    promised, bent = 0.0, 0.0
    for i in range(x.size):
        change = end[i] - x[i]
        rho = w * at(l2, i)
        pull = -(q[i] + rho * x[i] + w * at(l1, i) * side[i])
        promised += (pull if side[i] else 0.0) * change
        bent += ((slope[i] - q[i]) + rho * change) * change
    return promised, bent


@kernel
def half_way(x: Array, anchor: Array, g: Array, q: Array) -> float:
    """<g, d> + <d, A d> / 2 for d = x - anchor, of which q = g + A d."""
    total = 0.0
    for i in range(x.size):
        change = x[i] - anchor[i]
        total += 0.5 * (g[i] + q[i]) * change
    return total
