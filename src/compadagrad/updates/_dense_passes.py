"""The closed form for a matrix with many columns, pass by pass over them.

Each function reads V once, chunk by chunk, and does with a chunk whatever can be done before the
next projection is complete. Names are those of ``_closed``. Vectors have the dtype of
``diagonal``; within a chunk all is float64.
"""

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.projections._chunks import (
    CHUNK,
    add_products,
    fill,
    lift_chunk,
    padded_rows,
    take_chunk,
)
from compadagrad.updates._largest import largest

__all__ = ["begin", "bend", "move", "outside", "residual_of", "solution", "weigh"]


@inlined_kernel
def _room(k: int) -> tuple[Array, Array, Array]:
    """A chunk and two vectors to project from it, and two to lift to it."""
    return np.zeros((padded_rows(k), CHUNK)), np.zeros((2, CHUNK)), np.zeros((2, CHUNK))


@inlined_kernel
def _sums(k: int) -> Array:
    """Two projections, the first two rows of which count."""
    return np.zeros((2, padded_rows(k)))


@kernel
def begin(
    columns: Array, g: Array, anchor: Array, lam: float, free: int, r: Array
) -> tuple[Array, Array]:
    """``r = -(g + lam anchor)``; returns ``V^T r`` and ``V^T anchor``."""
    k, n = columns.shape
    (chunk, pair, _), sums = _room(k), _sums(k)
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        gradient, a, right = g[start:stop], anchor[start:stop], r[start:stop]
        for i in range(right.size):
            right[i] = -(gradient[i] + lam * a[i])
        if start <= free < stop:
            right[free - start] = -gradient[free - start]
        fill(pair[0], right)
        fill(pair[1], a)
        add_products(pair, chunk, False, sums)
    return sums[0, :k].copy(), sums[1, :k].copy()


@inlined_kernel
def _divide(r: Array, lifted: Array, diagonal: Array, lam: float, y: Array) -> None:
    """``y = (r - lifted) / (D + lam)``."""
    for i in range(y.size):
        y[i] = (r[i] - lifted[i]) / (diagonal[i] + lam)


@inlined_kernel
def _bend(x: Array, lifted: Array, diagonal: Array, w: Array) -> None:
    """``w = D (x - lifted)``."""
    for i in range(w.size):
        w[i] = diagonal[i] * (x[i] - lifted[i])


@kernel
def weigh(
    columns: Array,
    diagonal: Array,
    lam: float,
    r: Array,
    v: Array,
    anchor: Array,
    va: Array,
    y: Array,
    w: Array,
) -> tuple[Array, Array, Array]:
    """``y = (r - V v) / (D + lam)`` and ``w = D (anchor - V va)``, where v and va are projections.

    Returns ``V^T y``, ``V^T w`` and ``V^T diag(1 / (D + lam)) V``.
    """
    k, n = columns.shape
    (chunk, pair, lifted), sums = _room(k), _sums(k)
    weighted, gram = np.zeros_like(chunk), np.zeros((len(chunk), len(chunk)))
    weights = np.empty(CHUNK)
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        lift_chunk(chunk, v, lifted[0])
        lift_chunk(chunk, va, lifted[1])
        d = diagonal[start:stop]
        _divide(r[start:stop], lifted[0], d, lam, y[start:stop])
        _bend(anchor[start:stop], lifted[1], d, w[start:stop])
        fill(pair[0], y[start:stop])
        fill(pair[1], w[start:stop])
        add_products(pair, chunk, False, sums)
        for i in range(d.size):
            weights[i] = 1.0 / (d[i] + lam)
        for j in range(k):
            row, to = chunk[j], weighted[j]
            for i in range(d.size):
                to[i] = weights[i] * row[i]
            to[d.size :] = 0.0
        add_products(weighted, chunk, True, gram)
    for j in range(k):
        gram[:j, j] = gram[j, :j]
    return sums[0, :k].copy(), sums[1, :k].copy(), gram[:k, :k].copy()


@kernel
def outside(columns: Array, diagonal: Array, lam: float, r: Array, v: Array, y: Array) -> Array:
    """``y = (r - V v) / (D + lam)`` where v is the projection of r; returns ``V^T y``."""
    k, n = columns.shape
    (chunk, pair, lifted), sums = _room(k), _sums(k)
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        lift_chunk(chunk, v, lifted[0])
        _divide(r[start:stop], lifted[0], diagonal[start:stop], lam, y[start:stop])
        fill(pair[0], y[start:stop])
        add_products(pair, chunk, False, sums)
    return sums[0, :k].copy()


@inlined_kernel
def _join(y: Array, lifted: Array, diagonal: Array, lam: float, out: Array) -> None:
    """``out = V inside + y - (V nu) / (D + lam)``, where ``lifted`` is both lifted."""
    inside, nu = lifted[0], lifted[1]
    for i in range(y.size):
        out[i] = (y[i] - nu[i] / (diagonal[i] + lam)) + inside[i]


