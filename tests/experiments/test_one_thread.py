import numba
import pytest
from threadpoolctl import threadpool_info

from compadagrad.experiments.one_thread import one_thread


def blas_threads() -> list[int]:
    return [pool["num_threads"] for pool in threadpool_info()]


def test_everything_has_one_thread_for_a_while() -> None:
    before = numba.get_num_threads(), blas_threads()
    with one_thread():
        assert numba.get_num_threads() == 1
        assert set(blas_threads()) == {1}
    assert (numba.get_num_threads(), blas_threads()) == before


def test_an_error_restores_them_too() -> None:
    before = numba.get_num_threads(), blas_threads()
    with pytest.raises(KeyError), one_thread():
        raise KeyError
    assert (numba.get_num_threads(), blas_threads()) == before
