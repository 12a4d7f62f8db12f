from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compadagrad import (
    CompAdaGrad,
    DiagonalAdaGrad,
    FullAdaGrad,
    InvalidInputError,
    OnlineGradientDescent,
    OnlineNewtonStep,
    RadaGrad,
    SAdaGrad,
    TrackedAdaGrad,
)
from compadagrad.games import Examples, Record, play
from compadagrad.learners import Learner
from compadagrad.regularizers import L1, Box, Regularizer, SquaredL2, Zero
from games.sequences import Cone, correlated

N = 5  # padded to 8

Maker = Callable[..., Learner]
WITH_THEOREM: dict[str, Maker] = {
    "diagonal": lambda delta=(0.01, 0.01), **o: DiagonalAdaGrad(N, delta=delta[1], **o),
    "k=0": lambda **o: CompAdaGrad(N, 0, **o),
    "k=3": lambda **o: CompAdaGrad(N, 3, **o),
    "k=7": lambda **o: CompAdaGrad(N, 7, seed=1, **o),
    "k=N": lambda **o: CompAdaGrad(N, 8, **o),
    "full": lambda tau=1.0, delta=(0.01, 0.01), **o: FullAdaGrad(N, delta=delta[0], **o),
}


def definition(record: Record, x: Any, points: Any, gradients: Any) -> float:
    """The theorem with dense matrices."""
    learner = record.start
    V: Any
    p, delta = learner.projection, learner._arguments["delta"]
    delta_r, delta_c = delta if isinstance(delta, list | tuple) else (delta, delta)
    if isinstance(learner, FullAdaGrad):
        V, tau = np.eye(N), 1.0
    elif p is None:
        V, tau = np.zeros((N, 0)), learner._arguments["tau"]
    else:
        V, tau = p.lift(np.eye(p.k)).T.reshape(p.n_padded, p.k), learner._arguments["tau"]
    P, size = V @ V.T, V.shape[0]
    G = np.zeros((len(gradients), size))
    G[:, :N] = gradients
    away = -np.asarray(points)[:, :size]
    away[:, :N] += x
    inside = np.sqrt(np.maximum(np.linalg.eigvalsh(V.T @ G.T @ G @ V), 0.0)).sum()
    outside = np.linalg.norm(G - G @ P, axis=0).sum()
    out = away - away @ P
    first = delta_r * np.sum((away[0] @ P) ** 2) + tau * delta_c * np.sum(out[0] ** 2)
    farthest = (np.linalg.norm(away @ P, axis=1) ** 2).max() * inside
    farthest += tau * np.abs(out).max() ** 2 * outside
    start = learner.regularizer.value(learner.x)
    return float(
        start + (first + farthest) / (2 * learner.lr) + learner.lr * (inside + outside / tau)
    )


@pytest.mark.parametrize("name", WITH_THEOREM)
def test_the_bound_by_its_definition(name: str) -> None:
    examples = correlated(30, N)
    options: dict[str, Any] = {
        "lr": 0.7,
        "tau": 2.0,
        "delta": (0.3, 5.0),
        "regularizer": SquaredL2(0.2),
    }
    options["x0"] = np.full(N, 0.5)
    record = play(WITH_THEOREM[name](**options), examples)
    by_hand, points, gradients = WITH_THEOREM[name](**options), [], []
    for a, y in examples:
        points.append(by_hand._point().copy())
        gradients.append(-y / (1.0 + np.exp(y * by_hand.dot(a))) * a)
        by_hand.step(gradients[-1])
    for x in (np.zeros(N), np.linspace(-2.0, 1.0, N)):
        expected = definition(record, x, points, gradients)
        assert record.bound(x) == pytest.approx(expected, rel=1e-6)


def test_the_terms_add_up() -> None:
    record = play(CompAdaGrad(N, 3, lr=0.7), correlated(30, N))
    terms = record.bound_terms(np.ones(N))
    assert terms.value == record.bound(np.ones(N))
    assert terms.value == terms.start + terms.delta + terms.distance + terms.gradients
    assert terms.gradients == pytest.approx(0.7 * (terms.inside + terms.outside))


REGULARIZERS: list[Regularizer] = [Zero(), SquaredL2(0.3), L1(0.1), Box(-0.5, 1.0)]
LOSSES = {"logistic": True, "hinge": True, "squared": False, "absolute": False}


