"""All outputs of an input with few nonzeros: the transpose of the trimmed transform.

The output falls into tiles of ``T = 2^t`` elements. For every tile the nonzeros are scattered as
signed registers (the levels inside a register are part of the pattern that is scattered), then the
levels across registers are done in L1 and the tile is written once.
"""

import numpy as np

from compadagrad._jit import Array, kernel
from compadagrad.hadamard._numba import registers as reg
from compadagrad.hadamard._numba.full import FAR_BYTES, next_radix, sweep, transform_runs
from compadagrad.hadamard._numba.registers import LOG_RADIX, LOG_STRIDED_RADIX, VECTOR_BYTES

__all__ = ["one_sparse", "place_and_transform", "sparse"]

DOUBLED_BYTES = 1 << 13  # Algorithm 1 doubles inside L1; from here on it copies whole tiles


@kernel
def sort_by_register(rows: Array, t: int, lanes: int, order: Array) -> int:
    """Order the nonzeros so that the first ``h`` fall into ``h`` different registers of a tile."""
    taken = np.zeros((1 << t) // lanes, np.uint8)
    first, last = 0, rows.size
    for i in range(rows.size):
        register = (rows[i] & ((1 << t) - 1)) // lanes
        if taken[register] == 0:
            taken[register] = 1
            order[first] = i
            first += 1
        else:
            last -= 1
            order[last] = i
    return first


@kernel
def fill_patterns(
    values: Array, start: int, rows: Array, order: Array, scale: float, patterns: Array
) -> None:
    """What a nonzero contributes to its register: the transform inside the register."""
    lanes = VECTOR_BYTES // patterns.itemsize
    for a in range(order.size):
        value = values[start + order[a]] * scale
        low = np.uint32(rows[order[a]])
        for lane in range(lanes):
            odd = reg.odd_parity(low & np.uint32(lane))
            patterns[a * lanes + lane] = -value if odd else value


@kernel
def scatter(
    patterns: Array,
    high: Array,
    register: Array,
    fresh: int,
    tile: int,
    units: Array,
    target: Array,
) -> None:
    """The signed patterns of one tile; the first ``fresh`` open a register, the rest are added."""
    lanes = VECTOR_BYTES // target.itemsize
    which = np.uint32(tile)
    for i in range(fresh):
        odd = reg.odd_parity(high[i] & which)
        reg.set_signed(target, np.intp(register[i]), units, odd, patterns, i * lanes, 0)
    for i in range(fresh, high.size):
        odd = reg.odd_parity(high[i] & which)
        reg.add_signed(target, np.intp(register[i]), units, odd, patterns, i * lanes, 0)


@kernel
def emit(
    src: Array, so: int, count: int, signs: Array | None, go: int, dst: Array, do: int, stream: bool
) -> None:
    """The levels of shortest distance, on the way out."""
    lanes = VECTOR_BYTES // dst.itemsize
    if LOG_RADIX >= 4:
        if stream:
            for c in range(0, count, 16 * lanes):
                reg.stream16(src, so + c, lanes, dst, do + c, lanes, signs, go + c)
        else:
            for c in range(0, count, 16 * lanes):
                reg.emit16(src, so + c, lanes, dst, do + c, lanes, signs, go + c)
    elif stream:
        for c in range(0, count, 8 * lanes):
            reg.stream8(src, so + c, lanes, dst, do + c, lanes, signs, go + c)
    else:
        for c in range(0, count, 8 * lanes):
            reg.emit8(src, so + c, lanes, dst, do + c, lanes, signs, go + c)


@kernel
def transform_tile(
    scattered: Array,
    work: Array,
    t: int,
    signs: Array | None,
    go: int,
    out: Array,
    start: int,
    stream: bool,
) -> None:
    """The levels across registers, longest distance first; ``scattered`` keeps its zeros."""
    size = 1 << t
    levels = t - reg.log2(VECTOR_BYTES // out.itemsize) - LOG_RADIX
    if levels <= 0:
        emit(scattered, 0, size, signs, go, out, start, stream)
        return
    far = (size >> LOG_RADIX) * out.itemsize >= FAR_BYTES
    step = next_radix(levels, LOG_STRIDED_RADIX if far else LOG_RADIX)
    part = size >> step
    sweep(step, scattered, 0, work, 0, part, part)
    if step == levels:
        emit(work, 0, size, signs, go, out, start, stream)
        return
    for at in range(0, size, part):
        block, left = part, levels - step
        while left > 0:
            radix = next_radix(left, LOG_RADIX)
            stride = block >> radix
            for p in range(at, at + part, block):
                sweep(radix, work, p, work, p, stride, stride)
            block = stride
            left -= radix
        emit(work, at, part, signs, go + at, out, start + at, stream)


@kernel
def sparse(
    values: Array,
    rows: Array,
    n: int,
    signs: Array | None,
    scale: float,
    t: int,
    stream: bool,
    out: Array,
) -> None:
    """``out = scale * diag(signs) H e`` with ``e[rows] = values``, for every run of values.

    A tile has at least ``2^LOG_RADIX`` registers. ``stream`` writes past the caches and wants an
    output aligned to whole registers.
    """
    lanes = VECTOR_BYTES // out.itemsize
    r = rows.size
    factor = out.dtype.type(scale)
    order = np.empty(r, np.intp)
    fresh = sort_by_register(rows, t, lanes, order)
    high = np.empty(r, np.uint32)
    register = np.empty(r, np.uint32)
    for a in range(r):
        row = rows[order[a]]
        high[a] = row >> t
        register[a] = (row & ((1 << t) - 1)) // lanes * lanes
    units = np.ones(2, out.dtype)
    units[1] = -1
    patterns = np.empty(r * lanes, out.dtype)
    buffer = np.zeros((2 << t) + 16 * lanes, out.dtype)  # the gap keeps the halves off one L1 set
    scattered, work = buffer[: 1 << t], buffer[(1 << t) + 16 * lanes :]
    for b in range(out.size // n):
        fill_patterns(values, b * r, rows, order, factor, patterns)
        for tile in range(n >> t):
            scatter(patterns, high, register, fresh, tile, units, scattered)
            at = tile << t
            transform_tile(scattered, work, t, signs, at, out, b * n + at, stream)


@kernel
def double(column: Array, half: int, stop: int, bits: int) -> int:
    """Algorithm 1 from a prefix of ``half`` entries to one of ``stop``; returns the bits left."""
    while half < stop:
        for j in range(half):
            column[half + j] = -column[j] if bits & 1 else column[j]
        half *= 2
        bits >>= 1
    return bits


@kernel
def one_sparse(
    values: Array, row: int, n: int, signs: Array | None, scale: float, stream: bool, out: Array
) -> None:
    """One nonzero, in O(n): the paper's Theorem and Algorithm 1.

    Each bit of ``row`` says whether the second half of a prefix repeats the first or negates it.
    Once the prefix fills a tile, the same rule copies whole tiles or their negatives.
    """
    lanes = VECTOR_BYTES // out.itemsize
    tile = min(n, DOUBLED_BYTES // out.itemsize)
    column = np.empty(2 * tile, out.dtype)
    for b in range(out.size // n):
        column[0] = values[b] * out.dtype.type(scale)
        bits = double(column, 1, tile, row)
        double(column, tile, 2 * tile, 1)
        for at in range(0, n, tile):
            negative = tile * reg.odd_parity(np.uint64(bits & (at // tile)))
            if tile < lanes:
                for j in range(tile):
                    out[b * n + j] = column[j] if signs is None else column[j] * signs[j]
            elif stream:
                for j in range(0, tile, lanes):
                    reg.stream1(column, negative + j, 0, out, b * n + at + j, 0, signs, at + j)
            else:
                for j in range(0, tile, lanes):
                    reg.emit1(column, negative + j, 0, out, b * n + at + j, 0, signs, at + j)


@kernel
def place_and_transform(
    values: Array, rows: Array, n: int, signs: Array | None, scale: float, out: Array
) -> None:
    """The same by the full transform: the faster route for small ``n`` and many nonzeros."""
    r = rows.size
    out[:] = 0
    for b in range(out.size // n):
        for i in range(r):
            out[b * n + rows[i]] = values[b * r + i]
    transform_runs(out, 0, out, 0, out.size, n, scale)
    if signs is not None:
        for b in range(out.size // n):
            for j in range(n):
                out[b * n + j] *= signs[j]
