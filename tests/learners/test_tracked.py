from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import FullAdaGrad, InvalidInputError, TrackedAdaGrad, reference
from compadagrad.learners import Learner
from learners.conformance import REGULARIZERS, LearnerConformance
from learners.sequences import gradients

Array = NDArray[Any]


class TrackedConformance(LearnerConformance):
    k = 4
    power = 0.5
    block = 1

    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        """The metric has the unit of the gradients to the power 2p, and so has delta."""
        per_unit = size ** (2 * self.power - 1)
        return TrackedAdaGrad(
            n,
            self.k,
            tau=2.0,
            delta=(delta * per_unit, 2 * delta * per_unit),
            power=self.power,
            block=self.block,
            **({**options, "lr": options["lr"] * per_unit} if per_unit != 1.0 else options),
        )

    def metric(self, learner: Learner, G: Array, delta: float, size: float) -> Array:
        pair = (delta / size, 2 * delta / size)
        numbers: dict[str, Any] = {"tau": 2.0, "power": self.power, "block": self.block}
        return size * reference.tracked_metric(G / size, self.k, delta=pair, **numbers)


class TestTrackedAdaGrad(TrackedConformance):
    pass


class TestNoDirection(TrackedConformance):
    k = 0


class TestOneDirection(TrackedConformance):
    k = 1


class TestAllDirections(TrackedConformance):
    k = 11


class TestAnOnlineNewtonStep(TrackedConformance):
    power = 1.0


class TestInBetween(TrackedConformance):
    power = 0.75


class TestBlocks(TrackedConformance):
    k = 2
    block = 3


@pytest.mark.parametrize("phi", REGULARIZERS)
@pytest.mark.parametrize("kind", ["correlated", "low-rank", "sparse", "zero"])
def test_enough_directions_are_full_matrix_adagrad(phi: str, kind: str) -> None:
    options: dict[str, Any] = {"lr": 0.5, "delta": 0.01, "regularizer": REGULARIZERS[phi](1.0)}
    ours, theirs = TrackedAdaGrad(11, 11, tau=1.0, **options), FullAdaGrad(11, **options)
    for g in np.concatenate([gradients(kind, 11, float, seed=seed) for seed in range(3)]):
        ours.step(g)
        theirs.step(g)
        np.testing.assert_allclose(ours.x, theirs.x, rtol=0, atol=1e-9)
    assert np.abs(theirs.x).max() > 0.01 or kind == "zero"


@pytest.mark.parametrize("block", [1, 5])
def test_what_is_tracked_never_exceeds_the_gradients(block: int) -> None:
    G = np.random.default_rng(0).standard_normal((200, 30)) * np.logspace(1, -2, 30)
    learner = TrackedAdaGrad(30, 6, lr=0.1, block=block)
    for t, g in enumerate(G, start=1):
        learner.step(g)
        state = learner.state_dict()
        roots = np.ldexp(state["memory.roots"], state["memory.exponent"])
        rows = state["memory.rows"]
        tracked = (rows.T * roots[: len(rows)] ** 2) @ rows
        least = np.linalg.eigvalsh(G[:t].T @ G[:t] - tracked).min()
        assert least >= -1e-12 * (G[:t] ** 2).sum()
    np.testing.assert_allclose(rows @ rows.T, np.eye(6), atol=1e-13)


def test_the_leading_directions_are_found() -> None:
    rng = np.random.default_rng(0)
    factors = np.linalg.qr(rng.standard_normal((50, 3)))[0].T * np.array([[9.0], [5.0], [2.0]])
    G = rng.standard_normal((400, 3)) @ factors + 0.01 * rng.standard_normal((400, 50))
    learner = TrackedAdaGrad(50, 3, lr=0.1)
    for g in G:
        learner.step(g)
    exact = np.linalg.svd(G)[2][:3]
    overlap = np.linalg.svd(exact @ learner.state_dict()["memory.rows"].T)[1]
    assert overlap.min() > 0.9999


def test_directions_stay_orthonormal_under_hostile_gradients() -> None:
    rng = np.random.default_rng(0)
    learner = TrackedAdaGrad(20, 8, lr=0.1, delta=1.0)
    g = rng.standard_normal(20)
    for t in range(1500):
        hostile = [
            g,
            g + 1e-12 * rng.standard_normal(20),
            np.zeros(20),
            1e-9 * g,
            np.eye(20)[t % 20],
        ]
        learner.step(hostile[t % 5] if t % 7 else rng.standard_normal(20))
    rows = learner.state_dict()["memory.rows"]
    np.testing.assert_allclose(rows @ rows.T, np.eye(8), atol=1e-13)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"k": 12}, r"k must be an integer in 0\.\.11, got 12"),
        ({"k": 2, "power": 0.0}, "power must be a positive"),
        ({"k": 2, "power": 1.5}, "power must be at most 1, got 1.5"),
        ({"k": 2, "block": 0}, "block must be an integer >= 1"),
        ({"k": 2, "tau": -1.0}, "tau must be a positive"),
        ({"k": 2, "delta": 0.0}, "delta must be a positive"),
        ({"k": 2, "n": 0}, "n must be an integer"),
    ],
    ids=str,
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        TrackedAdaGrad(**{"n": 11, "lr": 1.0, **arguments})


def test_a_state_with_rows_that_are_not_orthonormal_is_refused() -> None:
    learner = TrackedAdaGrad(11, 3, lr=0.5)
    learner.step(np.ones(11))
    state = learner.state_dict()
    with pytest.raises(InvalidInputError, match="rows must be orthonormal"):
        learner.load_state_dict({**state, "memory.rows": 2 * state["memory.rows"]})
    with pytest.raises(InvalidInputError, match="roots must descend"):
        learner.load_state_dict({**state, "memory.roots": np.ones(3)})


@pytest.mark.parametrize("k", [3, 4])
def test_a_large_gradient_within_a_block_makes_no_large_step(k: int) -> None:
    """The metric of a step has the step's own gradient in it, wherever in a block it comes."""
    rng = np.random.default_rng(0)
    learner = TrackedAdaGrad(4, k, lr=1.0, tau=1.0, delta=0.01, block=4)
    for _ in range(4):
        learner.step(rng.standard_normal(4))
    for _ in range(3):
        before = learner.x
        learner.step(1e6 * rng.standard_normal(4))
        assert np.abs(learner.x - before).max() < 2.0


def test_blocks_learn_as_single_gradients_do() -> None:
    rng = np.random.default_rng(0)
    examples = rng.standard_normal((800, 5)) @ rng.standard_normal((5, 40))
    labels = np.sign(examples @ rng.standard_normal(40))
    wrong = [
        int((learner.one_pass(examples, labels) * labels <= 0).sum())
        for learner in (
            TrackedAdaGrad(40, 8, lr=1.0, delta=0.01, tau=1.0, block=block) for block in (1, 4, 16)
        )
    ]
    assert max(wrong[1:]) <= wrong[0] + 30, wrong
