import numpy as np
import pytest

from compadagrad import InexactUpdateError, OnlineNewtonStep
from compadagrad.learners.rates import holds_rate, rate_in_units

DOUBLE, SINGLE = np.dtype(np.float64), np.dtype(np.float32)


@pytest.mark.parametrize("exponent", [-1024, -1000, 0, 7, 1000, 1022])
def test_what_a_type_holds(exponent: int) -> None:
    assert holds_rate(0.75, exponent, DOUBLE) == (-1024 <= exponent <= 1021)
    assert holds_rate(0.75, exponent, SINGLE) == (exponent in (0, 7))
    if holds_rate(0.75, exponent, DOUBLE):
        assert rate_in_units(1, 0.75, exponent, DOUBLE) * 2.0**exponent == 0.75


@pytest.mark.parametrize("exponent", [-1100, 1100])
def test_a_rate_beyond_the_type_is_refused(exponent: int) -> None:
    with pytest.raises(InexactUpdateError, match=r"^step 4: the rate 0\.5 is beyond float64"):
        rate_in_units(4, 0.5, exponent, DOUBLE)


def test_a_step_that_would_be_none_is_refused() -> None:
    """Squares of 1e200: the step, about 1e-200, would be rounded to 0."""
    learner = OnlineNewtonStep(3, lr=1.0)
    with pytest.raises(InexactUpdateError, match="step 1: the rate"):
        learner.step(np.full(3, 1e200))
    assert learner.step(np.ones(3)).ok
