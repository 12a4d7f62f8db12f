"""Passing over examples in compiled code gives the numbers of stepping by hand."""

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import (
    CompAdaGrad,
    DiagonalAdaGrad,
    FullAdaGrad,
    InexactUpdateError,
    InvalidInputError,
    OnlineGradientDescent,
    OnlineNewtonStep,
    RadaGrad,
    SAdaGrad,
    TrackedAdaGrad,
)
from compadagrad.learners import Learner, passes
from compadagrad.losses import from_name
from compadagrad.regularizers import L1, SquaredL2
from learners.conformance import same_bits

N, M = 13, 200
LEARNERS: dict[str, Callable[..., Learner]] = {
    "compadagrad": lambda **kw: CompAdaGrad(N, 6, tau=3.0, delta=(0.1, 0.2), **kw),
    "compadagrad, paper": lambda **kw: CompAdaGrad(N, 6, delta=0.1, scaling="paper", **kw),
    "compadagrad, whole": lambda **kw: CompAdaGrad(N, 16, delta=0.1, **kw),
    "full": lambda **kw: FullAdaGrad(N, delta=0.1, **kw),
    "radagrad": lambda **kw: RadaGrad(N, 6, delta=0.1, tau=200.0, **kw),
    "diagonal": lambda **kw: DiagonalAdaGrad(N, tau=2.0, delta=0.1, **kw),
    "gradient descent": lambda **kw: OnlineGradientDescent(N, **kw),
    "tracked": lambda **kw: TrackedAdaGrad(N, 5, tau=2.0, delta=(0.1, 0.2), **kw),
    "tracked, power 3/4": lambda **kw: TrackedAdaGrad(N, 5, power=0.75, delta=0.1, **kw),
    "tracked, all": lambda **kw: TrackedAdaGrad(N, N, delta=0.1, **kw),
    "s-adagrad": lambda **kw: SAdaGrad(N, 5, delta=0.1, **kw),
    "newton step": lambda **kw: OnlineNewtonStep(N, delta=0.5, **kw),
}
NOT_ADAPTIVE = {"radagrad", "newton step"}  # their metrics become singular to rounding below


def examples(dtype: Any = np.float64, m: int = M) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    A = rng.standard_normal((m, 4)) @ rng.standard_normal((4, N)) + rng.standard_normal((m, N))
    return A.astype(dtype), np.where(A @ rng.standard_normal(N) > 0, 1.0, -1.0)


def by_hand(learner: Learner, A: Any, y: Any, loss: str) -> Any:
    member, predictions = from_name(loss), []
    for a, target in zip(A, y, strict=True):
        predictions.append(learner.dot(a))
        learner.step(a * float(member.slope(predictions[-1], target)))
    return np.array(predictions)


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("loss", ["logistic", "hinge", "squared"])
@pytest.mark.parametrize("l2", [0.0, 0.01])
def test_the_numbers_are_those_of_stepping(name: str, loss: str, l2: float) -> None:
    A, y = examples()
    options: dict[str, Any] = {"lr": 0.3, "regularizer": SquaredL2(l2) if l2 else None}
    fast, slow = LEARNERS[name](**options), LEARNERS[name](**options)
    first = fast.one_pass(A[:120], y[:120], loss)
    rest = fast.one_pass(A[120:], y[120:], loss)
    expected = by_hand(slow, A, y, loss)
    np.testing.assert_allclose(np.append(first, rest), expected, rtol=0, atol=1e-8)
    np.testing.assert_allclose(fast.x, slow.x, rtol=0, atol=1e-8)
    assert fast.steps == slow.steps == M
    one, other = fast.state_dict(), slow.state_dict()
    assert one.keys() == other.keys()
    for name in ("rounds", "updates"):  # the latter tells when rows were made orthonormal
        assert one.get(f"memory.{name}") == other.get(f"memory.{name}")


FREE = np.where(np.arange(16) == 4, 0.0, 0.02)  # an intercept's weight is 0
WIDE = {"compadagrad", "compadagrad, whole"}  # their padding is free too: no closed form for 13


def widened(name: str, A: Any) -> tuple[Callable[..., Learner], Any]:
    """The learner and the examples without padding."""
    if name not in WIDE:
        return LEARNERS[name], A
    k = 16 if "whole" in name else 6
    return lambda **kw: CompAdaGrad(16, k, delta=0.1, **kw), np.hstack([A, np.zeros((len(A), 3))])


