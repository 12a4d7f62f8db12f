"""Pieces of a subsampled Hadamard basis, short enough to stay in cache while a step works on them.

A lift of z is made tile by tile, and a projection is summed over groups of four tiles. Between two
projections a step can so do all that it has to do with a tile before it goes on to the next one,
and vectors are read from memory once where whole lifts and projections pass over them many times.
"""

from typing import Any, NamedTuple

import numpy as np

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.hadamard._numba import registers as reg
from compadagrad.hadamard._numba.registers import VECTOR_BYTES
from compadagrad.hadamard._numba.sparse import (
    fill_patterns,
    scatter,
    sort_by_register,
    transform_tile,
)
from compadagrad.hadamard._numba.trimmed import (
    SERIAL_TILES,
    across_tile,
    resolve,
    sign_table,
)

__all__ = [
    "GROUP",
    "LEAST_BYTES",
    "TILE_BYTES",
    "Tiling",
    "add_group",
    "lift_tile",
    "new_sums",
    "patterns_of",
    "pays_in_tiles",
    "sum_of",
    "tiling_of",
]

GROUP = 4  # tiles that are projected together
TILE_BYTES = 1 << 16  # a group and what is lifted to it stay in L2
LEAST_BYTES = 1 << 20  # of a vector: shorter ones stay in cache as they are


class Tiling(NamedTuple):
    """Tiles of ``size`` places, and where the rows of a basis lie in them."""

    size: int
    log: int
    high: Array  # of a row: which tiles are negated for it,
    register: Array  # and where its register lies in each
    order: Array  # the rows as they are scattered, of which the first ``fresh`` open a register
    fresh: int
    high_in_order: Array
    register_in_order: Array
    table: Array
    units: Array
    scattered: Array
    work: Array
    group: Array


class Sums(NamedTuple):
    """A projection on its way: one register for each row, and what is final."""

    partial: Array
    total: Array


@inlined_kernel
def pays_in_tiles(basis: Any, x: Array) -> bool:
    """Whether vectors like x are long enough, and the rows few enough, for tiles to be faster."""
    few = basis.project_tile > 0 and basis.lift_tile > 0
    return bool(few and x.size * x.itemsize >= LEAST_BYTES)


@kernel
def tiling_of(basis: Any, like: Array) -> Tiling:
    """The tiles of vectors like this one, of at least GROUP tiles."""
    rows, lanes = basis.rows, VECTOR_BYTES // like.itemsize
    log = reg.log2(TILE_BYTES // like.itemsize)
    size, k = 1 << log, rows.size
    high, register = np.empty(k, np.uint32), np.empty(k, np.uint32)
    for i in range(k):
        high[i] = rows[i] >> log
        register[i] = (rows[i] & (size - 1)) // lanes * lanes
    order = np.empty(k, np.intp)
    fresh = sort_by_register(rows, log, lanes, order)
    table, units = np.empty(32, like.dtype), np.ones(2, like.dtype)
    sign_table(table)
    units[1] = -1
    buffer = np.zeros(2 * size + 16 * lanes, like.dtype)  # the gap keeps halves off one L1 set
    return Tiling(
        size,
        log,
        high,
        register,
        order,
        fresh,
        high[order],
        register[order],
        table,
        units,
        buffer[:size],
        buffer[size + 16 * lanes :],
        np.empty(GROUP * size, like.dtype),
    )


@kernel
def patterns_of(basis: Any, tiling: Tiling, z: Array) -> Array:
    """What the coordinates z put into each tile: :func:`lift_tile` wants it."""
    lanes = VECTOR_BYTES // tiling.table.itemsize
    patterns = np.empty(z.size * lanes, tiling.table.dtype)
    values = z.astype(tiling.table.dtype)
    scale = tiling.table.dtype.type(basis.scale)
    fill_patterns(values, 0, basis.rows, tiling.order, scale, patterns)
    return patterns


@kernel
def lift_tile(basis: Any, tiling: Tiling, patterns: Array, at: int, out: Array) -> None:
    """``out = (V z)[at : at + size]``, for a tile that begins at ``at``."""
    which = at >> tiling.log
    scatter(
        patterns,
        tiling.high_in_order,
        tiling.register_in_order,
        tiling.fresh,
        which,
        tiling.units,
        tiling.scattered,
    )
    transform_tile(tiling.scattered, tiling.work, tiling.log, basis.signs, at, out, 0, False)


@kernel
def new_sums(tiling: Tiling) -> Sums:
    """A projection of nothing yet."""
    lanes = VECTOR_BYTES // tiling.table.itemsize
    k = tiling.high.size
    return Sums(np.zeros(k * lanes, tiling.table.dtype), np.zeros(k))


@kernel
def add_group(basis: Any, tiling: Tiling, x: Array, start: int, at: int, sums: Sums) -> None:
    """Add the four tiles ``x[start:]``, which stand at ``at`` in a vector, to its projection."""
    size, tiles = tiling.size, tiling.group
    for q in range(GROUP):
        across_tile(x, start + q * size, basis.signs, at + q * size, tiles, q * size, tiling.log)
    lanes, which = VECTOR_BYTES // tiles.itemsize, at >> tiling.log
    for i in range(tiling.high.size):
        odd = reg.odd_parity(tiling.high[i] & np.uint32(which))
        factors = 4 * (4 * odd + (np.intp(tiling.high[i]) & 3))
        place = np.intp(tiling.register[i])
        reg.add_four_signed(sums.partial, i * lanes, tiling.table, factors, tiles, place, size)
    if (which + GROUP) % SERIAL_TILES == 0:
        _settle(basis, sums)


@kernel
def _settle(basis: Any, sums: Sums) -> None:
    """What is partial becomes final, in float64: rounding does not grow with the tiles."""
    resolve(sums.partial, basis.rows, sums.total)
    sums.partial[:] = 0


@kernel
def sum_of(basis: Any, sums: Sums) -> Array:
    """``V^T x``, once all groups of x were added."""
    _settle(basis, sums)
    out: Array = sums.total * basis.scale
    return out
