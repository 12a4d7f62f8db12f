"""One thread, for whatever would take more: trials share a machine, and give the same bits."""

from collections.abc import Iterator
from contextlib import contextmanager

import numba

from compadagrad.errors import MissingExtraError

__all__ = ["one_thread"]


@contextmanager
def one_thread() -> Iterator[None]:
    """BLAS, OpenMP and Numba on one thread each, in this process and until the end of the block."""
    try:
        from threadpoolctl import threadpool_limits
    except ModuleNotFoundError:
        raise MissingExtraError("a study", ["threadpoolctl"], "experiments") from None
    before = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        with threadpool_limits(1):
            yield
    finally:
        numba.set_num_threads(before)
