from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import OnlineNewtonStep
from compadagrad.learners import Learner
from learners.conformance import LearnerConformance

Array = NDArray[Any]


class TestOnlineNewtonStep(LearnerConformance):
    def make(self, n: int, delta: float, size: float, **options: Any) -> Learner:
        """The metric has the unit of squared gradients, and so has delta."""
        if size != 1.0:
            options["lr"] *= size
        return OnlineNewtonStep(n, delta=delta * size, **options)

    def metric(self, learner: Learner, G: Array, delta: float, size: float) -> Array:
        unit = G / size
        return size * (unit.T @ unit + delta / size * np.eye(G.shape[1]))


def test_the_inverse_is_made_anew_when_it_has_drifted() -> None:
    learner, rng = OnlineNewtonStep(5, lr=1.0, delta=1e-5), np.random.default_rng(0)
    G = np.concatenate([1e3 * rng.standard_normal((20, 5)), rng.standard_normal((5, 5))])
    for t, g in enumerate(G, start=1):
        before = learner.x
        assert learner.step(g).ok
        A = G[:t].T @ G[:t] + 1e-5 * np.eye(5)
        if t >= 5:
            np.testing.assert_allclose(learner.x, before - np.linalg.solve(A, g), atol=1e-9)


def test_gradients_that_grow_beyond_the_unit() -> None:
    learner = OnlineNewtonStep(2, lr=1e60, delta=1.0)
    learner.step([1.0, 0.0])
    learner.step([0.0, 1e60])
    np.testing.assert_allclose(learner.x, [-5e59, -1.0], rtol=1e-12)


def test_delta_is_checked() -> None:
    with pytest.raises(ValueError, match="delta must be a positive, finite number"):
        OnlineNewtonStep(2, lr=1.0, delta=0.0)


@pytest.mark.parametrize("size", [1e6, 1e8, 1e10, 1e15, 1e20, 1e100])
def test_where_delta_is_less_than_a_rounding_of_the_sum(size: float) -> None:
    """It goes on, with steps that the sum of the gradients still determines."""
    rng = np.random.default_rng(0)
    G = rng.standard_normal((30, 5))
    learner, plain = OnlineNewtonStep(5, lr=1.0), OnlineNewtonStep(5, lr=1.0, delta=1e-10)
    for g in G:
        before, other = learner.x, plain.x
        assert learner.step(size * g).ok
        plain.step(g)
        if learner.steps > 5:  # of full rank without delta
            np.testing.assert_allclose(size * (learner.x - before), plain.x - other, rtol=1e-3)


def test_small_gradients_in_a_large_sum() -> None:
    """Their steps are as exact as the sum is, whose product with the point is what counts."""
    rng = np.random.default_rng(0)
    A = 10.0 * rng.standard_normal((400, 20)) * np.logspace(0, -3, 20)
    y = np.sign(A @ rng.standard_normal(20))
    learner = OnlineNewtonStep(20, lr=10.0, delta=1e-6)
    learner.one_pass(A, y)
    assert learner.steps == 400
    for tiny in (1e-9, 1e-100, 5e-310):
        assert learner.step(tiny * A[0]).ok
