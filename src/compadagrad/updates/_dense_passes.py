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

__all__ = [
    "bend",
    "first_move",
    "first_residual",
    "gather",
    "move",
    "outside",
    "residual_of",
    "solution",
]


@inlined_kernel
def _room(k: int) -> tuple[Array, Array, Array]:
    """A chunk and four vectors to project from it, and two to lift to it."""
    return np.zeros((padded_rows(k), CHUNK)), np.zeros((4, CHUNK)), np.zeros((2, CHUNK))


@inlined_kernel
def _sums(k: int) -> Array:
    """Four projections."""
    return np.zeros((4, padded_rows(k)))


@kernel
def gather(
    columns: Array, diagonal: Array, lam: float, g: Array, anchor: Array, free: int, r: Array
) -> tuple[Array, Array, Array, Array, float]:
    """``r = -(g + lam anchor)``, coordinate ``free`` without lam, and ``B = 1 / (D + lam)``.

    Returns ``V^T r``, ``V^T anchor``, ``V^T B r``, ``V^T diag(B) V`` and the largest entry of D.
    """
    k, n = columns.shape
    (chunk, four, _), sums = _room(k), _sums(k)
    weighted, gram = np.zeros_like(chunk), np.zeros((len(chunk), len(chunk)))
    weights, most = np.empty(CHUNK), 0.0
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        d, a, right = diagonal[start:stop], anchor[start:stop], r[start:stop]
        _right_side(g[start:stop], a, lam, free - start, right)
        most = max(most, _weights(d, lam, weights))
        fill(four[0], right)
        fill(four[1], a)
        fill(four[2], right)
        for i in range(d.size):
            four[2, i] *= weights[i]
        add_products(four, chunk, False, sums)
        for j in range(k):
            row, to = chunk[j], weighted[j]
            for i in range(d.size):
                to[i] = weights[i] * row[i]
            to[d.size :] = 0.0
        add_products(weighted, chunk, True, gram)
    for j in range(k):
        gram[:j, j] = gram[j, :j]
    return sums[0, :k].copy(), sums[1, :k].copy(), sums[2, :k].copy(), gram[:k, :k].copy(), most


@inlined_kernel
def _right_side(g: Array, anchor: Array, lam: float, free: int, r: Array) -> None:
    """``r = -(g + lam anchor)``, place ``free`` without lam if it is one of them."""
    for i in range(r.size):
        r[i] = -(g[i] + lam * anchor[i])
    if 0 <= free < r.size:
        r[free] = -g[free]


@inlined_kernel
def _weights(d: Array, lam: float, weights: Array) -> float:
    """``1 / (d + lam)``; returns the largest of d."""
    most = 0.0
    for i in range(d.size):
        weights[i] = 1.0 / (d[i] + lam)
        most = max(most, float(d[i]))
    return most


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
def first_move(
    columns: Array,
    diagonal: Array,
    lam: float,
    r: Array,
    inside: Array,
    nu: Array,
    ahead: Array,
    ratio: float,
    column: Array,
    anchor: Array,
    va: Array,
    s: Array,
    trial: Array,
    w: Array,
    wa: Array,
) -> tuple[Array, Array, Array]:
    """``s = V inside + (r - V nu) / (D + lam) + ratio column`` and ``trial = anchor + s``.

    With s as trial took it, ``w = D (s - V ahead)`` and ``wa = D (anchor - V va)``. Returns
    ``V^T s``, which should be ``ahead``, ``V^T w`` and ``V^T wa``. An empty column is none.
    """
    k, n = columns.shape
    (chunk, four, lifted), sums = _room(k), _sums(k)
    step = four[0]
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        d, a, point = diagonal[start:stop], anchor[start:stop], s[start:stop]
        lift_chunk(chunk, inside, lifted[0])
        lift_chunk(chunk, nu, lifted[1])
        _divide(r[start:stop], lifted[1], d, lam, point)
        for i in range(point.size):
            step[i] = lifted[0, i] + point[i]
        if column.size:
            more = column[start:stop]
            for i in range(more.size):
                step[i] += ratio * more[i]
            lift_chunk(chunk, ahead, lifted[0])
        point[:] = 0.0
        _step(a, point, trial[start:stop], step)
        lift_chunk(chunk, va, lifted[1])
        _bend(step, lifted[0], d, w[start:stop])
        _bend(a, lifted[1], d, wa[start:stop])
        fill(four[1], w[start:stop])
        fill(four[2], wa[start:stop])
        add_products(four, chunk, False, sums)
    return sums[0, :k].copy(), sums[1, :k].copy(), sums[2, :k].copy()


