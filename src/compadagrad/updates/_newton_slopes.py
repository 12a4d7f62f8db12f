"""Slopes of the quadratic of an update, pass by pass over tiles.

Each function goes over the vectors once, a group of tiles at a time, and what costs less to compute
again than to write and to read is not kept. With v the projection of ``s = point - anchor``,

    q = g + A s = g + D (s - V v) + V c,    c = K v - V^T D (s - V v).

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

__all__ = ["bend", "force_of", "slopes", "slopes_after"]

Term = Any


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
            before[i] = pull_at(xh[i], old[i], s, rho, kink)
            rise[i] = (new[i] - old[i]) + rho * change[i]
        promised += np.float64(np.dot(before, change))
        bent += np.float64(np.dot(rise, change))
        for i in range(size):
            rho, kink, s = w * at(l2, start + i), w * at(l1, start + i), real(sh[i])
            old[i] = new[i]
            before[i] = pull_at(to[i], new[i], s, rho, kink)
        most[start // size] = largest(before)
    return promised, bent, largest(most)


@kernel
def force_of(
    basis: Any, tiling: Tiling, diagonal: Array, anchor: Array, g: Array, v: Array, c: Array
) -> tuple[float, float]:
    """The largest entry of ``u = g - A anchor``, and the sum of those of its terms.

    v and c are those of the step from 0 to the anchor.
    """
    first, second, size = patterns_of(basis, tiling, v), patterns_of(basis, tiling, c), tiling.size
    lifted, most = np.empty((2, size), g.dtype), np.empty((3, g.size // size), g.dtype)
    for start in range(0, g.size, size):
        here, which = slice(start, start + size), start // size
        a, d, gh, under, over = anchor[here], diagonal[here], g[here], lifted[0], lifted[1]
        lift_tile(basis, tiling, first, start, under)
        lift_tile(basis, tiling, second, start, over)
        for i in range(size):
            over[i] = d[i] * (a[i] - under[i]) + over[i]
            under[i] = gh[i] - over[i]
        most[0, which], most[1, which] = largest(under), largest(gh)
        most[2, which] = largest(over)
    return largest(most[0]), largest(most[1]) + largest(most[2])
