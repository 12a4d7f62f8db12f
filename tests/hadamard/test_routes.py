import numba
import numpy as np
import pytest

from compadagrad.hadamard import _routes
from compadagrad.hadamard._numba.registers import LOG_RADIX, VECTOR_BYTES


@pytest.mark.parametrize("most", [_routes.MOST_TRIMMED, _routes.MOST_SPARSE])
@pytest.mark.parametrize("itemsize", [4, 8])
def test_a_tile_is_always_one_that_the_kernels_can_take(itemsize: int, most: int) -> None:
    """At least four tiles, and in a tile at least as many registers as the largest radix."""
    lanes = VECTOR_BYTES // itemsize
    taken = set()
    for m in range(30):
        for k in [1, 2, 3, 63, 64, 65, 256, 257, 2048, 2049, 4096, 8192, 1 << m]:
            tile = _routes.log_tile(k, 1 << m, itemsize, most)
            if tile:
                taken.add(tile)
                assert tile <= m - 2
                assert 1 << tile >= lanes << LOG_RADIX
    assert len(taken) >= 4


def test_more_rows_never_turn_back_to_tiles() -> None:
    for m in range(13, 26):
        tiled = [
            bool(_routes.log_tile(k, 1 << m, 4, _routes.MOST_SPARSE)) for k in range(1, 20_000, 37)
        ]
        assert tiled == sorted(tiled, reverse=True)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_aligned_memory(dtype: type) -> None:
    for size in (1, 17, 1000):
        array = _routes.aligned(size, np.dtype(dtype))
        assert array.shape == (size,)
        assert array.ctypes.data % VECTOR_BYTES == 0
        assert array.flags.carray


def test_rows_are_cut_only_where_there_are_too_few_of_them() -> None:
    assert _routes.log_parts(count=100, n=1 << 14, threads=4) == 0
    assert _routes.log_parts(count=1, n=1 << 20, threads=2) == 3
    assert _routes.log_parts(count=1, n=1 << 20, threads=32) == 6


def test_threads_are_given_back_after_an_error() -> None:
    before = numba.get_num_threads()
    inside = []

    def fail() -> None:
        with _routes.numba_threads(1):
            inside.append(numba.get_num_threads())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert inside == [1]
    assert numba.get_num_threads() == before


def test_few_nonzeros_go_pair_by_pair() -> None:
    assert _routes.pointwise_pays(nnz=80, count=1, n=1 << 21, k=512)
    assert not _routes.pointwise_pays(nnz=600, count=1, n=1024, k=32)
