import copy
import dataclasses
import pickle

import numpy as np
import pytest

from compadagrad import CompAdaGrad, DiagonalAdaGrad, InvalidInputError
from compadagrad.games import Record, play
from compadagrad.regularizers import L1, Box, SquaredL2
from games.sequences import Cone, correlated

N, ROUNDS = 12, 40
GAME = correlated(ROUNDS, N)


def game(**options: object) -> Record:
    return play(CompAdaGrad(N, 4, lr=0.5, **options), GAME)  # type: ignore[arg-type]


def test_the_start_is_a_copy() -> None:
    learner = DiagonalAdaGrad(N, lr=1.0)
    before = copy.deepcopy(learner.state_dict())
    record = play(learner, list(GAME))
    after = record.start.state_dict()
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_cumulative_losses_end_in_the_total() -> None:
    record = game(regularizer=SquaredL2(0.1))
    assert record.cumulative[-1] == pytest.approx(record.total)
    assert record.total > record.losses.sum()


@pytest.mark.parametrize("rounds", [GAME, list(GAME)], ids=["compiled", "steps"])
def test_every_step_has_its_certificate(rounds: object) -> None:
    record = play(CompAdaGrad(N, 4, lr=0.5), rounds)  # type: ignore[arg-type]
    assert len(record.certificates) == ROUNDS
    assert all(each.ok and each.solver == "closed form" for each in record.certificates)
    assert record.residuals.tolist() == [each.residual for each in record.certificates]
    steps = play(CompAdaGrad(N, 4, lr=0.5, regularizer=L1(0.01)), GAME[:5])
    assert all(each.solver in ("newton", "interior point") for each in steps.certificates)


def test_the_regret_by_its_definition() -> None:
    phi = SquaredL2(0.1)
    record = game(regularizer=phi)
    x = np.linspace(-1.0, 1.0, N)
    fixed = np.log1p(np.exp(-GAME.y * (GAME.A @ x))).sum() + ROUNDS * phi.value(x)
    assert record.regret(x) == pytest.approx(record.total - fixed)
    best = record.comparator()
    assert record.regret() == pytest.approx(record.total - best.value)
    assert record.regret() >= record.regret(x)


def test_a_regret_whose_comparator_is_not_found_warns() -> None:
    record = play(DiagonalAdaGrad(N, lr=0.5), GAME)
    best = record.comparator()
    record._comparators[ROUNDS] = dataclasses.replace(best, gap=0.125)
    with pytest.warns(UserWarning, match=r"too large by up to 0\.12,.* comparator\(x0=...\)"):
        assert record.regret() == record.total - best.value


def test_out_of_bounds_no_point_is_a_comparator() -> None:
    assert game(regularizer=Box(-1.0, 1.0)).regret(np.full(N, 2.0)) == -np.inf


def test_the_regret_against_convex_functions() -> None:
    record = play(CompAdaGrad(2, 1, lr=0.5), [Cone(np.array([3.0, 4.0]))] * 10)
    assert record.regret([3.0, 4.0]) == pytest.approx(record.total)


def test_the_comparator_is_found_once_and_again_when_the_game_goes_on() -> None:
    learner = CompAdaGrad(N, 4, lr=0.5, regularizer=SquaredL2(0.1))
    record = play(learner, GAME[:30])
    first = record.comparator()
    assert record.comparator() is first
    play(learner, GAME[30:], record=record)
    assert not np.allclose(record.comparator().x, first.x)


def test_a_prefix_is_the_game_up_to_there() -> None:
    record = game(regularizer=SquaredL2(0.1))
    part, whole = record.prefix(25), game(regularizer=SquaredL2(0.1))
    alone = play(CompAdaGrad(N, 4, lr=0.5, regularizer=SquaredL2(0.1)), GAME[:25])
    assert part.losses == pytest.approx(alone.losses)
    assert part.regret() == pytest.approx(alone.regret())
    assert part.bound() == pytest.approx(alone.bound())
    assert part.bound(np.zeros(N)) < whole.bound(np.zeros(N))
    assert len(record) == ROUNDS
    for t in (0, ROUNDS + 1):
        with pytest.raises(InvalidInputError, match="t must be"):
            record.prefix(t)


def test_an_empty_game_has_no_regret() -> None:
    record = Record(DiagonalAdaGrad(3, lr=1.0))
    for what in (record.regret, record.bound, record.comparator):
        with pytest.raises(InvalidInputError, match="an empty game has no"):
            what()
    assert record.total == 0.0


def test_it_says_what_it_is_of() -> None:
    assert repr(game()).startswith("Record(40 rounds of CompAdaGrad(n=12, k=4")


def test_a_game_goes_on_in_another_process() -> None:
    learner = CompAdaGrad(N, 4, lr=0.5)
    record = play(learner, GAME[:25])
    learner, record = pickle.loads(pickle.dumps((learner, record)))
    play(learner, GAME[25:], record=record)
    assert record.total == pytest.approx(game().total)
    assert learner.steps == len(record) == ROUNDS
