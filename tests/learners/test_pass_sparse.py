"""Compiled passes over sparse rows, against steps by hand."""

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import DiagonalAdaGrad, InexactUpdateError, InvalidInputError
from compadagrad.learners import diagonal
from compadagrad.learners._pass_sparse import SparseExamples, SparseState, sparse_diagonal_pass
from compadagrad.losses import from_name
from compadagrad.losses._scalars import HINGE
from compadagrad.regularizers import Regularizer
from learners.patience import WAITING, N

ROWS = 200


def examples(seed: int = 0, scale: float = 1.0) -> tuple[Any, Any, Any]:
    """Rows, one of them empty and one of them full; targets; weights, some of them 0."""
    rng = np.random.default_rng(seed)
    X = np.where(rng.random((ROWS, N)) < 0.1, rng.standard_normal((ROWS, N)), 0.0)
    X[3], X[7] = 0.0, rng.standard_normal(N)
    y = np.where(X @ rng.standard_normal(N) > 0, 1.0, -1.0)
    return sparse.csr_array(scale * X), y, rng.choice([0.0, 0.5, 2.0], ROWS)


def by_hand(learner: DiagonalAdaGrad, X: Any, y: Any, loss: str, weights: Any) -> Any:
    """Dense steps; the predictions."""
    found, member = [], from_name(loss)
    for a, target, weight in zip(X.toarray(), y, weights, strict=True):
        a = a.astype(learner.dtype)
        found.append(learner.dot(a))
        if weight:
            learner.step(learner.dtype.type(weight * member.slope(found[-1], target)) * a)
    return np.array(found)


def forbid_steps(learner: DiagonalAdaGrad, monkeypatch: pytest.MonkeyPatch) -> None:
    def step(g: Any) -> None:
        raise AssertionError("a step by hand")

    monkeypatch.setattr(learner, "step", step)


@pytest.mark.parametrize("phi", WAITING, ids=lambda phi: phi.kind)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("loss", ["logistic", "hinge"])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_pass_gives_the_numbers_of_dense_steps(
    phi: Regularizer, dtype: Any, loss: str, weighted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, y, weights = examples()
    options: dict[str, Any] = {"lr": 0.3, "delta": 0.01, "regularizer": phi, "dtype": dtype}
    thin, dense = DiagonalAdaGrad(N, **options), DiagonalAdaGrad(N, **options)
    forbid_steps(thin, monkeypatch)
    given = {"sample_weight": weights} if weighted else {}
    found = thin.one_pass(X, y, loss, **given)
    wanted = by_hand(dense, X, y, loss, weights if weighted else np.ones(ROWS))
    atol = 1e-12 if dtype == np.float64 else 1e-4
    np.testing.assert_allclose(found, wanted, rtol=0, atol=atol)
    np.testing.assert_allclose(thin.x, dense.x, rtol=0, atol=atol)
    np.testing.assert_array_equal(thin.x == 0, dense.x == 0)
    assert thin.steps == dense.steps


def test_parts_of_a_pass_and_states_in_between_give_the_same_bits() -> None:
    X, y, _ = examples()
    whole = DiagonalAdaGrad(N, lr=0.3, regularizer=WAITING[3])
    parts = DiagonalAdaGrad(N, lr=0.3, regularizer=WAITING[3])
    found = whole.one_pass(X, y)
    pieces = []
    for start in range(0, ROWS, 30):
        pieces.append(parts.one_pass(X[start : start + 30], y[start : start + 30]))
        again = DiagonalAdaGrad(N, lr=0.3, regularizer=WAITING[3])
        again.load_state_dict(parts.state_dict())
        parts = again
    np.testing.assert_array_equal(np.concatenate(pieces), found)
    np.testing.assert_array_equal(parts.x, whole.x)


@pytest.mark.parametrize("scale", [1e-120, 1e120])
def test_gradients_of_any_size_are_learned_from(scale: float) -> None:
    X, y, _ = examples(scale=scale)
    thin, dense = (DiagonalAdaGrad(N, lr=0.3 / scale, delta=0.01 * scale) for _ in range(2))
    found = thin.one_pass(X, y)
    wanted = by_hand(dense, X, y, "logistic", np.ones(ROWS))
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)


