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
    result is how many times they did, usually four or five.
    """
    k = s.size
    work = np.empty((8, k))
    anchor, tau, low, high = work[0], work[1], work[2], work[3]
    psi, psi_slope, phi, phi_slope = work[4], work[5], work[6], work[7]
    start(s, z, base, tau, low, high, psi)
    moving = np.arange(k)
    for i in range(k):
        anchor[i] = s[base[i]]
    noise = 8.0 + math.sqrt(k)  # of a sum of k terms of one sign, in roundings
    count = k
    sweeps = 0
    while count > 0 and sweeps < _LIMIT:
        sweeps += 1
        _evaluate(s, z, moving, count, anchor, tau, psi, psi_slope, phi, phi_slope)
        left = 0
        for a in range(count):
            i = moving[a]
            f = 1.0 + psi[a] + phi[a]
            t = tau[a]
            offset[i] = t
            error = noise * (1.0 - psi[a] + phi[a]) + abs(t) * (psi_slope[a] + phi_slope[a])
            if abs(f) <= _ROUNDING * error:
                continue
            lo = t if f < 0.0 else low[a]
            hi = t if f > 0.0 else high[a]
            below, above = -t, math.inf
            if i > 0:
                width = (s[i - 1] - s[i]) * (s[i - 1] + s[i])
                below, above = (-t, width - t) if base[i] == i else (-width - t, -t)
            new = next_offset(f, psi_slope[a], phi_slope[a], below, above, t, lo, hi)
            if new == t:
                continue
            moving[left], anchor[left] = i, anchor[a]
            tau[left], low[left], high[left] = new, lo, hi
            left += 1
        count = left
    return sweeps


@inlined_kernel
def _evaluate(
    s: Array,
    z: Array,
    moving: Array,
    count: int,
    anchor: Array,
    tau: Array,
    psi: Array,
    psi_slope: Array,
    phi: Array,
    phi_slope: Array,
) -> None:
    """The sums over the poles below (psi) and above (phi) each moving root, and their slopes."""
    psi[:count] = 0.0
    psi_slope[:count] = 0.0
    phi[:count] = 0.0
    phi_slope[:count] = 0.0
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
