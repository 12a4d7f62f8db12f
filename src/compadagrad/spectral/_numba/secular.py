"""The secular equation of a diagonal matrix plus a rank-one one."""

import math

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.spectral._numba.bracket import next_offset, start

__all__ = ["secular_roots"]

_LIMIT = 200  # a guard: the bracket is exhausted long before
_ROUNDING = 2.0**-53


@kernel
def secular_roots(s: Array, z: Array, base: Array, offset: Array) -> int:
    """Solve ``f(x) = 1 + sum_j z_j^2 / (s_j^2 - x) = 0``: ``x_i = s[base_i]^2 + offset_i``.

    ``s`` descends strictly and ``z`` has no zeros, so root i lies between poles i and i - 1, and
    the first one within ``|z|^2`` above the first pole. ``base_i`` is the nearer pole: all
    differences ``s_j^2 - x_i`` then come out to full relative accuracy, which is what makes the
    eigenvectors orthogonal.

    All roots advance together: for each pole, one loop over the roots that are still moving. The
    result is how many times they did, rarely more than ten.
    """
    k = s.size
    work, moving = np.empty((8, k)), np.arange(k)
    anchor, places, sums = work[0], work[1:4], work[4:8]
    start(s, z, base, places[0], places[1], places[2], sums[0])
    for i in range(k):
        anchor[i] = s[base[i]]
    count, sweeps = k, 0
    while count > 0 and sweeps < _LIMIT:
        sweeps += 1
        _evaluate(s, z, moving, count, anchor, places[0], sums)
        count = _advance(s, base, moving, count, anchor, places, sums, offset)
    return sweeps


@inlined_kernel
def _advance(
    s: Array,
    base: Array,
    moving: Array,
    count: int,
    anchor: Array,
    places: Array,
    sums: Array,
    offset: Array,
) -> int:
    """Store the offsets, move those that are not good enough to the front, and count them.

    An offset is good enough once f is as small as the rounding of its sums and of the offset.
    """
    noise = 8.0 + math.sqrt(s.size)  # of a sum of terms of one sign, in roundings
    left = 0
    for a in range(count):
        i, t, lo, hi = moving[a], places[0, a], places[1, a], places[2, a]
        psi, psi_slope, phi, phi_slope = sums[0, a], sums[1, a], sums[2, a], sums[3, a]
        f = 1.0 + psi + phi
        offset[i] = t
        if abs(f) <= _ROUNDING * (noise * (1.0 - psi + phi) + abs(t) * (psi_slope + phi_slope)):
            continue
        lo, hi = (t, hi) if f < 0.0 else (lo, t)
        below, above = -t, math.inf
        if i > 0:
            width = (s[i - 1] - s[i]) * (s[i - 1] + s[i])
            below, above = (-t, width - t) if base[i] == i else (-width - t, -t)
        new = next_offset(f, psi_slope, phi_slope, below, above, t, lo, hi)
        if new == t:
            continue
        moving[left], anchor[left] = i, anchor[a]
        places[0, left], places[1, left], places[2, left] = new, lo, hi
        left += 1
    return left


@inlined_kernel
def _evaluate(
    s: Array, z: Array, moving: Array, count: int, anchor: Array, tau: Array, sums: Array
) -> None:
    """The sums over the poles below (psi) and above (phi) each moving root, and their slopes."""
    psi, psi_slope, phi, phi_slope = sums[0], sums[1], sums[2], sums[3]
    sums[:, :count] = 0.0
    split = 0
    for j in range(s.size):
        while split < count and moving[split] <= j:
            split += 1
        pole, weight = s[j], z[j]
        for a in range(split):
            ratio = weight / ((pole - anchor[a]) * (pole + anchor[a]) - tau[a])
            psi[a] += weight * ratio
            psi_slope[a] += ratio * ratio
        for a in range(split, count):
            ratio = weight / ((pole - anchor[a]) * (pole + anchor[a]) - tau[a])
            phi[a] += weight * ratio
            phi_slope[a] += ratio * ratio
