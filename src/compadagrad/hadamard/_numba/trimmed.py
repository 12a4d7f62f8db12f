"""k chosen outputs of a dense input: the input is read once, and no array of its size is written.

The input falls into tiles of ``T = 2^t`` elements. Inside a tile only the levels across registers
are done, in L1 or L2. A wanted row ``i`` then needs one register of every tile, with a sign that
depends on the tile: these are summed into one register of partial sums for each row, four tiles at
a time. Every ``SERIAL_TILES`` tiles the levels inside a register are resolved and the partial sums
go to totals in float64, so that rounding errors do not grow with the number of tiles.
"""

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.hadamard._numba import registers as reg
from compadagrad.hadamard._numba.full import BLOCK_BYTES, sweep, sweeps, transform_runs
from compadagrad.hadamard._numba.registers import LOG_RADIX, LOG_STRIDED_RADIX, VECTOR_BYTES

__all__ = ["transform_and_pick", "trimmed"]

SERIAL_TILES = 128  # a multiple of four


@inlined_kernel
def across_block(
    src: Array, so: int, signs: Array | None, go: int, dst: Array, do: int, m: int
) -> None:
    """The levels across registers of ``signs * src``, 2^m elements."""
    lanes = VECTOR_BYTES // dst.itemsize
    n = 1 << m
    levels = m - reg.log2(lanes)
    step = min(levels, LOG_RADIX)
    if step == 1:
        reg.across2(src, so, lanes, dst, do, lanes, signs, go)
    elif step == 2:
        reg.across4(src, so, lanes, dst, do, lanes, signs, go)
    elif step == 3:
        for i in range(0, n, 8 * lanes):
            reg.across8(src, so + i, lanes, dst, do + i, lanes, signs, go + i)
    elif LOG_RADIX >= 4:
        for i in range(0, n, 16 * lanes):
            reg.across16(src, so + i, lanes, dst, do + i, lanes, signs, go + i)
    sweeps(dst, do, n, lanes << step, levels - step)


@kernel
def across_tile(
    src: Array, so: int, signs: Array | None, go: int, dst: Array, do: int, t: int
) -> None:
    """The levels across registers of ``signs * src``, a tile of 2^t elements."""
    joined = min(LOG_STRIDED_RADIX, max(0, t - reg.log2(BLOCK_BYTES // dst.itemsize)))
    part = t - joined
    for i in range(1 << joined):
        at = i << part
        across_block(src, so + at, signs, go + at, dst, do + at, part)
    if joined:
        sweep(joined, dst, do, dst, do, 1 << part, 1 << part)


@kernel
def sign_table(table: Array) -> None:
    """``table[4 * (4 * p + a) + q] = (-1)^(p + popcount(a & q))``, the factor of tile q of four."""
    for p in range(2):
        for a in range(4):
            for q in range(4):
                odd = (p + reg.odd_parity(np.uint32(a & q))) & 1
                table[4 * (4 * p + a) + q] = -1 if odd else 1


@kernel
def sum_tiles(
    x: Array,
    start: int,
    first: int,
    last: int,
    signs: Array | None,
    t: int,
    high: Array,
    register: Array,
    table: Array,
    tiles: Array,
    sums: Array,
) -> None:
    """Sum one signed register of every tile from ``first`` to ``last``, four at a time, by row."""
    size = 1 << t
    lanes = VECTOR_BYTES // x.itemsize
    sums[:] = 0
    for tile in range(first, last, 4):
        for q in range(4):
            at = (tile + q) << t
            across_tile(x, start + at, signs, at, tiles, q * size, t)
        for i in range(high.size):
            odd = reg.odd_parity(high[i] & np.uint32(tile))
            which = 4 * (4 * odd + (np.intp(high[i]) & 3))
            reg.add_four_signed(sums, i * lanes, table, which, tiles, np.intp(register[i]), size)


@kernel
def resolve(sums: Array, rows: Array, totals: Array) -> None:
    """Add the levels inside a register, for the one lane that each row wants."""
    lanes = VECTOR_BYTES // sums.itemsize
    factors = np.empty((lanes, lanes))
    for a in range(lanes):
        for b in range(lanes):
            factors[a, b] = -1.0 if reg.odd_parity(np.uint32(a & b)) else 1.0
    for i in range(rows.size):
        total = 0.0
        for b in range(lanes):
            total += factors[rows[i] & (lanes - 1), b] * sums[i * lanes + b]
        totals[i] += total


@kernel
def trimmed(
    x: Array, n: int, signs: Array | None, rows: Array, scale: float, t: int, out: Array
) -> None:
    """``out = scale * (H diag(signs) x)[rows]`` for every run of ``n`` elements of the flat ``x``.

    Needs at least four tiles, and a tile of at least two registers.
    """
    lanes = VECTOR_BYTES // x.itemsize
    k = rows.size
    count = n >> t
    high = np.empty(k, np.uint32)
    register = np.empty(k, np.uint32)
    for i in range(k):
        high[i] = rows[i] >> t
        register[i] = (rows[i] & ((1 << t) - 1)) // lanes * lanes
    table = np.empty(32, x.dtype)
    sign_table(table)
    tiles = np.empty(4 << t, x.dtype)
    sums = np.empty(k * lanes, x.dtype)
    totals = np.empty(k)
    for b in range(x.size // n):
        totals[:] = 0
        for first in range(0, count, SERIAL_TILES):
            last = min(first + SERIAL_TILES, count)
            sum_tiles(x, b * n, first, last, signs, t, high, register, table, tiles, sums)
            resolve(sums, rows, totals)
        for i in range(k):
            out[b * k + i] = totals[i] * scale


@kernel
def transform_and_pick(
    x: Array, n: int, signs: Array | None, rows: Array, scale: float, work: Array, out: Array
) -> None:
    """The same by the full transform in ``work``: faster for small ``n`` and for many rows."""
    k = rows.size
    for b in range(x.size // n):
        if signs is None:
            transform_runs(x, b * n, work, 0, n, n, scale)
        else:
            for j in range(n):
                work[j] = x[b * n + j] * signs[j]
            transform_runs(work, 0, work, 0, n, n, scale)
        for i in range(k):
            out[b * k + i] = work[rows[i]]
