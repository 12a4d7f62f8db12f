import os
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from joblib.parallel import BACKENDS, ThreadingBackend

from compadagrad import InvalidInputError, MissingExtraError
from compadagrad.experiments.workers import as_jobs, each


def shifted(matrix: np.ndarray, shift: int) -> tuple[int, float, str]:
    """Something to do, and the process and the threads that did it."""
    return shift, float(matrix.sum() + shift), os.environ.get("OPENBLAS_NUM_THREADS", "")


MATRIX = np.ones((400, 400))
EXPECTED = {(i, 160000.0 + i) for i in range(6)}


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_argument_has_its_result(jobs: int) -> None:
    found = list(each(shifted, (MATRIX,), range(6), jobs=jobs))
    assert {result[:2] for result in found} == EXPECTED
    if jobs > 1:
        assert {result[2] for result in found} == {"1"}


def test_one_job_stays_in_this_process_and_in_order() -> None:
    found = list(each(lambda process, i: (os.getpid() == process, i), (os.getpid(),), [3, 1, 2],
                      jobs=1))  # fmt: skip
    assert found == [(True, 3), (True, 1), (True, 2)]


# A thread of joblib's that hands out work may find it gone; it says so, and nobody waits for it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_whoever_stops_early_stops_the_others() -> None:
    results = each(shifted, (MATRIX,), range(50), jobs=2)
    next(results)
    results.close()  # type: ignore[attr-defined]


@pytest.fixture
def scheduler() -> Iterator[str]:
    distributed = pytest.importorskip("distributed", reason="install the dask extra")
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    )
    yield cluster.scheduler_address
    cluster.close()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_dask_gives_the_same(scheduler: str) -> None:
    found = each(shifted, (MATRIX,), range(6), jobs=2, backend="dask", scheduler=scheduler)
    assert {result[:2] for result in found} == EXPECTED


@pytest.mark.filterwarnings("ignore")
def test_ray_gives_the_same() -> None:
    ray = pytest.importorskip("ray", reason="install Ray")
    try:
        assert set(each(pow, (2,), range(6), jobs=2, backend="ray")) == {1, 2, 4, 8, 16, 32}
    finally:
        ray.shutdown()


@pytest.mark.parametrize("one_by_one", [False, True])
def test_a_backend_may_give_its_results_one_by_one_or_all_at_the_end(
    one_by_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Backend(ThreadingBackend):  # type: ignore[misc]
        supports_return_generator = one_by_one

    monkeypatch.setattr("compadagrad.experiments.workers._start_ray", lambda scheduler: None)
    monkeypatch.setitem(BACKENDS, "ray", Backend)
    found = each(shifted, (MATRIX,), range(6), jobs=2, backend="ray")
    assert {result[:2] for result in found} == EXPECTED


def test_clusters_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'compadagrad\[dask\]'"):
        list(each(shifted, (MATRIX,), range(2), jobs=1, backend="dask"))
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InvalidInputError, match="pip install 'ray"):
        list(each(shifted, (MATRIX,), range(2), jobs=1, backend="ray"))


def test_jobs_are_counted() -> None:
    assert as_jobs(3) == 3
    assert 1 <= as_jobs(None) <= (os.cpu_count() or 1)
    with pytest.raises(InvalidInputError, match="jobs must be an integer >= 1, got 0"):
        as_jobs(0)
    with pytest.raises(InvalidInputError, match="backend must be one of 'loky', 'dask', 'ray'"):
        list(each(shifted, (MATRIX,), range(2), jobs=1, backend="magic"))