@kernel
def solution(
    columns: Array, diagonal: Array, lam: float, y: Array, inside: Array, nu: Array, out: Array
) -> None:
    """``out = V inside + y - (V nu) / (D + lam)``."""
    k, n = columns.shape
    chunk, _, lifted = _room(k)
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        lift_chunk(chunk, inside, lifted[0])
        lift_chunk(chunk, nu, lifted[1])
        _join(y[start:stop], lifted, diagonal[start:stop], lam, out[start:stop])


@kernel
def move(
    columns: Array,
    diagonal: Array,
    lam: float,
    y: Array,
    inside: Array,
    nu: Array,
    ratio: float,
    column: Array,
    anchor: Array,
    s: Array,
    trial: Array,
    g: Array,
    w: Array,
    c: Array,
) -> tuple[Array, float, float, float]:
    """``s += V inside + y - (V nu) / (D + lam) + ratio column`` and ``trial = anchor + s``.

    Returns ``V^T (trial - anchor)`` and, with ``A anchor = w + V c``, the largest entries of
    ``g - A anchor``, of ``A anchor`` and of g. An empty c leaves these out, and says that this is
    not the first step; an empty column is none. trial may be y.
    """
    k, n = columns.shape
    (chunk, pair, lifted), sums = _room(k), _sums(k)
    step, count = pair[0], (n + CHUNK - 1) // CHUNK
    sizes = np.zeros((3, count))
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        lift_chunk(chunk, inside, lifted[0])
        lift_chunk(chunk, nu, lifted[1])
        _join(y[start:stop], lifted, diagonal[start:stop], lam, step)
        if column.size:
            more = column[start:stop]
            for i in range(more.size):
                step[i] += ratio * more[i]
        if c.size:
            s[start:stop] = 0.0
        _step(anchor[start:stop], s[start:stop], trial[start:stop], step)
        add_products(pair, chunk, False, sums)
        if c.size:
            lift_chunk(chunk, c, lifted[0])
            _force(g[start:stop], w[start:stop], lifted, sizes[:, start // CHUNK])
    return sums[0, :k].copy(), largest(sizes[0]), largest(sizes[1]), largest(sizes[2])


@inlined_kernel
def _step(anchor: Array, s: Array, trial: Array, step: Array) -> None:
    """``s += step``, ``trial = anchor + s``, and step the one that trial really takes."""
    for i in range(s.size):
        s[i] += step[i]
        trial[i] = anchor[i] + s[i]
        step[i] = trial[i] - anchor[i]
    step[s.size :] = 0.0


@inlined_kernel
def _force(g: Array, w: Array, lifted: Array, sizes: Array) -> None:
    """The largest entries of ``g - (w + V c)``, ``w + V c`` and g, for V c in ``lifted[0]``."""
    pull, u = lifted[0, : w.size], lifted[1, : w.size]
    for i in range(w.size):
        pull[i] += w[i]
        u[i] = g[i] - pull[i]
    sizes[0], sizes[1], sizes[2] = largest(u), largest(pull), largest(g)


@kernel
def bend(columns: Array, diagonal: Array, trial: Array, anchor: Array, v: Array, w: Array) -> Array:
    """``w = D (s - V v)`` for ``s = trial - anchor`` and v its projection; returns ``V^T w``."""
    k, n = columns.shape
    (chunk, pair, lifted), sums = _room(k), _sums(k)
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        lift_chunk(chunk, v, lifted[0])
        point, a, step = trial[start:stop], anchor[start:stop], lifted[1]
        for i in range(a.size):
            step[i] = point[i] - a[i]
        _bend(step, lifted[0], diagonal[start:stop], w[start:stop])
        fill(pair[0], w[start:stop])
        add_products(pair, chunk, False, sums)
    return sums[0, :k].copy()


@kernel
def residual_of(
    columns: Array, g: Array, w: Array, c: Array, lam: float, free: int, trial: Array, r: Array
) -> float:
    """``r = -(g + w + V c + lam trial)``, coordinate ``free`` without lam; returns its largest."""
    n = columns.shape[1]
    chunk, _, lifted = _room(len(columns))
    most = np.empty((n + CHUNK - 1) // CHUNK)
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        lift_chunk(chunk, c, lifted[0])
        pull, rest = lifted[0], r[start:stop]
        gradient, bent, point = g[start:stop], w[start:stop], trial[start:stop]
        for i in range(rest.size):
            rest[i] = -(gradient[i] + (bent[i] + pull[i]) + lam * point[i])
        if start <= free < stop:
            i = free - start
            rest[i] = -(gradient[i] + (bent[i] + pull[i]))
        most[start // CHUNK] = largest(rest)
    return largest(most)
