"""One Newton step over the faces of an update, pass by pass over tiles.

Each function goes over the vectors once, a group of tiles at a time, and what costs less to compute
again than to write and to read is not kept: a step lives on three vectors and two of signs. A
coordinate is fixed where its ``side`` is 0, else the sign of its piece, as in ``_pieces``. With
``rho = w l2`` and ``b = 1 / (D + rho)``, 0 where fixed,

    pull = -(q + rho x + w l1 side) where free, else 0,    q = g + A (x - anchor).

All vectors and numbers have one dtype; coordinates in the subspace are float64.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.projections._tiles import (
    GROUP,
    Tiling,
    add_group,
    lift_tile,
    new_sums,
    patterns_of,
    sum_of,
)
from compadagrad.regularizers._scalars import at
from compadagrad.updates._largest import largest

__all__ = [
    "bend",
    "force_of",
    "free_pulled",
    "points",
    "pulls",
    "slopes",
    "slopes_after",
    "violation",
    "weights_of",
]

Term = Any


@kernel
def weights_of(side: Array, diagonal: Array, w: Any, l2: Term, which: int, out: Array) -> None:
    """The weights of the three Gram matrices: D (1 - D b), 1 - D b and b."""
    zero, one = out.dtype.type(0), out.dtype.type(1)
    if which == 0:
        for i in range(out.size):
            d, rho = diagonal[i], w * at(l2, i)
            out[i] = d * (rho / (d + rho)) if side[i] != 0 else d
    elif which == 1:
        for i in range(out.size):
            rho = w * at(l2, i)
            out[i] = rho / (diagonal[i] + rho) if side[i] != 0 else one
    else:
        for i in range(out.size):
            out[i] = one / (diagonal[i] + w * at(l2, i)) if side[i] != 0 else zero


@inlined_kernel
def _pull(x: Any, q: Any, s: Any, rho: Any, kink: Any) -> Any:
    """What pulls at a coordinate, 0 where it is fixed; s is its side."""
    return -(q + rho * x + kink * s) * abs(s)


@kernel
def pulls(
    basis: Any,
    tiling: Tiling,
    diagonal: Array,
    x: Array,
    q: Array,
    side: Array,
    w: Any,
    l1: Term,
    l2: Term,
) -> tuple[Array, Array, float]:
    """``V^T y`` and ``V^T (D y)`` for ``y = b pull``, and the largest entry of pull."""
    real, length = x.dtype.type, GROUP * tiling.size
    top, low = new_sums(tiling), new_sums(tiling)
    y, force = np.empty(length, x.dtype), np.empty(length, x.dtype)
    most = np.empty(x.size // length, x.dtype)
    for start in range(0, x.size, length):
        here = slice(start, start + length)
        xh, qh, sh, d = x[here], q[here], side[here], diagonal[here]
        for i in range(length):
            rho, kink = w * at(l2, start + i), w * at(l1, start + i)
            force[i] = _pull(xh[i], qh[i], real(sh[i]), rho, kink)
            y[i] = force[i] / (d[i] + rho)
        most[start // length] = largest(force)
        add_group(basis, tiling, y, 0, start, top)
        for i in range(length):
            y[i] *= d[i]
        add_group(basis, tiling, y, 0, start, low)
    return sum_of(basis, top), sum_of(basis, low), largest(most)


@kernel
def points(
    basis: Any,
    tiling: Tiling,
    diagonal: Array,
    x: Array,
    q: Array,
    side: Array,
    anchor: Array,
    p: Array,
    m: Array,
    step: Any,
    w: Any,
    l1: Term,
    l2: Term,
    lower: Term,
    upper: Term,
    guess: Array,
    sides: Array,
) -> tuple[Array, bool]:
    """``guess = x + step b (pull - V p - D V m)``, stopped and fixed where it leaves its pieces.

    Returns ``V^T (guess - anchor)`` and whether any coordinate was stopped.
    """
    size, moved, sums = tiling.size, False, new_sums(tiling)
    first, second = patterns_of(basis, tiling, p), patterns_of(basis, tiling, m)
    lifted, away = np.empty((2, size), x.dtype), np.empty(GROUP * size, x.dtype)
    for group in range(0, x.size, GROUP * size):
        for start in range(group, group + GROUP * size, size):
            here = slice(start, start + size)
            lift_tile(basis, tiling, first, start, lifted[0])
            lift_tile(basis, tiling, second, start, lifted[1])
            _way(x[here], q[here], side[here], diagonal[here], start, w, l1, l2, lifted)
            moved |= _stopped(
                x[here], side[here], lifted[0], step, start, w, l1, lower, upper, guess[here],
                sides[here],
            )  # fmt: skip
            _away(guess[here], anchor[here], away[start - group : start - group + size])
        add_group(basis, tiling, away, 0, group, sums)
    return sum_of(basis, sums), moved


@inlined_kernel
def _way(
    x: Array,
    q: Array,
    side: Array,
    diagonal: Array,
    start: int,
    w: Any,
    l1: Term,
    l2: Term,
    lifted: Array,
) -> None:
    """``b (pull - V p - D V m)`` in the place of the lift of p."""
    real, under, over = x.dtype.type, lifted[0], lifted[1]
    for i in range(x.size):
        rho, kink, s = w * at(l2, start + i), w * at(l1, start + i), real(side[i])
        rest = _pull(x[i], q[i], s, rho, kink) - abs(s) * (under[i] + diagonal[i] * over[i])
        under[i] = rest / (diagonal[i] + rho)


@inlined_kernel
def _stopped(
    x: Array,
    side: Array,
    way: Array,
    step: Any,
    start: int,
    w: Any,
    l1: Term,
    lower: Term,
    upper: Term,
    guess: Array,
    sides: Array,
) -> bool:
    """``guess = x + step way``, moved to the ends of pieces; returns whether any was.

    All is of the types of x and of side: wider numbers would halve what a register holds.
    """
    zero, fixed, moved = x.dtype.type(0), side.dtype.type(0), False
    for i in range(x.size):
        s, there = side[i], x[i] + step * way[i]
        left, right = at(lower, start + i), at(upper, start + i)
        kinked = w * at(l1, start + i) > zero
        left = max(left, zero) if kinked & (s > fixed) else left
        right = min(right, zero) if kinked & (s <= fixed) else right
        below, above = (s != fixed) & (there <= left), (s != fixed) & (there >= right)
        guess[i] = left if below else right if above else there
        sides[i] = fixed if below | above else s
        moved |= below | above
    return moved


@inlined_kernel
def _away(point: Array, anchor: Array, out: Array) -> None:
    for i in range(out.size):
        out[i] = point[i] - anchor[i]


@kernel
def bend(
    basis: Any, tiling: Tiling, diagonal: Array, point: Array, anchor: Array, v: Array
) -> Array:
    """``V^T D (s - V v)`` for ``s = point - anchor`` and v its projection."""
    patterns, sums, size = patterns_of(basis, tiling, v), new_sums(tiling), tiling.size
    lifted, w = np.empty(size, point.dtype), np.empty(GROUP * size, point.dtype)
    for group in range(0, point.size, GROUP * size):
        for start in range(group, group + GROUP * size, size):
            here, out = slice(start, start + size), w[start - group : start - group + size]
            lift_tile(basis, tiling, patterns, start, lifted)
            _bent(diagonal[here], point[here], anchor[here], lifted, out)
        add_group(basis, tiling, w, 0, group, sums)
    return sum_of(basis, sums)


@inlined_kernel
def _bent(diagonal: Array, point: Array, anchor: Array, lifted: Array, out: Array) -> None:
    """``out = D (point - anchor - lifted)``."""
    for i in range(out.size):
        out[i] = diagonal[i] * ((point[i] - anchor[i]) - lifted[i])


@kernel
def _slope_tile(
    basis: Any,
    tiling: Tiling,
    start: int,
    first: Array,
    second: Array,
    diagonal: Array,
    point: Array,
    anchor: Array,
    g: Array,
    lifted: Array,
    out: Array,
) -> None:
    """A tile of ``g + A (point - anchor)``, from the patterns of v and c."""
    lift_tile(basis, tiling, first, start, lifted[0])
    lift_tile(basis, tiling, second, start, lifted[1])
    under, over = lifted[0], lifted[1]
    for i in range(out.size):
        out[i] = g[i] + (diagonal[i] * ((point[i] - anchor[i]) - under[i]) + over[i])


@kernel
def slopes(
    basis: Any,
    tiling: Tiling,
    diagonal: Array,
    point: Array,
    anchor: Array,
    g: Array,
    v: Array,
    c: Array,
    q: Array,
) -> float:
    """``q = g + A (point - anchor)``; returns ``<g + q, point - anchor> / 2``.

    v is the projection of ``point - anchor``, and c is ``K v`` less what :func:`bend` returns.
    """
    first, second, size = patterns_of(basis, tiling, v), patterns_of(basis, tiling, c), tiling.size
    lifted, total = np.empty((2, size), q.dtype), 0.0
    for start in range(0, q.size, size):
        here = slice(start, start + size)
        d, x, a, gh, out = diagonal[here], point[here], anchor[here], g[here], q[here]
        _slope_tile(basis, tiling, start, first, second, d, x, a, gh, lifted, out)
        both, step = lifted[0], lifted[1]
        for i in range(size):
            both[i], step[i] = gh[i] + out[i], x[i] - a[i]
        total += np.float64(np.dot(both, step))
    return 0.5 * total


@kernel
def slopes_after(
    basis: Any,
    tiling: Tiling,
    diagonal: Array,
    x: Array,
    side: Array,
    guess: Array,
    anchor: Array,
    g: Array,
    v: Array,
    c: Array,
    w: Any,
    l1: Term,
    l2: Term,
    q: Array,
) -> tuple[float, float, float]:
    """The slope of a guess in the place of that of x.

    Returns what the slope at x promised, what bending took from it (as ``descent`` of ``_pieces``),
    and the largest pull that is left.
    """
    first, second, size = patterns_of(basis, tiling, v), patterns_of(basis, tiling, c), tiling.size
    lifted, new = np.empty((2, size), q.dtype), np.empty(size, q.dtype)
    change = np.empty(size, q.dtype)
    real, most = q.dtype.type, np.empty(q.size // size, q.dtype)
    promised, bent = 0.0, 0.0
    for start in range(0, q.size, size):
        here = slice(start, start + size)
        xh, sh, to, old = x[here], side[here], guess[here], q[here]
        _slope_tile(
            basis, tiling, start, first, second, diagonal[here], to, anchor[here], g[here], lifted,
            new,
        )  # fmt: skip
        before, rise = lifted[0], lifted[1]
        for i in range(size):
            rho, kink, s = w * at(l2, start + i), w * at(l1, start + i), real(sh[i])
            change[i] = to[i] - xh[i]
            before[i] = _pull(xh[i], old[i], s, rho, kink)
            rise[i] = (new[i] - old[i]) + rho * change[i]
        promised += np.float64(np.dot(before, change))
        bent += np.float64(np.dot(rise, change))
        for i in range(size):
            rho, kink, s = w * at(l2, start + i), w * at(l1, start + i), real(sh[i])
            old[i] = new[i]
            before[i] = _pull(to[i], new[i], s, rho, kink)
        most[start // size] = largest(before)
    return promised, bent, largest(most)


@kernel
def force_of(
    basis: Any, tiling: Tiling, diagonal: Array, anchor: Array, g: Array, v: Array, c: Array
) -> float:
    """The largest entry of ``u = g - A anchor``; v and c are those of the anchor."""
    first, second, size = patterns_of(basis, tiling, v), patterns_of(basis, tiling, c), tiling.size
    lifted, most = np.empty((2, size), g.dtype), np.empty(g.size // size, g.dtype)
    for start in range(0, g.size, size):
        here = slice(start, start + size)
        a, d, gh, under, over = anchor[here], diagonal[here], g[here], lifted[0], lifted[1]
        lift_tile(basis, tiling, first, start, under)
        lift_tile(basis, tiling, second, start, over)
        for i in range(size):
            over[i] = gh[i] - (d[i] * (a[i] - under[i]) + over[i])
        most[start // size] = largest(over)
    return largest(most)


@inlined_kernel
def _ends(x: Any, slope: Any, kink: Any, lower: Any, upper: Any, zero: Any) -> Any:
    """The slopes to the left and to the right of x; no way is no slope."""
    to_left = slope + (kink if x > zero else -kink)
    to_right = slope + (-kink if x < zero else kink)
    return to_left if x > lower else zero, to_right if x < upper else zero


@kernel
def violation(
    tiling: Tiling, x: Array, q: Array, w: Any, l1: Term, l2: Term, lower: Term, upper: Term
) -> float:
    """The largest distance of -q to the slopes of w phi at x, which lies within its bounds."""
    size, zero = tiling.size, x.dtype.type(0)
    gap, most = np.empty(size, x.dtype), np.empty(x.size // size, x.dtype)
    for start in range(0, x.size, size):
        xh, qh = x[start : start + size], q[start : start + size]
        for i in range(size):
            j = start + i
            slope, kink = qh[i] + w * (at(l2, j) * xh[i]), w * at(l1, j)
            left, right = _ends(xh[i], slope, kink, at(lower, j), at(upper, j), zero)
            most_there = max(left, -right)
            gap[i] = most_there if most_there > zero else slope - slope
        most[start // size] = largest(gap)
    return largest(most)


@kernel
def free_pulled(
    x: Array,
    q: Array,
    side: Array,
    threshold: Any,
    w: Any,
    l1: Term,
    l2: Term,
    lower: Term,
    upper: Term,
) -> bool:
    """Free the fixed coordinates that slopes pull by over ``threshold``; whether there were any."""
    zero, fixed, one = x.dtype.type(0), side.dtype.type(0), side.dtype.type(1)
    any_freed = False
    for i in range(x.size):
        here, s = x[i], side[i]
        slope, kink = q[i] + w * (at(l2, i) * here), w * at(l1, i)
        left, right = _ends(here, slope, kink, at(lower, i), at(upper, i), zero)
        to_left, to_right = left > threshold, right < -threshold
        positive = here >= zero if to_right else here > zero
        freed = (s == fixed) & (to_left | to_right)
        side[i] = (one if positive else -one) if freed else s
        any_freed |= freed
    return any_freed
