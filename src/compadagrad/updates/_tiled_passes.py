"""The closed form for a subsampled Hadamard basis, pass by pass over tiles.

Each function goes over the vectors once, a group of tiles at a time, and does with a tile whatever
can be done before the next projection is complete. What costs less to compute again than to write
and to read is not kept. Names are those of ``_closed``. Vectors have the dtype of ``diagonal``;
coordinates in the subspace are float64.
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
from compadagrad.updates._largest import largest

__all__ = ["begin", "bend", "first_move", "move", "outside", "residual_of", "weigh"]


@inlined_kernel
def _right_side(g: Array, anchor: Array, lam: float, out: Array) -> None:
    """``out = -(g + lam anchor)``."""
    for i in range(out.size):
        out[i] = -(g[i] + lam * anchor[i])


@kernel
def begin(basis: Any, tiling: Tiling, g: Array, anchor: Array, lam: float) -> tuple[Array, Array]:
    """``V^T r`` for ``r = -(g + lam anchor)``, and ``V^T anchor``."""
    length = GROUP * tiling.size
    right, ours, theirs = np.empty(length, g.dtype), new_sums(tiling), new_sums(tiling)
    for at in range(0, g.size, length):
        _right_side(g[at : at + length], anchor[at : at + length], lam, right)
        add_group(basis, tiling, right, 0, at, ours)
        add_group(basis, tiling, anchor, at, at, theirs)
    return sum_of(basis, ours), sum_of(basis, theirs)


@kernel
def weigh(
    basis: Any,
    tiling: Tiling,
    diagonal: Array,
    lam: float,
    g: Array,
    anchor: Array,
    v: Array,
    va: Array,
    b: Array,
) -> tuple[Array, Array]:
    """``b = 1 / (D + lam)``; returns ``V^T b (r - V v)`` and ``V^T D (anchor - V va)``.

    v and va are the projections of ``r = -(g + lam anchor)`` and of the anchor.
    """
    one, size = diagonal.dtype.type(1), tiling.size
    first, second = patterns_of(basis, tiling, v), patterns_of(basis, tiling, va)
    lifted, right = np.empty(size, b.dtype), np.empty(size, b.dtype)
    y, w = np.empty(GROUP * size, b.dtype), np.empty(GROUP * size, b.dtype)
    ours, theirs = new_sums(tiling), new_sums(tiling)
    for group in range(0, b.size, GROUP * size):
        for at in range(group, group + GROUP * size, size):
            here, there = slice(at, at + size), slice(at - group, at - group + size)
            d, a, bh, yh, wh = diagonal[here], anchor[here], b[here], y[there], w[there]
            lift_tile(basis, tiling, first, at, lifted)
            _right_side(g[here], a, lam, right)
            for i in range(d.size):
                bh[i] = one / (d[i] + lam)
                yh[i] = (right[i] - lifted[i]) * bh[i]
            lift_tile(basis, tiling, second, at, lifted)
            for i in range(d.size):
                wh[i] = d[i] * (a[i] - lifted[i])
        add_group(basis, tiling, y, 0, group, ours)
        add_group(basis, tiling, w, 0, group, theirs)
    return sum_of(basis, ours), sum_of(basis, theirs)


@kernel
def outside(basis: Any, tiling: Tiling, diagonal: Array, lam: float, r: Array, v: Array) -> Array:
    """``V^T (r - V v) / (D + lam)``, where v is the projection of r."""
    patterns, sums, size = patterns_of(basis, tiling, v), new_sums(tiling), tiling.size
    lifted, y = np.empty(size, r.dtype), np.empty(GROUP * size, r.dtype)
    for group in range(0, r.size, GROUP * size):
        for at in range(group, group + GROUP * size, size):
            d, rest, yh = diagonal[at : at + size], r[at : at + size], y[at - group :]
            lift_tile(basis, tiling, patterns, at, lifted)
            for i in range(d.size):
                yh[i] = (rest[i] - lifted[i]) / (d[i] + lam)
        add_group(basis, tiling, y, 0, group, sums)
    return sum_of(basis, sums)


@kernel
def _step_tile(
    basis: Any,
    tiling: Tiling,
    at: int,
    low: Array,
    inside: Array,
    diagonal: Array,
    lam: float,
    r: Array,
    lifted: Array,
    out: Array,
) -> None:
    """A tile of ``V inside + (r - V low) / (D + lam)``, from the patterns of both."""
    under, over = lifted[0], lifted[1]
    lift_tile(basis, tiling, low, at, under)
    lift_tile(basis, tiling, inside, at, over)
    for i in range(out.size):
        out[i] = (r[i] - under[i]) / (diagonal[i] + lam) + over[i]


@inlined_kernel
def _take(step: Array, anchor: Array, x: Array, trial: Array) -> None:
    """``trial = x + step``, and step what trial is away from the anchor."""
    for i in range(step.size):
        trial[i] = x[i] + step[i]
        step[i] = trial[i] - anchor[i]


@inlined_kernel
def _sizes(diagonal: Array, anchor: Array, g: Array, lifted: Array, u: Array, most: Array) -> None:
    """The largest entries of u, of g and of ``A anchor``, from two lifts."""
    under, pull = lifted[0], lifted[1]
    for i in range(g.size):
        pull[i] += diagonal[i] * (anchor[i] - under[i])
        u[i] = g[i] - pull[i]
    most[0], most[1], most[2] = largest(u), largest(g), largest(pull)


@kernel
def first_move(
    basis: Any,
    tiling: Tiling,
    diagonal: Array,
    lam: float,
    g: Array,
    anchor: Array,
    va: Array,
    c: Array,
    low: Array,
    inside: Array,
    x: Array,
) -> tuple[Array, float, float]:
    """``x = anchor + V inside + (r - V low) / (D + lam)`` for ``r = -(g + lam anchor)``.

    Returns ``V^T (x - anchor)``, the largest entry of ``u = g - A anchor``, and those of its two
    terms added, where ``A anchor = V c + D (anchor - V va)``.
    """
    size, sums = tiling.size, new_sums(tiling)
    first, second = patterns_of(basis, tiling, low), patterns_of(basis, tiling, inside)
    third, fourth = patterns_of(basis, tiling, va), patterns_of(basis, tiling, c)
    lifted, right = np.empty((2, size), x.dtype), np.empty(size, x.dtype)
    step, most = np.empty(GROUP * size, x.dtype), np.zeros((x.size // size, 3), x.dtype)
    for group in range(0, x.size, GROUP * size):
        for at in range(group, group + GROUP * size, size):
            here, moved = slice(at, at + size), step[at - group : at - group + size]
            d, a, gh = diagonal[here], anchor[here], g[here]
            lift_tile(basis, tiling, third, at, lifted[0])
            lift_tile(basis, tiling, fourth, at, lifted[1])
            _sizes(d, a, gh, lifted, right, most[at // size])
            _right_side(gh, a, lam, right)
            _step_tile(basis, tiling, at, first, second, d, lam, right, lifted, moved)
            _take(moved, a, a, x[here])
        add_group(basis, tiling, step, 0, group, sums)
    u, given, pull = largest(most[:, 0]), largest(most[:, 1]), largest(most[:, 2])
    return sum_of(basis, sums), u, given + pull


@kernel
def move(
    basis: Any,
    tiling: Tiling,
    diagonal: Array,
    lam: float,
    r: Array,
    low: Array,
    inside: Array,
    anchor: Array,
    x: Array,
    trial: Array,
) -> Array:
    """``trial = x + V inside + (r - V low) / (D + lam)``; returns ``V^T (trial - anchor)``."""
    first, second = patterns_of(basis, tiling, low), patterns_of(basis, tiling, inside)
    size, sums = tiling.size, new_sums(tiling)
    lifted, step = np.empty((2, size), r.dtype), np.empty(GROUP * size, r.dtype)
    for group in range(0, x.size, GROUP * size):
        for at in range(group, group + GROUP * size, size):
            here, moved = slice(at, at + size), step[at - group : at - group + size]
            d = diagonal[here]
            _step_tile(basis, tiling, at, first, second, d, lam, r[here], lifted, moved)
            _take(moved, anchor[here], x[here], trial[here])
        add_group(basis, tiling, step, 0, group, sums)
    return sum_of(basis, sums)


@kernel
def bend(
    basis: Any, tiling: Tiling, diagonal: Array, trial: Array, anchor: Array, v: Array, w: Array
) -> Array:
    """``w = D (s - V v)`` for ``s = trial - anchor`` and v its projection; returns ``V^T w``."""
    patterns, sums, size = patterns_of(basis, tiling, v), new_sums(tiling), tiling.size
    lifted = np.empty(size, w.dtype)
    for group in range(0, w.size, GROUP * size):
        for at in range(group, group + GROUP * size, size):
            here = slice(at, at + size)
            d, x, a, wh = diagonal[here], trial[here], anchor[here], w[here]
            lift_tile(basis, tiling, patterns, at, lifted)
            for i in range(wh.size):
                wh[i] = d[i] * ((x[i] - a[i]) - lifted[i])
        add_group(basis, tiling, w, group, group, sums)
    return sum_of(basis, sums)


@kernel
def residual_of(
    basis: Any, tiling: Tiling, g: Array, w: Array, c: Array, lam: float, trial: Array
) -> float:
    """``r = -(g + w + V c + lam trial)`` in the place of w; returns its largest entry."""
    patterns, size = patterns_of(basis, tiling, c), tiling.size
    lifted, most = np.empty(size, g.dtype), np.empty(g.size // size, g.dtype)
    for at in range(0, g.size, size):
        here = slice(at, at + size)
        gradient, rest, x = g[here], w[here], trial[here]
        lift_tile(basis, tiling, patterns, at, lifted)
        for i in range(rest.size):
            rest[i] = -(gradient[i] + (rest[i] + lifted[i]) + lam * x[i])
        most[at // size] = largest(rest)
    return largest(most)