@pytest.mark.parametrize("name", sorted({*LEARNERS} - {"radagrad", "compadagrad, paper"}))
@pytest.mark.parametrize("free", [False, True])
def test_weights_batches_and_averages_are_those_of_stepping(
    name: str, free: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    A, y = examples(m=90)
    make, A = widened(name, A)
    weights = np.random.default_rng(1).integers(0, 3, len(y)) / 2
    weights[12:16] = 0.0
    n = A.shape[1]
    phi = SquaredL2(FREE[:n]) if free and name != "newton step" else None
    fast, slow = make(lr=0.3, regularizer=phi), make(lr=0.3, regularizer=phi)
    options: dict[str, Any] = {"sample_weight": weights, "batch_size": 4}
    means = [learner.point_average(after=3) for learner in (fast, slow)]
    with monkeypatch.context() as patch:
        patch.setattr(Learner, "step", None)  # the compiled loop is taken
        first = fast.one_pass(A, y, "squared", **options, average=means[0])
    monkeypatch.setattr(Learner, "_compiled_pass", lambda self, examples, i, *rest: i)
    second = slow.one_pass(A, y, "squared", **options, average=means[1])
    np.testing.assert_allclose(first, second, rtol=0, atol=1e-8)
    np.testing.assert_allclose(fast.x, slow.x, rtol=0, atol=1e-8)
    np.testing.assert_allclose(means[0].x, means[1].x, rtol=0, atol=1e-8)
    assert fast.steps == slow.steps == means[0].seen == means[1].seen == 22


@pytest.mark.parametrize("name", ["diagonal", "tracked"])
def test_sparse_batches_are_dense_ones(name: str) -> None:
    A, y = examples(m=40)
    A = np.where(np.abs(A) > 1, A, 0.0)
    weights = np.arange(40.0) % 3
    options: dict[str, Any] = {"sample_weight": weights, "batch_size": 3}
    dense, thin = LEARNERS[name](lr=0.3), LEARNERS[name](lr=0.3)
    first = dense.one_pass(A, y, **options)
    second = thin.one_pass(sparse.csr_array(A), y, **options)
    np.testing.assert_allclose(first, second, rtol=0, atol=1e-9)
    np.testing.assert_allclose(dense.x, thin.x, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", ["compadagrad", "diagonal", "tracked", "full", "newton step"])
def test_a_pass_in_pieces_gives_the_same_bits(name: str) -> None:
    A, y = examples(m=60)
    weights = np.arange(60.0) % 4
    whole, parts = LEARNERS[name](lr=0.3), LEARNERS[name](lr=0.3)
    means = [learner.point_average() for learner in (whole, parts)]
    whole.one_pass(A, y, sample_weight=weights, batch_size=5, average=means[0])
    for piece in (slice(0, 5), slice(5, 40), slice(40, 60)):
        parts.one_pass(
            A[piece], y[piece], sample_weight=weights[piece], batch_size=5, average=means[1]
        )
    assert whole.x.tobytes() == parts.x.tobytes()
    assert means[0].x.tobytes() == means[1].x.tobytes()


@pytest.mark.parametrize("name", LEARNERS)
def test_the_compiled_loop_is_taken(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = 0
    original = Learner.step

    def counted(self: Learner, g: Any) -> Any:
        nonlocal steps
        steps += 1
        return original(self, g)

    monkeypatch.setattr(Learner, "step", counted)
    A, y = examples()
    LEARNERS[name](lr=0.3).one_pass(A, y)
    assert steps == 0


@pytest.mark.parametrize("name", ["compadagrad", "diagonal", "tracked", "newton step"])
def test_float32(name: str) -> None:
    A, y = examples(np.float32)
    fast, slow = LEARNERS[name](lr=0.3, dtype=np.float32), LEARNERS[name](lr=0.3, dtype=np.float32)
    predictions = fast.one_pass(A, y)
    assert fast.x.dtype == np.float32
    np.testing.assert_allclose(predictions, by_hand(slow, A, y, "logistic"), atol=2e-2)


@pytest.mark.parametrize("name", ["compadagrad", "diagonal", "tracked"])
def test_what_no_loop_is_compiled_for_goes_by_hand(name: str) -> None:
    A, y = examples(m=30)
    rows = sparse.csr_array(np.where(np.abs(A) > 1, A, 0.0))
    for options in (
        {"regularizer": L1(0.01)},
        {"algorithm": "dual_averaging"},
        {"refresh_every": 4},
    ):
        fast, slow = LEARNERS[name](lr=0.3, **options), LEARNERS[name](lr=0.3, **options)
        predictions = fast.one_pass(A, y)
        np.testing.assert_allclose(predictions, by_hand(slow, A, y, "logistic"), atol=1e-9)
    fast, slow = LEARNERS[name](lr=0.3), LEARNERS[name](lr=0.3)
    predictions = fast.one_pass(rows, y)
    expected = by_hand(slow, rows.toarray(), y, "logistic")
    np.testing.assert_allclose(predictions, expected, atol=1e-9)


@pytest.mark.parametrize("name", LEARNERS)
def test_a_bad_example_ends_the_pass_after_those_before_it(name: str) -> None:
    A, y = examples(m=60)
    A[40, 3] = np.nan
    learner, twin = LEARNERS[name](lr=0.3), LEARNERS[name](lr=0.3)
    with pytest.raises(InvalidInputError, match="the gradient of step 41 must hold finite"):
        learner.one_pass(A, y)
    assert learner.steps == 40
    twin.one_pass(A[:40], y[:40])
    np.testing.assert_allclose(learner.x, twin.x, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", sorted(LEARNERS.keys() - NOT_ADAPTIVE))
def test_gradients_that_leave_the_unit_go_by_hand_once(name: str) -> None:
    A, y = examples(m=40)
    A[20:] *= 1e80
    learner, slow = LEARNERS[name](lr=0.3), LEARNERS[name](lr=0.3)
    learner.one_pass(A, y, "hinge")
    by_hand(slow, A, y, "hinge")
    assert learner.steps == 40
    assert np.isfinite(learner.x).all()
    assert learner.state_dict().get("memory.exponent") == slow.state_dict().get("memory.exponent")


@pytest.mark.parametrize("name", LEARNERS)
def test_a_stream_goes_on_after_an_outlier(name: str) -> None:
    """It is learned from or refused, and the unit that it leaves behind serves the rest."""
    A, y = examples(m=60)
    A[20] *= 1e250
    fast, slow = LEARNERS[name](lr=0.3), LEARNERS[name](lr=0.3)
    for rows in (slice(0, 20), slice(20, 21), slice(21, 60)):
        refused = []
        for learner, go in ((fast, fast.one_pass), (slow, partial(by_hand, slow))):
            before = learner.state_dict()
            try:
                go(A[rows], y[rows], "hinge")
            except InexactUpdateError:
                assert rows.start == 20
                assert same_bits(learner.state_dict(), before)
                refused.append(learner)
        assert refused in ([], [fast, slow])
    assert fast.steps == slow.steps >= 59
    np.testing.assert_allclose(fast.x, slow.x, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize(
    "make",
    [
        lambda: CompAdaGrad(5, 2, lr=0.1, delta=1e-300),
        lambda: TrackedAdaGrad(11, 10, lr=0.1, delta=1e-300, tau=1e-12, power=1.0),
        lambda: TrackedAdaGrad(10, 8, lr=0.1, delta=1e-30, tau=1e-12, power=0.75),
    ],
)
@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_what_is_singular_to_rounding_goes_by_hand(
    make: Callable[[], Learner], size: float
) -> None:
    """A compiled pass ends before it; stepping goes on, or says by how much it misses."""
    for seed in range(20):
        learner, rng = make(), np.random.default_rng(seed)
        A = size * rng.standard_normal((40, 2)) @ rng.standard_normal((2, learner.n))
        with contextlib.suppress(InexactUpdateError):
            learner.one_pass(A, np.sign(rng.standard_normal(40)))
        assert np.isfinite(learner.x).all()


def test_a_step_that_is_not_certified_goes_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """There the general solver can still help, or the learner can refuse."""
    A, y = examples(m=10)
    learner = LEARNERS["compadagrad"](lr=0.3, tolerance=1e-200, on_inexact="warn")
    monkeypatch.setattr("compadagrad.learners._pass.ROUNDINGS", 64)
    learner.one_pass(A, y)
    assert learner.steps == 10


@pytest.mark.parametrize(
    ("A", "y", "loss", "message"),
    [
        (np.ones((2, N + 1)), [1, -1], "logistic", rf"A must have the shape \(m, {N}\)"),
        (np.ones(N), [1], "logistic", "A must have the shape"),
        (np.ones((2, N)), [1], "logistic", "y must have one target for each of the 2 rows"),
        (np.ones((2, N)), [1, 0], "logistic", "-1"),
        (np.ones((2, N)), [1, np.nan], "squared", "finite"),
        (np.ones((2, N)), [1, -1], "zero-one", "name must be one of"),
        (np.ones((2, N)) * 1j, [1, -1], "logistic", "A must hold"),
        (sparse.csr_array(np.ones((2, 3))), [1, -1], "logistic", "A must have the shape"),
    ],
    ids=str,
)
def test_bad_examples(A: Any, y: Any, loss: str, message: str) -> None:
    learner = LEARNERS["tracked"](lr=0.3)
    with pytest.raises(InvalidInputError, match=message):
        learner.one_pass(A, y, loss)
    assert learner.steps == 0


def test_no_examples() -> None:
    learner = LEARNERS["tracked"](lr=0.3)
    assert learner.one_pass(np.empty((0, N)), []).shape == (0,)
    assert passes.__all__
