import numpy as np
import pytest

from compadagrad import CompAdaGrad, InvalidInputError
from compadagrad.learners import PointAverage

RNG = np.random.default_rng(0)


def test_the_mean_of_points() -> None:
    average, points = PointAverage(3, 4, after=2), RNG.standard_normal((5, 4))
    for count, x in enumerate(points):
        assert average.seen == count
        assert average.has_begun == (count > 2)
        average.take(x)
    np.testing.assert_allclose(average.x, points[2:, :3].mean(axis=0))
    average.x[:] = 0
    assert average.x.any()


def test_states() -> None:
    average, other = PointAverage(3, 4, after=1), PointAverage(3, 4)
    for x in RNG.standard_normal((4, 4)):
        average.take(x)
    state = average.state_dict()
    other.load_state_dict(state)
    for x in RNG.standard_normal((4, 4)):
        average.take(x)
        other.take(x)
    assert average.x.tobytes() == other.x.tobytes()
    for bad in ({**state, "mean": np.zeros(3)}, {**state, "seen": -1}, {"mean": np.zeros(4)}):
        with pytest.raises(InvalidInputError):
            other.load_state_dict(bad)


def test_a_learner_makes_one_of_its_length() -> None:
    learner = CompAdaGrad(5, 2, lr=0.5)
    average = learner.point_average(after=1)
    A, y = RNG.standard_normal((6, 5)), RNG.standard_normal(6)
    points = []
    for a, target in zip(A, y, strict=True):
        learner.one_pass(a[None], [target], "squared", average=average)
        points.append(learner.x)
    np.testing.assert_allclose(average.x, np.mean(points[1:], axis=0))
    with pytest.raises(InvalidInputError, match="after must be an integer"):
        learner.point_average(after=-1)