@st.composite
def sequences(draw: st.DrawFn) -> tuple[list[Any] | Examples, str]:
    """Rows of small integers, repeated, reversed, scaled: what adversaries like.

    They come as examples, as mini-batches, or with cones between them.
    """
    rounds = draw(st.integers(1, 25))
    rows = st.lists(st.integers(-3, 3), min_size=N, max_size=N)
    A = np.array(draw(st.lists(rows, min_size=rounds, max_size=rounds)), float)
    loss = draw(st.sampled_from(sorted(LOSSES)))
    labels = st.sampled_from([-1.0, 1.0]) if LOSSES[loss] else st.floats(-5.0, 5.0)
    y = np.array(draw(st.lists(labels, min_size=rounds, max_size=rounds)))
    examples = Examples(A * draw(st.sampled_from([1e-2, 1.0, 30.0])), y)
    form = draw(st.sampled_from(["examples", "batches", "cones"]))
    if form == "examples":
        return examples, loss
    if form == "batches":
        return list(examples.batches(draw(st.integers(1, 4)))), loss
    return [each for a, y in examples for each in ((a, y), Cone(a))], loss


POINTS = st.one_of(st.none(), st.lists(st.integers(-4, 4), min_size=N, max_size=N))
DELTAS = st.sampled_from([1e-3, 1.0, 100.0])


@pytest.mark.parametrize("name", WITH_THEOREM)
@settings(max_examples=40)
@given(
    game=sequences(),
    phi=st.sampled_from(REGULARIZERS),
    lr=st.sampled_from([0.01, 0.3, 2.0]),
    tau=st.sampled_from([0.1, 1.0, 20.0]),
    delta=st.tuples(DELTAS, DELTAS),
    x0=POINTS,
)
def test_regret_is_at_most_the_bound(
    name: str,
    game: tuple[list[Any] | Examples, str],
    phi: Regularizer,
    lr: float,
    tau: float,
    delta: tuple[float, float],
    x0: list[int] | None,
) -> None:
    rounds, loss = game
    start = None if x0 is None else phi.nearest(np.array(x0, float))
    learner = WITH_THEOREM[name](lr=lr, tau=tau, delta=delta, regularizer=phi, x0=start)
    record = play(learner, rounds, loss)
    rng = np.random.default_rng(0)
    points = [phi.nearest(size * rng.standard_normal(N)) for size in (0.1, 3.0)]
    for x in (record.comparator().x, *points):  # it holds for all, not only for the best
        assert record.regret(x) <= record.bound(x) + 1e-9 * (1.0 + abs(record.total))


@pytest.mark.parametrize("name", WITH_THEOREM)
def test_it_is_for_all_convex_functions(name: str) -> None:
    rng, phi = np.random.default_rng(0), L1(0.05)
    rounds = [*(Cone(3.0 * c) for c in rng.standard_normal((20, N))), *correlated(30, N).batches(4)]
    for lr in (0.1, 1.0, 10.0):
        record = play(WITH_THEOREM[name](lr=lr, regularizer=phi), rounds)
        for x in (np.zeros(N), record.start.x - 2.0, rng.standard_normal(N)):
            assert record.regret(x) <= record.bound(x)
    assert record.regret() <= record.bound()


def test_without_the_delta_term_the_bound_would_be_wrong() -> None:
    learner = DiagonalAdaGrad(1, lr=1.0, delta=100.0)
    record = play(learner, [([1.0], 1.0)] * 100, "absolute")
    terms = record.bound_terms([1.0])
    assert record.regret([1.0]) > terms.value - terms.delta
    assert record.regret([1.0]) <= terms.value


WITHOUT_THEOREM: dict[str, tuple[Maker, str]] = {
    "dual averaging": (lambda **o: CompAdaGrad(N, 3, algorithm="dual_averaging", **o), "mirror"),
    "paper": (lambda **o: CompAdaGrad(N, 3, scaling="paper", **o), "scaling"),
    "refresh": (lambda **o: CompAdaGrad(N, 3, refresh_every=2, **o), "refresh_every=1"),
    "tracked": (lambda **o: TrackedAdaGrad(N, 3, **o), "and no others"),
    "radagrad": (lambda **o: RadaGrad(N, 3, **o), "and no others"),
    "s-adagrad": (lambda **o: SAdaGrad(N, 3, **o), "and no others"),
    "newton": (lambda **o: OnlineNewtonStep(N, **o), "and no others"),
    "descent": (lambda **o: OnlineGradientDescent(N, **o), "and no others"),
}


@pytest.mark.parametrize("name", WITHOUT_THEOREM)
def test_a_learner_without_a_theorem_says_why(name: str) -> None:
    make, reason = WITHOUT_THEOREM[name]
    record = play(make(lr=0.1), correlated(5, N))
    with pytest.raises(InvalidInputError, match=f"there is no bound for .*{reason}"):
        record.bound()
    assert np.isfinite(record.regret(np.zeros(N)))


def test_a_learner_that_has_moved_has_no_bound() -> None:
    learner = DiagonalAdaGrad(N, lr=0.1)
    learner.step(np.ones(N))
    with pytest.raises(InvalidInputError, match="from a learner's first step on"):
        play(learner, correlated(5, N)).bound()
