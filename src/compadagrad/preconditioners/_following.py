"""A subspace that follows the gradients, compiled.

``rows`` has room for one row more than the subspace has dimensions; the first ``rank`` are
orthonormal, and the one behind them is where a new direction is put. ``roots`` are the square roots
of the eigenvalues, in descending order.
"""

import math

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.projections._compiled import as_doubles
from compadagrad.spectral._numba.update import update

__all__ = ["add_dropped", "follow", "next_direction", "outside_metric"]

ENOUGH = 0.5  # of a vector: what is left of it is orthogonal to rounding, and its length is known
NOTHING = 2.0**-46  # of a gradient: what is left of one that lies in the subspace


@kernel
def next_direction(rows: Array, rank: int, g: Array, z: Array, c: Array) -> int:
    """``g`` in the rows in use and one more, ``(e - c U) / z[rank]``; how many rows it takes.

    z is what g is in them. e is put behind the rows, and c U is left for those to take from it who
    turn the rows: they are long, and so are read once less. Where little of g is outside, that part
    is made orthogonal once more; where it is nothing but rounding, there is no further row.
    """
    wide = as_doubles(g)
    basis, e = rows[:rank], rows[rank]
    e[:] = wide
    z[: rank + 1] = 0.0
    c[:rank] = 0.0
    square = np.dot(wide, wide)
    left = square
    if rank > 0:
        c[:rank] = np.dot(basis, e)
        z[:rank] = c[:rank]
        left = square - np.dot(c[:rank], c[:rank])
        if not left > ENOUGH**2 * square:
            left = _once_more(basis, e, c[:rank], z[:rank])
    if left <= NOTHING**2 * square:
        return rank
    z[rank] = math.sqrt(left)
    return rank + 1


@kernel
def _once_more(basis: Array, e: Array, c: Array, z: Array) -> float:
    """Take c U from e, and find the rest of e in U: it is added to z; the square of what is left.

    c is what has yet to be taken from e, which is all that is in U unless that is most of e.
    """
    _take(e, np.dot(c, basis))
    c[:] = np.dot(basis, e)
    z += c
    square, inside = np.dot(e, e), np.dot(c, c)
    if square - inside > ENOUGH**2 * square:
        return float(square - inside)
    _take(e, np.dot(c, basis))
    c[:] = 0.0
    return float(np.dot(e, e))


@inlined_kernel
def _take(x: Array, y: Array) -> None:
    for i in range(x.size):
        x[i] -= y[i]


@kernel
def follow(
    roots: Array,
    rows: Array,
    rank: int,
    g: Array,
    shrink: bool,
    new_roots: Array,
    new_rows: Array,
) -> tuple[int, float]:
    """Take in one gradient and keep the k largest directions; returns rank and the root dropped.

    The direction dropped is row k of ``new_rows``. With ``shrink`` all eigenvalues lose the one
    that is dropped (Frequent Directions).
    """
    k = roots.size
    z, c, old, new = np.empty(k + 1), np.empty(k + 1), np.zeros(k + 1), np.empty(k + 1)
    old[:k] = roots
    new_roots[:] = 0.0
    used = next_direction(rows, rank, g, z, c)
    turn = np.empty((used, used))
    update(old[:used], np.eye(used), z[:used], new[:used], turn)
    if used > rank:
        _make_up(turn, c, z[rank])
    np.dot(turn, rows[:used], new_rows[:used])
    kept = min(used, k)
    dropped = new[k] if used > k else 0.0
    if shrink and dropped > 0.0:
        for i in range(k):
            new[i] = math.sqrt((new[i] - dropped) * (new[i] + dropped))
    rank = 0
    for i in range(kept):
        new_roots[i] = new[i]
        rank += new[i] > 0.0
    return rank, dropped


@inlined_kernel
def _make_up(turn: Array, c: Array, left: float) -> None:
    """What turns ``(U, (e - c U) / left)`` turns ``(U, e)``."""
    rank = turn.shape[1] - 1
    for i in range(rank + 1):
        turn[i, rank] /= left
        for j in range(rank):
            turn[i, j] -= turn[i, rank] * c[j]


@kernel
def add_dropped(d: Array, root: float, row: Array) -> Array:
    """``d + root^2 row^2``: the squares outside when a direction has been dropped."""
    out = np.empty_like(d)
    for i in range(d.size):
        value = root * row[i]
        out[i] = d[i] + d.dtype.type(value * value)
    return out


@kernel
def outside_metric(d: Array, power: float, scale: float, tau: float, delta: float) -> Array:
    """``tau (scale d^power + delta)``."""
    out = np.empty_like(d)
    t, least, by = d.dtype.type(tau), d.dtype.type(delta), d.dtype.type(scale)
    if power == 0.5:
        for i in range(d.size):
            out[i] = t * (by * np.sqrt(d[i]) + least)
    elif power == 1.0:
        for i in range(d.size):
            out[i] = t * (by * d[i] + least)
    else:
        for i in range(d.size):
            out[i] = t * (by * d.dtype.type(d[i] ** power) + least)
    return out
