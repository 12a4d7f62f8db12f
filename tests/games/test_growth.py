from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import CompAdaGrad, DiagonalAdaGrad, InvalidInputError, TrackedAdaGrad
from compadagrad.games import Examples, Growth, play, regret_growth
from compadagrad.games.replay import replay
from compadagrad.games.rounds import Round
from compadagrad.learners import Learner
from compadagrad.regularizers import SquaredL2
from games.sequences import correlated

N, ROUNDS = 8, 80
GAME = correlated(ROUNDS, N)
PHI = SquaredL2(0.05)


def test_each_point_is_a_game_of_its_own() -> None:
    growth = regret_growth(play(CompAdaGrad(N, 4, lr=0.5, regularizer=PHI), GAME), 4)
    assert growth.rounds.tolist() == [10, 20, 40, 80]
    for t, regret, bound in zip(growth.rounds, growth.regret, growth.bound, strict=True):
        alone = play(CompAdaGrad(N, 4, lr=0.5, regularizer=PHI), GAME[:t])
        assert regret == pytest.approx(alone.regret(), abs=1e-6)
        assert bound == pytest.approx(alone.bound(), rel=1e-4)
        assert regret <= bound


def test_there_are_no_bounds_without_a_theorem_or_where_nobody_asks() -> None:
    tracked = play(TrackedAdaGrad(N, 4, lr=0.5, regularizer=PHI), GAME)
    compressed = play(CompAdaGrad(N, 4, lr=0.5, regularizer=PHI), GAME)
    assert np.isnan(regret_growth(tracked, 3).bound).all()
    assert np.isnan(regret_growth(compressed, 3, bound=False).bound).all()


@pytest.mark.parametrize("power", [0.25, 0.5, 1.0])
def test_the_exponent_of_a_power(power: float) -> None:
    t = np.array([10, 100, 1000, 10_000])
    growth = Growth(t, 3.0 * t**power, np.full(4, np.nan))
    assert growth.exponent == pytest.approx(power)
    early = Growth(t, np.where(t < 100, -5.0, 3.0 * t**power), growth.bound)
    assert early.exponent == pytest.approx(power)
    assert np.isnan(Growth(t, -growth.regret, growth.bound).exponent)


def test_the_game_is_played_again_at_most_once_for_all_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thin = Examples(sparse.csr_array(GAME.A), GAME.y)  # whose penalties no compiled game knows
    record = play(DiagonalAdaGrad(N, lr=0.5, regularizer=PHI), thin)
    played: list[int] = []

    def counted(start: Learner, rounds: list[Round], *seen: Any) -> Learner:
        played.append(len(rounds))
        return replay(start, rounds, *seen)

    monkeypatch.setattr("compadagrad.games.record.replay", counted)
    regret_growth(record, 4, bound=False)
    assert played == [ROUNDS]


def test_few_rounds_are_taken_once() -> None:
    record = play(CompAdaGrad(N, 4, lr=0.5, regularizer=PHI), GAME[:4])
    assert regret_growth(record, 12, first=2).rounds.tolist() == [2, 3, 4]


def test_bad_arguments_are_refused() -> None:
    record = play(CompAdaGrad(N, 4, lr=0.5), GAME[:5])
    with pytest.raises(InvalidInputError, match="at least first = 10 rounds, got 5"):
        regret_growth(record)
    with pytest.raises(InvalidInputError, match="points must be"):
        regret_growth(record, 1)
