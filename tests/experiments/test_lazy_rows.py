import pickle
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import CompAdaGrad, InvalidInputError
from compadagrad.experiments import Features, Method, Protocol, Task
from compadagrad.experiments.lazy_rows import AT_ONCE, LazyRows, present
from compadagrad.experiments.learning import learned_from
from compadagrad.experiments.text import MatrixRows
from compadagrad.experiments.trial import Trial, run_trial

M, N = 90, 20


def examples(m: int = M) -> MatrixRows:
    rng = np.random.default_rng(0)
    rows = sparse.random(m, N, density=0.3, format="csr", random_state=1)
    return MatrixRows(rows, np.where(rows @ rng.standard_normal(N) > 0.0, 1.0, -1.0))


def test_rows_are_taken_by_slices_and_by_numbers() -> None:
    source = examples()
    rows, dense = LazyRows(source), source.matrix.toarray()
    order = np.random.default_rng(2).permutation(M)
    assert rows.shape == (M, N)
    assert rows[order][5:9].shape == (4, N)
    np.testing.assert_array_equal(present(rows[order][5:9]).toarray(), dense[order][5:9])
    assert sum(part.shape[0] for part in rows.parts(40)) == M


def test_nothing_is_made_before_it_is_wanted() -> None:
    class Unwilling:
        n, labels = 3, np.ones(5)

        def rows(self, order: Any) -> Any:
            raise AssertionError("nobody asked for these rows")

    assert LazyRows(Unwilling())[1:3].shape == (2, 3)


def test_products_are_those_of_the_whole_matrix() -> None:
    source = examples(AT_ONCE + 10)
    x = np.random.default_rng(3).standard_normal(N)
    np.testing.assert_allclose(LazyRows(source) @ x, source.matrix @ x, rtol=1e-14)
    assert (LazyRows(source)[:0] @ x).shape == (0,)


def test_what_is_present_stays() -> None:
    dense = np.ones((2, 2))
    assert present(dense) is dense


@pytest.mark.parametrize("batch", [1, 7])
def test_learning_is_the_same(batch: int) -> None:
    source = examples()
    one, other = CompAdaGrad(N, 4, lr=0.5), CompAdaGrad(N, 4, lr=0.5)
    lazy = learned_from(one, LazyRows(source), source.labels, "logistic", batch)
    plain = learned_from(other, source.matrix, source.labels, "logistic", batch)
    np.testing.assert_allclose(lazy, plain, rtol=1e-12, atol=1e-14)


def test_a_trial_has_the_same_outcome() -> None:
    source = examples()
    method = Method("one", "DiagonalAdaGrad", grid=({"lr": (0.5,)},))
    trial = Trial.of(
        method, {"lr": 0.5}, Features(), Protocol(batch=5), data="", release="", seed=1
    )
    tasks = (Task("t", rows, source.labels) for rows in (source.matrix, LazyRows(source)))
    plain, lazy = (run_trial(task, Features(), trial)[1] for task in tasks)
    assert lazy.failure == ""
    assert (lazy.online_error, lazy.test_error) == (plain.online_error, plain.test_error)


def test_a_task_of_lazy_rows_goes_to_other_processes() -> None:
    source = examples()
    task = pickle.loads(pickle.dumps(Task("t", LazyRows(source), source.labels)))
    np.testing.assert_array_equal(present(task.X).toarray(), source.matrix.toarray())


@pytest.mark.parametrize(
    "features", [Features("given", {"constant": True}), Features("gaussian_kernel")]
)
def test_maps_that_need_the_whole_matrix_say_so(features: Features) -> None:
    source = examples()
    method = Method("one", "DiagonalAdaGrad", grid=({"lr": (0.5,)},))
    trial = Trial.of(method, {"lr": 0.5}, features, Protocol(), data="", release="", seed=1)
    with pytest.raises(InvalidInputError, match="features: "):
        run_trial(Task("t", LazyRows(source), source.labels), features, trial)