@kernel
def first_residual(
    columns: Array,
    g: Array,
    w: Array,
    c: Array,
    wa: Array,
    ca: Array,
    lam: float,
    free: int,
    trial: Array,
    r: Array,
) -> tuple[float, float, float, float]:
    """``r = -(g + w + V c + lam trial)``, coordinate ``free`` without lam.

    Returns its largest entry and, with ``A anchor = wa + V ca``, the largest entries of
    ``g - A anchor``, of ``A anchor`` and of g.
    """
    n = columns.shape[1]
    chunk, _, lifted = _room(len(columns))
    sizes = np.empty((4, (n + CHUNK - 1) // CHUNK))
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        lift_chunk(chunk, c, lifted[0])
        gradient, rest = g[start:stop], r[start:stop]
        most = sizes[:, start // CHUNK]
        _left(gradient, w[start:stop], lifted[0], lam, free - start, trial[start:stop], rest)
        most[0] = largest(rest)
        lift_chunk(chunk, ca, lifted[0])
        _force(gradient, wa[start:stop], lifted, most[1:])
    return largest(sizes[0]), largest(sizes[1]), largest(sizes[2]), largest(sizes[3])


@inlined_kernel
def _left(
    g: Array, w: Array, pull: Array, lam: float, free: int, trial: Array, rest: Array
) -> None:
    """``rest = -(g + w + pull + lam trial)``, place ``free`` without lam if it is one of them."""
    for i in range(rest.size):
        rest[i] = -(g[i] + (w[i] + pull[i]) + lam * trial[i])
    if 0 <= free < rest.size:
        rest[free] = -(g[free] + (w[free] + pull[free]))


@kernel
def outside(columns: Array, diagonal: Array, lam: float, r: Array, v: Array, y: Array) -> Array:
    """``y = (r - V v) / (D + lam)`` where v is the projection of r; returns ``V^T y``."""
    k, n = columns.shape
    (chunk, four, lifted), sums = _room(k), _sums(k)
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        lift_chunk(chunk, v, lifted[0])
        _divide(r[start:stop], lifted[0], diagonal[start:stop], lam, y[start:stop])
        fill(four[0], y[start:stop])
        add_products(four[:2], chunk, False, sums)
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
) -> Array:
    """``s += V inside + y - (V nu) / (D + lam) + ratio column`` and ``trial = anchor + s``.

    Returns ``V^T (trial - anchor)``. An empty column is none. trial may be y.
    """
    k, n = columns.shape
    (chunk, four, lifted), sums = _room(k), _sums(k)
    step = four[0]
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
        _step(anchor[start:stop], s[start:stop], trial[start:stop], step)
        add_products(four[:2], chunk, False, sums)
    return sums[0, :k].copy()


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
    (chunk, four, lifted), sums = _room(k), _sums(k)
    for start in range(0, n, CHUNK):
        stop = min(n, start + CHUNK)
        take_chunk(columns, start, stop, chunk)
        lift_chunk(chunk, v, lifted[0])
        point, a, step = trial[start:stop], anchor[start:stop], lifted[1]
        for i in range(a.size):
            step[i] = point[i] - a[i]
        _bend(step, lifted[0], diagonal[start:stop], w[start:stop])
        fill(four[0], w[start:stop])
        add_products(four[:2], chunk, False, sums)
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
        rest, bent, point = r[start:stop], w[start:stop], trial[start:stop]
        _left(g[start:stop], bent, lifted[0], lam, free - start, point, rest)
        most[start // CHUNK] = largest(rest)
    return largest(most)
