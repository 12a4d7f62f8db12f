"""The rank-one update of a spectral decomposition."""

import math

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.spectral._numba.deflation import deflate, rotate
from compadagrad.spectral._numba.secular import secular_roots
from compadagrad.spectral._numba.vectors import cauchy_vectors

__all__ = ["update"]

_TOLERANCE = 2.0**-50


@kernel
def update(roots: Array, rows: Array, z: Array, new_roots: Array, new_rows: Array) -> int:
    """``W'^T diag(s'^2) W' = W^T (diag(s^2) + z z^T) W``; return how many rows took part.

    W is ``rows``, m x n and orthonormal, s is ``roots``, descending; the outputs share no memory
    with the inputs. Everything is scaled by a power of two first, so squares stay in range.
    """
    m = roots.size
    exponent = _exponent(roots, z)
    down, up = math.ldexp(1.0, -exponent), math.ldexp(1.0, exponent)
    work = np.empty((5, m))
    s, t, turns, new = work[0], work[1], work[2:4], work[4]
    square = 0.0
    for i in range(m):
        s[i], t[i] = roots[i] * down, z[i] * down
        square += t[i] * t[i]
    tolerance = _TOLERANCE * math.sqrt(square + (s[0] * s[0] if m else 0.0))
    places = np.empty((3, m), np.int64)
    slot, partner, base = places[0], places[1], places[2]
    count = deflate(s, t, slot, partner, turns, tolerance)
    if count == 0:
        new_roots[:] = roots
        new_rows[:] = rows
        return count
    if count == m:
        Q = _solve(s, t, base, new)
        np.dot(Q.T, rows, new_rows)
        for i in range(m):
            new_roots[i] = new[i] * up
        return count
    gathered = _gather(rows, slot, partner, turns)
    kept = np.empty((2, count))
    for a in range(count):
        kept[0, a], kept[1, a] = s[slot[a]], t[slot[a]]
    Q = _solve(kept[0], kept[1], base, new)
    product = np.empty((count, rows.shape[1]))
    np.dot(Q.T, gathered[:count], product)
    for a in range(m):
        new[a] = new[a] * up if a < count else roots[slot[a]]
    _merge(new, product, gathered[count:], new_roots, new_rows)
    return count


@inlined_kernel
def _merge(roots: Array, first: Array, second: Array, new_roots: Array, new_rows: Array) -> None:
    """Two lists that descend, the roots of the rows ``first`` and then of ``second``, into one."""
    count, m = first.shape[0], roots.size
    a, b = 0, count
    for i in range(m):
        if b == m or (a < count and roots[a] >= roots[b]):
            new_roots[i] = roots[a]
            new_rows[i] = first[a]
            a += 1
        else:
            new_roots[i] = roots[b]
            new_rows[i] = second[b - count]
            b += 1


@kernel
def _solve(s: Array, z: Array, base: Array, new: Array) -> Array:
    """The roots of the eigenvalues of ``diag(s)^2 + z z^T``, into ``new``, and its vectors."""
    k = s.size
    offset = np.empty(k)
    Q = np.empty((k, k))
    secular_roots(s, z, base, offset)
    cauchy_vectors(s, z, base, offset, Q)
    for i in range(k):
        pole = s[base[i]]
        new[i] = pole + offset[i] / (pole + math.sqrt(pole * pole + offset[i]))
    return Q


@inlined_kernel
def _exponent(roots: Array, z: Array) -> int:
    """Of the power of two just above all entries, short of where it or its inverse overflows."""
    largest = 0.0
    for i in range(roots.size):
        largest = max(largest, roots[i], abs(z[i]))
    _, exponent = math.frexp(largest)
    return min(max(exponent, -1000), 1000)


@inlined_kernel
def _gather(rows: Array, slot: Array, partner: Array, turns: Array) -> Array:
    """The rows in the order of ``slot``, turned so that equal poles take part once."""
    m = slot.size
    gathered = np.empty(rows.shape)
    place = np.empty(m, np.int64)
    for a in range(m):
        place[slot[a]] = a
        gathered[a] = rows[slot[a]]
    for i in range(m):
        if partner[i] >= 0:
            rotate(gathered[place[partner[i]]], gathered[place[i]], turns[0, i], turns[1, i])
    return gathered
