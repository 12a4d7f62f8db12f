"""One Newton step over the faces of an update, pass by pass over tiles.

Each function goes over the vectors once, a group of tiles at a time, and what costs less to compute
again than to write and to read is not kept. With ``rho = w l2`` and ``b = 1 / (D + rho)``, 0 where
fixed, the step on a face is ``b (pull - V p - D V m)``,

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
from compadagrad.updates._newton_pieces import pull_at

__all__ = ["points", "pulls"]

Term = Any


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
            force[i] = pull_at(xh[i], qh[i], real(sh[i]), rho, kink)
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
        rest = pull_at(x[i], q[i], s, rho, kink) - abs(s) * (under[i] + diagonal[i] * over[i])
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
