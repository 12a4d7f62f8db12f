from typing import Any

import numpy as np
import pytest

from compadagrad import CompAdaGrad, DiagonalAdaGrad
from compadagrad.games.penalties import Penalties
from compadagrad.learners import Learner
from compadagrad.regularizers import L1, ElasticNet, Regularizer, SquaredL2
from games.sequences import correlated

N, ROUNDS = 11, 20  # neither a power of two nor a multiple of four
GAME = correlated(ROUNDS, N)
MIXED = ElasticNet(0.1, 0.3 * (np.arange(N) < N - 1))


@pytest.mark.parametrize("phi", [SquaredL2(0.3), L1(0.1), MIXED], ids=repr)
def test_points_are_taken_in_with_their_padding(phi: Regularizer) -> None:
    learner, rng = CompAdaGrad(N, 3, lr=0.5, regularizer=phi), np.random.default_rng(0)
    noted = Penalties(learner, 7.0, 4)
    points = [rng.standard_normal(16) for _ in range(4)]
    for x in points:
        noted.take(x)
    assert noted.values == pytest.approx([7.0, *(phi.value(x[:N]) for x in points[:-1])])


@pytest.mark.parametrize("make", [DiagonalAdaGrad, lambda n, **o: CompAdaGrad(n, 4, **o)])
def test_a_pass_takes_it_along(make: Any) -> None:
    phi = SquaredL2(0.3)
    learner, by_hand = (make(N, lr=0.5, regularizer=phi) for _ in range(2))
    assert isinstance(learner, Learner)
    noted: Any = Penalties(learner, 0.0, ROUNDS)
    learner.one_pass(GAME.A, GAME.y, average=noted)
    expected = []
    for a, y in GAME:
        expected.append(phi.value(by_hand.x))
        by_hand.step(-y / (1.0 + np.exp(y * by_hand.dot(a))) * a)
    assert noted.values == pytest.approx(expected, rel=1e-10)


def test_squares_beyond_float32_are_added_up_in_float64() -> None:
    learner = DiagonalAdaGrad(N, lr=0.5, regularizer=SquaredL2(1e-30), dtype=np.float32)
    noted, x = Penalties(learner, 0.0, 2), np.full(N, 1e25, np.float32)
    noted.take(x)
    noted.take(x)
    assert noted.values[1] == pytest.approx(N * 0.5e20, rel=1e-6)
