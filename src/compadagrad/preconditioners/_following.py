"""A subspace that follows the gradients, compiled.

``rows`` has room for one row more than the subspace has dimensions; the first ``rank`` are
orthonormal, and the one behind them is where a new direction is put. ``roots`` are the square roots
of the eigenvalues, in descending order.
"""

import math

import numpy as np

from compadagrad._jit import Array, kernel
from compadagrad.projections._compiled import as_doubles
from compadagrad.spectral._numba.update import update

__all__ = ["add_dropped", "follow", "next_direction", "outside_metric"]

ENOUGH = 0.5  # of a gradient: what is left is orthogonal to rounding
NOTHING = 2.0**-46  # of a gradient: what is left of one that lies in the subspace


@kernel
def next_direction(rows: Array, rank: int, g: Array, z: Array) -> int:
    """``z`` = the coordinates of g, whose part outside becomes a row; returns the rows in use.

    Where little is left, the part is made orthogonal once more, so that it is so to rounding.
    """
    wide = as_doubles(g)
    basis, rest = rows[:rank], rows[rank]
    size = math.sqrt(np.dot(wide, wide))
    rest[:] = wide
    left = size
    z[: rank + 1] = 0.0
    if rank > 0:
        for _ in range(2):
            c = np.dot(basis, rest)
            lifted = np.dot(c, basis)
            for i in range(rest.size):
                rest[i] -= lifted[i]
            z[:rank] += c
            left = math.sqrt(np.dot(rest, rest))
            if left > ENOUGH * size:
                break
    if left <= NOTHING * size:
        return rank
    z[rank] = left
    for i in range(rest.size):
        rest[i] /= left
    return rank + 1


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
    z, old, new = np.empty(k + 1), np.zeros(k + 1), np.empty(k + 1)
    old[:k] = roots
    new_roots[:] = 0.0
    used = next_direction(rows, rank, g, z)
    update(old[:used], rows[:used], z[:used], new[:used], new_rows[:used])
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
