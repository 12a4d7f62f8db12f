"""The states of a learner that lets coordinates wait; its numbers are in :mod:`patience`."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

from compadagrad import (
    DiagonalAdaGrad,
    InexactUpdateError,
    InvalidInputError,
    OnlineGradientDescent,
)
from compadagrad.learners.patient import PatientLearner
from compadagrad.regularizers import L1, ElasticNet
from learners.conformance import same_bits

Array = NDArray[Any]

N = 8
ALGORITHMS = ["mirror_descent", "dual_averaging"]


def make(kind: type[PatientLearner], **options: Any) -> PatientLearner:
    constructor: Any = kind
    learner: PatientLearner = constructor(N, **{"lr": 0.5, "regularizer": L1(0.1), **options})
    return learner


def row(*entries: tuple[int, float]) -> Any:
    g = np.zeros(N)
    for place, value in entries:
        g[place] = value
    return sparse.csr_array(g[None])


both = pytest.mark.parametrize("kind", [DiagonalAdaGrad, OnlineGradientDescent])


@both
def test_sparse_steps_wait_and_dense_ones_do_not(kind: type[PatientLearner]) -> None:
    learner = make(kind)
    assert learner._waiting is None
    learner.step(row((1, 2.0)))
    assert learner._waiting is not None
    learner.step(np.ones(N))
    assert learner._waiting is None


@both
def test_a_metric_that_is_refreshed_rarely_waits_for_nobody(kind: type[PatientLearner]) -> None:
    thin, dense = make(kind, refresh_every=2), make(kind, refresh_every=2)
    for t in range(5):
        thin.step(row((t, 2.0)))
        dense.step(row((t, 2.0)).toarray()[0])
    assert thin._waiting is None
    assert same_bits(thin.state_dict(), dense.state_dict())


@both
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_looking_changes_nothing(kind: type[PatientLearner], algorithm: str) -> None:
    seen, unseen = make(kind, algorithm=algorithm), make(kind, algorithm=algorithm)
    for t in range(20):
        g = row((t % 3, 1.0), (t % 5, -2.0))
        for learner in (seen, unseen):
            learner.step(g)
        assert seen.x is not None
        seen.dot(row((t % 7, 1.0)))
        seen.dot(np.ones(N))
    assert same_bits(seen.state_dict(), unseen.state_dict())
    np.testing.assert_array_equal(seen.x, unseen.x)


@both
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_products_with_sparse_rows_are_those_with_dense_ones(
    kind: type[PatientLearner], algorithm: str
) -> None:
    learner = make(kind, algorithm=algorithm, dtype=np.float32)
    for t in range(9):
        learner.step(row((t % 3, 1.0), (t % 5, -2.0)))
        a = row((0, 3.0), (4, -1.0), (6, 2.0))
        expected = a.toarray()[0] @ learner.x
        one, vector = learner.dot(a), learner.dot(sparse.coo_array(a.toarray()[0]))
        assert np.shape(one) == (1,)
        assert type(vector) is float
        np.testing.assert_allclose([one[0], vector], expected, rtol=1e-6, atol=1e-6)
        whole = learner.dot(sparse.csr_array(a.astype(np.int64)))
        np.testing.assert_allclose(whole, expected, rtol=1e-6, atol=1e-6)


@both
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_products_with_a_mini_batch_make_up_only_its_entries(
    kind: type[PatientLearner], algorithm: str
) -> None:
    learner = make(kind, algorithm=algorithm)
    for t in range(9):
        learner.step(row((t % 3, 1.0), (t % 5, -2.0)))
    A = sparse.vstack([row((0, 3.0), (4, -1.0)), row(), row((4, 2.0), (6, 1.0))], format="csr")
    products = learner.dot(A)
    assert learner._latest is None
    for same in (learner.dot(A), learner.dot(A.tocsc()), A.toarray() @ learner.x, learner.dot(A)):
        np.testing.assert_allclose(products, same, rtol=0.0, atol=1e-15)
    assert learner.dot(sparse.csr_array((2, N))).tolist() == [0.0, 0.0]


@both
def test_a_mini_batch_with_columns_beyond_its_shape(kind: type[PatientLearner]) -> None:
    learner = make(kind)
    learner.step(row((1, 2.0)))
    bad = sparse.csr_array(sparse.vstack([row((1, 2.0)), row((2, 1.0))]))
    bad.indices[1] = N + 3
    with pytest.raises(InvalidInputError, match=rf"its columns are 1..{N + 3}, and n = {N}"):
        learner.dot(bad)


@both
def test_a_product_with_a_row_that_does_not_fit(kind: type[PatientLearner]) -> None:
    learner = make(kind)
    learner.step(row((1, 2.0)))
    with pytest.raises(InvalidInputError, match=f"a must have n = {N} entries"):
        learner.dot(sparse.csr_array((1, N + 1)))
    with pytest.raises(InvalidInputError, match="a must hold finite"):
        learner.dot(row((1, np.nan)))


@both
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("waiting", [True, False])
def test_a_refused_step_changes_nothing(
    kind: type[PatientLearner], algorithm: str, waiting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = make(kind, algorithm=algorithm, regularizer=ElasticNet(0.1, 0.2))
    learner.step(row((1, 2.0)) if waiting else np.ones(N))
    before, point = learner.state_dict(), learner.x.copy()

    def failing(*_: Any) -> tuple[float, float, float]:
        return 1.0, 1.0, 1.0

    with monkeypatch.context() as patch:
        patch.setattr("compadagrad.learners.patient.one_round", failing)
        with pytest.raises(InexactUpdateError, match="step 2: the prox solver reached"):
            learner.step(row((1, 3.0), (2, 1.0)))
    assert same_bits(learner.state_dict(), before)
    np.testing.assert_array_equal(learner.x, point)
    assert learner.step(row((1, 3.0))).ok


@both
def test_states_with_and_without_waiting_coordinates(kind: type[PatientLearner]) -> None:
    waiting, ready = make(kind), make(kind)
    waiting.step(row((1, 2.0)))
    ready.step(np.ones(N))
    one, other = waiting.state_dict(), ready.state_dict()
    extra = one.keys() - other.keys()
    assert extra
    assert all(name.startswith("waiting.") for name in extra)
    for learner, state in ((waiting, other), (ready, one)):
        learner.load_state_dict(state)
        assert same_bits(learner.state_dict(), state)


@both
@pytest.mark.parametrize("damage", ["dtype", "shape", "missing"])
def test_bad_states_of_waiting_coordinates(kind: type[PatientLearner], damage: str) -> None:
    learner = make(kind)
    learner.step(row((1, 2.0)))
    good = learner.state_dict()
    names = [name for name in good if name.startswith("waiting.")]
    name = names[-1]
    bad = dict(good)
    if damage == "missing":
        del bad[name]
        if len(names) == 1:
            return  # a state without waiting coordinates is a good one
    else:
        bad[name] = good[name][..., :-1] if damage == "shape" else good[name].astype(np.float32)
    with pytest.raises(InvalidInputError, match=name.replace(".", r"\.")):
        learner.load_state_dict(bad)
    assert same_bits(learner.state_dict(), good)


def test_a_patient_learner_is_abstract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        PatientLearner()  # type: ignore[abstract]
