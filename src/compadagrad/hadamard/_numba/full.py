"""The full transform: blocks in L1, then sweeps of radix 8, depth first.

A block of ``BLOCK_BYTES`` is transformed inside L1 in a few register passes. As soon as eight
neighbouring parts of one size are done, one sweep joins them, while they are still in the nearest
cache that holds them. The first pass reads the source and everything after it works in the target,
so a transform out of place costs no copy; source and target may be the same array.
"""

from numba import prange

from compadagrad._jit import Array, kernel, parallel_kernel
from compadagrad.hadamard._numba import registers as reg
from compadagrad.hadamard._numba.registers import LOG_RADIX, LOG_STRIDED_RADIX, VECTOR_BYTES

__all__ = [
    "BLOCK_BYTES",
    "next_radix",
    "sweep",
    "sweeps",
    "transform",
    "transform_runs",
    "transform_threaded",
]

BLOCK_BYTES = 1 << 14  # half of the smallest L1 in use
FAR_BYTES = 1 << 12  # strides from here on are long ones for L1
COLUMN_BYTES = 1 << 12  # what a thread takes of every row in one turn
SHARES = 256  # the parts of a threaded transform are dealt out in up to so many shares


@kernel
def next_radix(levels: int, largest: int) -> int:
    """Log2 of the next radix, so that ``levels`` fall into passes of nearly equal radix."""
    passes = (levels + largest - 1) // largest
    return (levels + passes - 1) // passes


@kernel
def sweep(levels: int, src: Array, so: int, dst: Array, do: int, stride: int, width: int) -> None:
    """``levels`` levels across rows ``stride`` apart, in their first ``width`` columns."""
    lanes = VECTOR_BYTES // src.itemsize
    if levels == 1:
        for c in range(0, width, lanes):
            reg.across2(src, so + c, stride, dst, do + c, stride, None, 0)
    elif levels == 2:
        for c in range(0, width, lanes):
            reg.across4(src, so + c, stride, dst, do + c, stride, None, 0)
    elif levels == 3:
        for c in range(0, width, lanes):
            reg.across8(src, so + c, stride, dst, do + c, stride, None, 0)
    elif LOG_RADIX >= 4:
        for c in range(0, width, lanes):
            reg.across16(src, so + c, stride, dst, do + c, stride, None, 0)


@kernel
def sweeps(x: Array, start: int, size: int, stride: int, levels: int) -> None:
    """``levels`` levels from distance ``stride`` on, in ``size`` elements that lie in L1."""
    while levels > 0:
        far = stride * x.itemsize >= FAR_BYTES
        step = next_radix(levels, LOG_STRIDED_RADIX if far else LOG_RADIX)
        for part in range(start, start + size, stride << step):
            sweep(step, x, part, x, part, stride, stride)
        stride <<= step
        levels -= step


@kernel
def transform_tiny(
    src: Array, so: int, dst: Array, do: int, size: int, n: int, scale: float | None
) -> None:
    """Runs of ``n`` elements that do not fill one register."""
    for i in range(size):
        dst[do + i] = src[so + i] if scale is None else src[so + i] * dst.dtype.type(scale)
    h = 1
    while h < n:
        for i in range(do, do + size, 2 * h):
            for j in range(i, i + h):
                a, b = dst[j], dst[j + h]
                dst[j], dst[j + h] = a + b, a - b
        h *= 2


@kernel
def transform_block(
    src: Array, so: int, dst: Array, do: int, size: int, m: int, scale: float | None
) -> None:
    """Every run of 2^m elements, at least one register, of a block of ``size`` that fits L1."""
    lanes = VECTOR_BYTES // dst.itemsize
    levels = m - reg.log2(lanes)
    step = min(levels, LOG_RADIX)
    if step == 0:
        for i in range(0, size, lanes):
            reg.within1(src, so + i, dst, do + i, scale)
    elif step == 1:
        for i in range(0, size, 2 * lanes):
            reg.within2(src, so + i, dst, do + i, scale)
    elif step == 2:
        for i in range(0, size, 4 * lanes):
            reg.within4(src, so + i, dst, do + i, scale)
    elif step == 3:
        for i in range(0, size, 8 * lanes):
            reg.within8(src, so + i, dst, do + i, scale)
    elif LOG_RADIX >= 4:
        for i in range(0, size, 16 * lanes):
            reg.within16(src, so + i, dst, do + i, scale)
    sweeps(dst, do, size, lanes << step, levels - step)


@kernel
def transform_runs(
    src: Array, so: int, dst: Array, do: int, size: int, n: int, scale: float | None
) -> None:
    """``scale * H`` (H unnormalised) times every run of ``n`` among ``size`` elements.

    Block by block; a block holds many short runs, or a part of a long one. In a long run a sweep
    joins the last parts of one size as soon as there are eight of them.
    """
    if n * dst.itemsize < VECTOR_BYTES:
        transform_tiny(src, so, dst, do, size, n, scale)
        return
    block = BLOCK_BYTES // dst.itemsize
    m = reg.log2(n)
    inside = min(m, reg.log2(block))
    at = 0
    while at < size:
        length = min(block, size - at)
        transform_block(src, so + at, dst, do + at, length, inside, scale)
        at += length
        parts, stride, done = at >> inside, 1 << inside, inside
        while done < m:
            step = min(LOG_STRIDED_RADIX, m - done)
            if parts & ((1 << step) - 1):
                break
            start = do + at - (stride << step)
            sweep(step, dst, start, dst, start, stride, stride)
            parts >>= step
            stride <<= step
            done += step


@kernel
def transform(src: Array, dst: Array, n: int, scale: float | None) -> None:
    """``scale * H`` times every run of ``n`` elements of the flat array ``src``, into ``dst``."""
    transform_runs(src, 0, dst, 0, src.size, n, scale)


@parallel_kernel
def transform_threaded(src: Array, dst: Array, n: int, scale: float | None, log_parts: int) -> None:
    """:func:`transform` on the threads that Numba has been given, with the same bits.

    Every row falls into ``2^log_parts`` parts, which are transformed side by side and then joined
    by sweeps whose columns are shared out.
    """
    m = reg.log2(n)
    stride = n >> log_parts
    parts = src.size // stride
    shares = min(parts, SHARES)
    for share in prange(shares):
        start, stop = share * parts // shares, (share + 1) * parts // shares
        at = start * stride
        transform_runs(src, at, dst, at, (stop - start) * stride, stride, scale)
    columns = min(stride, COLUMN_BYTES // dst.itemsize)
    done = m - log_parts
    while done < m:
        step = min(LOG_STRIDED_RADIX, m - done)
        pieces = stride // columns
        for piece in prange(src.size // (columns << step)):
            start = (piece // pieces) * (stride << step) + (piece % pieces) * columns
            sweep(step, dst, start, dst, start, stride, columns)
        stride <<= step
        done += step
