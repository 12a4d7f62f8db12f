"""Which kernel is the fastest for a shape: the only place that knows, and nothing is checked.

Every function takes C-contiguous arrays and returns the same numbers, to rounding, whatever route
it takes. ``signs`` is None or an int8 array of +1 and -1; it stands for the diagonal matrix
that a subsampled randomized Hadamard transform puts before or after H.

The thresholds were measured on a Zen 4 machine; ``benchmarks/routes.py`` measures them again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import numba
import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.hadamard._numba.dyadic import gather_xor
from compadagrad.hadamard._numba.full import transform, transform_threaded
from compadagrad.hadamard._numba.pointwise import pointwise
from compadagrad.hadamard._numba.registers import VECTOR_BYTES
from compadagrad.hadamard._numba.sparse import one_sparse, place_and_transform, sparse
from compadagrad.hadamard._numba.trimmed import transform_and_pick, trimmed

__all__ = [
    "aligned",
    "gram_at_rows",
    "pick",
    "pick_from_csr",
    "place",
    "pointwise_pays",
    "row_groups",
    "tiles",
    "transform_rows",
]

Rows = NDArray[np.intp]
Signs = NDArray[np.int8] | None

THREADED_BYTES = 1 << 18  # below this a second thread costs more than it brings
STREAMED_BYTES = 1 << 24  # from here on vectors lie in memory, and are written past the caches
TILED_BYTES = 1 << 15  # below this the full transform is always the fastest
ONE_AT_A_TIME = Lock()  # not every threading layer of Numba can be entered twice
LOG_GROUPS = 3  # groups of rows in a dyadic Gram matrix

MOST_TRIMMED = 4096  # outputs, and
MOST_SPARSE = 2048  # nonzeros, above which the full transform is faster while it is in cache


def transform_rows(
    src: FloatArray, dst: FloatArray, n: int, scale: float | None, threads: int
) -> None:
    """``scale * H`` times every run of ``n`` elements of the flat ``src``, into ``dst``."""
    if threads == 1 or src.nbytes < THREADED_BYTES:
        transform(src, dst, n, scale)
        return
    available = min(threads, numba.config.NUMBA_NUM_THREADS)
    with ONE_AT_A_TIME, numba_threads(available):
        transform_threaded(src, dst, n, scale, log_parts(src.size // n, n, available))


@contextmanager
def numba_threads(threads: int) -> Iterator[None]:
    """Numba's parallel loops on ``threads`` threads, for this thread and for a while."""
    before = numba.get_num_threads()
    if before == threads:  # asking is cheap, telling is not
        yield
        return
    numba.set_num_threads(threads)
    try:
        yield
    finally:
        numba.set_num_threads(before)


def log_parts(count: int, n: int, threads: int) -> int:
    """Into how many parts (as a power of two) the threads should cut each of ``count`` rows."""
    if count >= 4 * threads or n < 1 << 12:
        return 0
    return 3 if threads <= 8 else 6


def log_tile(k: int, n: int, itemsize: int, most_in_cache: int) -> int:
    """Log2 of the tile for ``k`` rows; 0 where the full transform is faster than tiles."""
    nbytes = n * itemsize
    in_cache = nbytes < STREAMED_BYTES
    most = min(most_in_cache, nbytes * most_in_cache >> 21) if in_cache else nbytes >> 11
    if nbytes < TILED_BYTES or k > most:
        return 0
    for_few = 13 if k <= 64 and in_cache else 14
    log_bytes = for_few if k <= 256 else 17 if k <= 2048 else 19
    return min(log_bytes - (itemsize.bit_length() - 1), n.bit_length() - 3)


def tiles(k: int, n: int, itemsize: int) -> tuple[int, int]:
    """Log2 of the tiles that :func:`pick` and :func:`place` take; 0 for the full transform."""
    return log_tile(k, n, itemsize, MOST_TRIMMED), log_tile(k, n, itemsize, MOST_SPARSE)


def row_groups(rows: Rows, n: int) -> tuple[NDArray[np.uint32], NDArray[np.intp]]:
    """Ascending ``rows`` as the dyadic gather takes them, and where each of its groups begins."""
    ordered = rows.astype(np.uint32)
    return ordered, np.searchsorted(ordered, np.arange((1 << LOG_GROUPS) + 1) * n >> LOG_GROUPS)


def pick(x: FloatArray, n: int, signs: Signs, rows: Rows, scale: float) -> FloatArray:
    """``scale * (H diag(signs) x)[rows]`` for every run of ``n`` elements of ``x``."""
    out = np.empty(x.size // n * rows.size, x.dtype)
    flat = x.reshape(-1)
    tile = log_tile(rows.size, n, x.itemsize, MOST_TRIMMED)
    if tile:
        trimmed(flat, n, signs, rows, scale, tile, out)
    else:
        transform_and_pick(flat, n, signs, rows, scale, np.empty(n, x.dtype), out)
    return out.reshape(*x.shape[:-1], rows.size)


def place(values: FloatArray, n: int, signs: Signs, rows: Rows, scale: float) -> FloatArray:
    """``scale * diag(signs) H e`` with ``e[rows] = values``, for every run of values."""
    count = values.size // rows.size
    out = aligned(count * n, values.dtype)
    flat = values.reshape(-1)
    tile = log_tile(rows.size, n, values.itemsize, MOST_SPARSE)
    stream = out.nbytes >= STREAMED_BYTES
    if rows.size == 1:
        one_sparse(flat, int(rows[0]), n, signs, scale, stream, out)
    elif tile:
        sparse(flat, rows, n, signs, scale, tile, stream, out)
    else:
        place_and_transform(flat, rows, n, signs, scale, out)
    return out.reshape(*values.shape[:-1], n)


def aligned(size: int, dtype: np.dtype[np.floating]) -> FloatArray:
    """An array whose first element opens a register, as streaming stores want it."""
    spare = VECTOR_BYTES // dtype.itemsize
    raw = np.empty(size + spare, dtype)
    start = -raw.ctypes.data % VECTOR_BYTES // dtype.itemsize
    return raw[start : start + size]


def pointwise_pays(nnz: int, count: int, n: int, k: int) -> bool:
    """Whether ``count`` rows with ``nnz`` nonzeros in all are cheaper pair by pair."""
    return nnz * k <= count * n


def pick_from_csr(
    data: FloatArray,
    indices: NDArray[np.integer],
    indptr: NDArray[np.integer],
    signs: Signs,
    rows: Rows,
    scale: float,
) -> FloatArray:
    """:func:`pick` for the rows of a CSR matrix, pair by pair."""
    out = np.empty((indptr.size - 1, rows.size), data.dtype)
    pointwise(data, indices, indptr, signs, rows.astype(np.uint32), scale, out)
    return out


def gram_at_rows(
    b: FloatArray, n: int, rows: Rows, scale: float, *, overwrite: bool = False
) -> FloatArray:
    """``scale * (H b)[rows[i] ^ rows[j]]`` for every run of ``n`` elements of ``b``."""
    k, count = rows.size, b.size // n
    spare = None if overwrite else np.empty(n, b.dtype)
    out = np.empty((count, k, k), b.dtype)
    order = None if (rows[1:] > rows[:-1]).all() else np.argsort(rows)
    ordered, starts = row_groups(rows if order is None else rows[order], n)
    for run, target in zip(b.reshape(count, n), out, strict=True):
        work = run if spare is None else spare
        transform(run, work, n, scale)
        gather_xor(work, ordered, starts, target)
    if order is not None:
        back = np.argsort(order)
        out = out[:, back[:, None], back]
    return out.reshape(*b.shape[:-1], k, k)
