import pytest

from compadagrad.experiments.forecast import Forecast
from experiments.test_cache import OUTCOME
from experiments.test_trial import trial


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_known_at_first() -> None:
    assert Forecast(100, 1).seconds([trial()]) is None


def test_examples_cost_what_they_have_cost() -> None:
    forecast = Forecast(examples=100, jobs=2)
    forecast.learn(trial(), OUTCOME)  # 1.5 s for 8 examples
    each = 1.5 / 8
    assert forecast.seconds([trial(examples=16), trial()]) == pytest.approx(each * 116 / 2)
    other = trial(learner="FullAdaGrad")
    assert forecast.seconds([other]) == pytest.approx(each * 100 / 2)  # as others did
    forecast.learn(other, OUTCOME)
    forecast.learn(other, OUTCOME)
    assert forecast.seconds([other]) == pytest.approx(each * 100 / 2)
    assert forecast.seconds([]) == 0.0


@pytest.mark.parametrize(("elapsed", "pace"), [(0.0, 1.0), (3.0, 2.0), (600.0, 4.0)])
def test_a_busy_machine_takes_longer(elapsed: float, pace: float) -> None:
    clock = Clock()
    forecast = Forecast(examples=8, jobs=1, clock=clock)
    forecast.begin()
    clock.now = elapsed
    forecast.advance(trial(), OUTCOME)
    assert forecast.seconds([trial()]) == pytest.approx(1.5 * pace)
