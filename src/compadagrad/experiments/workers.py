"""Workers: a function of many arguments at once, in processes of this machine or of a cluster."""

import os
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from compadagrad._validation import as_choice, as_integer
from compadagrad.errors import InvalidInputError, MissingExtraError

__all__ = ["BACKENDS", "as_jobs", "each"]

A = TypeVar("A")
R = TypeVar("R")

BACKENDS: Final[dict[str | None, str]] = {
    "loky": "processes of this machine",
    "dask": "the workers of a Dask cluster",
    "ray": "the workers of a Ray cluster",
}


def as_jobs(jobs: int | None) -> int:
    """How many processes: ``jobs``, or as many as there are cores for this process."""
    if jobs is not None:
        return as_integer("jobs", jobs, 1)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every platform
        return os.cpu_count() or 1


def each(
    function: Callable[..., R],
    shared: Sequence[Any],
    arguments: Sequence[A],
    *,
    jobs: int,
    backend: str = "loky",
    scheduler: str | None = None,
) -> Iterator[R]:
    """``function(*shared, a)`` for each argument, in whatever order the results come.

    Parameters
    ----------
    function : callable
    shared : sequence
        Arguments of all calls; large arrays in them are mapped into memory, not copied.
    arguments : sequence
    jobs : int
        How many at a time; with 1 and no cluster all happens in this process.
    backend : {"loky", "dask", "ray"}
    scheduler : str, optional
        The address of the cluster; by default one is started on this machine.
    """
    as_choice("backend", backend, BACKENDS)
    if backend == "loky" and jobs == 1:
        yield from (function(*shared, argument) for argument in arguments)
        return
    from joblib import Parallel, delayed

    with _configured(backend, scheduler, shared, jobs):
        parallel = Parallel(n_jobs=jobs, return_as=_how_results_come(), batch_size=1)
        results = iter(parallel(delayed(function)(*shared, argument) for argument in arguments))
        try:
            for result in results:  # noqa: UP028 (`yield from` would close it itself)
                yield result
        finally:
            if isinstance(results, Generator):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # whoever stops early knows that work is lost
                    results.close()


def _how_results_come() -> str:
    """One by one, where the backend that is set can do so; else all at the end."""
    from joblib.parallel import get_active_backend

    backend, _ = get_active_backend()
    return "generator_unordered" if backend.supports_return_generator else "list"


@contextmanager
def _configured(
    backend: str, scheduler: str | None, shared: Sequence[Any], jobs: int
) -> Iterator[None]:
    from joblib import parallel_config

    if backend == "loky":
        with parallel_config(backend="loky", inner_max_num_threads=1):
            yield
    elif backend == "dask":
        with (
            _dask_client(scheduler, jobs) as client,
            parallel_config(
                backend="dask", client=client, scatter=[s for s in shared if s is not None]
            ),
        ):
            yield
    else:
        _start_ray(scheduler)
        with parallel_config(backend="ray"):
            yield


def _dask_client(scheduler: str | None, jobs: int) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("the backend dask", ["distributed"], "dask") from None
    if scheduler is None:
        return Client(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
    try:
        return Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        raise InvalidInputError(f"no Dask scheduler answers at {scheduler}: {error}") from None


def _start_ray(scheduler: str | None) -> None:
    try:
        import ray
        from ray.util.joblib import register_ray
        from ray.util.joblib.ray_backend import RayBackend
    except ImportError:
        raise InvalidInputError(
            "the backend ray needs Ray; install with: pip install 'ray[default]'"
        ) from None
    ray.init(address=scheduler, ignore_reinit_error=True)
    register_ray()
    RayBackend.supports_return_generator = True  # its pool calls back, which is all it takes