def test_a_gradient_that_leaves_the_unit_is_left_to_a_step() -> None:
    X, y, _ = examples()
    A = X.toarray()
    A[100] *= 1e90
    thin, dense = (DiagonalAdaGrad(N, lr=0.3, delta=0.01) for _ in range(2))
    found = thin.one_pass(sparse.csr_array(A), y, "hinge")
    wanted = by_hand(dense, sparse.csr_array(A), y, "hinge", np.ones(ROWS))
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)
    assert thin.steps == ROWS


def test_rows_with_doubles_batches_and_averages_are_left_to_steps() -> None:
    X, y, _ = examples()
    twice = sparse.csr_array((np.repeat(X.data / 2, 2), np.repeat(X.indices, 2), 2 * X.indptr))
    twice.resize(X.shape)
    assert not twice.has_canonical_format
    one, other = (DiagonalAdaGrad(N, lr=0.3) for _ in range(2))
    np.testing.assert_allclose(one.one_pass(twice, y), other.one_pass(X, y), atol=1e-12)
    batched, dense = (DiagonalAdaGrad(N, lr=0.3) for _ in range(2))
    batched.one_pass(X, y, batch_size=7)
    dense.one_pass(X.toarray(), y, batch_size=7)
    np.testing.assert_allclose(batched.x, dense.x, atol=1e-12)
    assert batched.steps == dense.steps == -(-ROWS // 7)
    averaged, plain = (DiagonalAdaGrad(N, lr=0.3) for _ in range(2))
    mean, wanted = averaged.point_average(), plain.point_average()
    averaged.one_pass(X, y, average=mean)
    plain.one_pass(X.toarray(), y, average=wanted)
    np.testing.assert_allclose(mean.x, wanted.x, atol=1e-12)


@pytest.mark.parametrize("algorithm", ["mirror_descent", "dual_averaging"])
def test_what_is_learned_before_an_error_stays(algorithm: str) -> None:
    X, y, _ = examples()
    X.data[X.indptr[50]] = np.inf
    learner = DiagonalAdaGrad(N, lr=0.3, algorithm=algorithm)
    with pytest.raises((InvalidInputError, InexactUpdateError)):
        learner.one_pass(X, y, "hinge")
    assert learner.steps == 50
    assert np.isfinite(learner.x).all()


@pytest.mark.parametrize("moved", [0, 20])
def test_an_interrupt_leaves_a_learner_that_goes_on(
    moved: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python raises it when compiled code returns: arrays are written, and nothing is returned."""
    X, y, _ = examples()
    learner, whole = DiagonalAdaGrad(N, lr=0.3), DiagonalAdaGrad(N, lr=0.3)
    learner.one_pass(X[:moved], y[:moved])

    def interrupted(*arguments: Any) -> None:
        sparse_diagonal_pass(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(diagonal, "sparse_diagonal_pass", interrupted)
        with pytest.raises(KeyboardInterrupt):
            learner.one_pass(X[moved:100], y[moved:100])
    assert learner.steps == 100
    learner.one_pass(X[100:], y[100:])
    whole.one_pass(X, y)
    np.testing.assert_array_equal(learner.x, whole.x)


def test_the_loop_by_hand() -> None:
    A = sparse.csr_array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0], [1.0, 1.0]])
    x, d, since, predictions = np.zeros(2), np.zeros(2), np.zeros(2, np.int64), np.full(4, np.nan)
    rows = SparseExamples(
        A.data, A.indices, A.indptr, np.array([1.0, -1.0, 1.0, 1.0]), np.empty(0), (HINGE, 0.0),
        predictions,
    )  # fmt: skip
    plain = (np.float64(0.0), np.float64(0.0), np.float64(-np.inf), np.float64(np.inf))
    state = SparseState(x, d, since)
    so_far = np.zeros(2, np.int64)
    sparse_diagonal_pass(rows, so_far, 1.0, 1e9, 0, 1.0, 1e-300, 0.5, plain, 1e-8, state, 2)
    np.testing.assert_array_equal(so_far, [4, 4])
    np.testing.assert_allclose(predictions, [0.0, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(d, [2.0, 5.0])
    np.testing.assert_array_equal(since, [4, 4])
    np.testing.assert_allclose(x, [0.5 + 0.5 / np.sqrt(2), -0.5 + 0.5 / np.sqrt(5)])
