"""Steps of Newton's method over the faces of an update, coordinate by coordinate.

A coordinate is fixed where its ``side`` is 0, else the sign of its piece, as in ``_pieces``. All
vectors and numbers have one dtype: wider ones would halve what a register holds. No branch depends
on a side.
"""

from typing import Any

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.projections._tiles import Tiling
from compadagrad.regularizers._scalars import at
from compadagrad.updates._largest import largest

__all__ = ["free_pulled", "pull_at", "violation", "weights_of"]

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
def pull_at(x: Any, q: Any, s: Any, rho: Any, kink: Any) -> Any:
    """What pulls at a coordinate, 0 where it is fixed; s is its side."""
    return -(q + rho * x + kink * s) * abs(s)


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
