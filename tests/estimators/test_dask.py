"""Data and searches over a Dask cluster of two worker processes."""

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.model_selection import GridSearchCV

from compadagrad import CompAdaGradClassifier, CompAdaGradRegressor

da = pytest.importorskip("dask.array", reason="install the dask extra: compadagrad[dask]")
pytest.importorskip("dask_ml", reason="install the dask extra: compadagrad[dask]")

ROWS, COLUMNS, BLOCK = 600, 8, 100


def examples() -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    A = rng.standard_normal((ROWS, COLUMNS))
    return A, (A[:, 0] - A[:, 1] + 0.3 * rng.standard_normal(ROWS) > 0).astype(int)


def blocks(A: Any, y: Any) -> tuple[Any, Any]:
    return da.from_array(A, chunks=(BLOCK, COLUMNS)), da.from_array(y, chunks=BLOCK)


def compile_once() -> None:
    """Leave the machine code of all that the workers will do in the cache that they look into."""
    A, y = examples()
    CompAdaGradClassifier(k=4).partial_fit(A, y, classes=[0, 1])
    CompAdaGradRegressor(k=4, batch_size=10).partial_fit(A, y)
    diagonal = CompAdaGradClassifier(subspace="diagonal")
    diagonal.partial_fit(sparse.csr_array(A), y, classes=[0, 1])


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A cluster on this machine: a scheduler, and two processes that work."""
    from distributed import Client, LocalCluster

    compile_once()
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client


def in_parts(model: Any, A: Any, y: Any, order: Any = range(ROWS // BLOCK), **more: Any) -> Any:
    for i in order:
        part = slice(i * BLOCK, (i + 1) * BLOCK)
        model.partial_fit(A[part], y[part], **more)
    return model


def test_the_workers_are_two_other_processes(client: Any) -> None:
    pids = client.run(os.getpid)
    assert len({os.getpid(), *pids.values()}) == 3


def test_incremental_over_blocks_gives_the_bits_of_partial_fit(client: Any) -> None:
    from dask_ml.wrappers import Incremental

    A, y = examples()
    X, Y = blocks(A, y)
    model = Incremental(CompAdaGradClassifier(k=4), shuffle_blocks=False)
    model.fit(X, Y, classes=[0, 1])
    expected = in_parts(CompAdaGradClassifier(k=4), A, y, classes=[0, 1])
    assert model.estimator_.coef_.tobytes() == expected.coef_.tobytes()
    assert model.estimator_.t_ == ROWS
    assert model.estimator_.online_error_ == expected.online_error_ < 0.2
    one_pass = CompAdaGradClassifier(k=4, shuffle=False, max_iter=1, tol=None).fit(A, y)
    assert model.estimator_.coef_.tobytes() == one_pass.coef_.tobytes()


def test_predictions_are_made_block_by_block_by_the_workers(client: Any) -> None:
    from dask_ml.wrappers import Incremental

    A, y = examples()
    X, Y = blocks(A, y)
    model = Incremental(CompAdaGradClassifier(k=4), scoring="accuracy").fit(X, Y, classes=[0, 1])
    labels, probabilities = model.predict(X), model.predict_proba(X)
    assert labels.chunks == Y.chunks
    np.testing.assert_array_equal(labels.compute(), model.estimator_.predict(A))
    np.testing.assert_array_equal(probabilities.compute(), model.estimator_.predict_proba(A))
    assert model.score(X, Y) == model.estimator_.score(A, y) > 0.85


def test_blocks_in_an_order_of_chance_and_then_once_more(client: Any) -> None:
    """A second call goes on from the first; the order of each is drawn by ``random_state``."""
    from dask_ml.wrappers import Incremental

    A, _ = examples()
    target = A @ np.arange(1.0, COLUMNS + 1.0)
    X, Y = blocks(A, target)
    model = Incremental(CompAdaGradRegressor(k=4, batch_size=10), random_state=7)
    model.partial_fit(X, Y)
    model.partial_fit(X, Y)
    order = np.arange(ROWS // BLOCK)
    np.random.RandomState(7).shuffle(order)
    expected = CompAdaGradRegressor(k=4, batch_size=10)
    in_parts(in_parts(expected, A, target, order), A, target, order)
    assert model.estimator_.coef_.tobytes() == expected.coef_.tobytes()
    assert model.estimator_.t_ == 2 * ROWS


def test_sparse_blocks(client: Any) -> None:
    from dask_ml.wrappers import Incremental

    A, y = examples()
    A[np.abs(A) < 1.0] = 0.0
    X, Y = blocks(A, y)
    model = Incremental(CompAdaGradClassifier(subspace="diagonal"), shuffle_blocks=False)
    model.fit(X.map_blocks(sparse.csr_array), Y, classes=[0, 1])
    expected = CompAdaGradClassifier(subspace="diagonal")
    in_parts(expected, sparse.csr_array(A), y, classes=[0, 1])
    assert model.estimator_.coef_.tobytes() == expected.coef_.tobytes()


def test_a_search_is_done_by_the_workers(client: Any) -> None:
    """The figures are those of a search in this process, and every fit ran in another."""
    import joblib

    def scores(model: Any, X: Any, y: Any) -> dict[str, float]:
        return {"accuracy": model.score(X, y), "process": float(os.getpid())}

    A, y = examples()
    search = GridSearchCV(
        CompAdaGradClassifier(k=4, max_iter=3, tol=None, random_state=0),
        {"eta0": [0.01, 0.1, 1.0], "alpha": [1e-4, 1e-2]},
        scoring=scores,
        refit="accuracy",
        cv=2,
    )
    alone = search.fit(A, y).cv_results_["mean_test_accuracy"]
    with joblib.parallel_config(backend="dask"):
        search.fit(A, y)
    np.testing.assert_array_equal(search.cv_results_["mean_test_accuracy"], alone)
    folds = ("split0_test_process", "split1_test_process")
    processes = {int(p) for fold in folds for p in search.cv_results_[fold]}
    assert processes <= set(client.run(os.getpid).values())
    assert search.best_score_ > 0.85
