import numpy as np
import pytest

from compadagrad import CompAdaGrad, InvalidInputError
from compadagrad.games import Record, adversaries, online_to_batch, play
from compadagrad.games.rounds import as_round
from compadagrad.losses import Logistic
from games.sequences import correlated

N, ROUNDS = 6, 30
GAME = correlated(ROUNDS, N)


def test_the_averages_by_hand() -> None:
    learner, points = CompAdaGrad(N, 3, lr=0.5), []
    record = Record(learner)
    for each in GAME:
        points.append(learner.x.copy())
        play(learner, [each], record=record)
    t = np.arange(1, ROUNDS + 1)
    assert online_to_batch(record) == pytest.approx(np.mean(points, axis=0))
    assert online_to_batch(record, "weighted") == pytest.approx(t @ np.array(points) / t.sum())
    assert np.array_equal(online_to_batch(record, "last"), learner.x)


def test_by_convexity_the_average_suffers_no_more_than_the_rounds_did() -> None:
    game = adversaries.iid(N, 2000, noise=0.1)
    record = play(CompAdaGrad(N, 3, lr=0.5), game[:1000])
    x, rest = online_to_batch(record), game[1000:]
    risk = as_round((rest.A, rest.y), Logistic(), N, 1).value(x)
    assert risk <= record.total / 1000 + 0.05


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="iterate must be one of"):
        online_to_batch(play(CompAdaGrad(N, 3, lr=0.5), GAME), "median")
    with pytest.raises(InvalidInputError, match="empty game"):
        online_to_batch(Record(CompAdaGrad(N, 3, lr=0.5)))
