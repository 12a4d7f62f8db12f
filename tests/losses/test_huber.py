from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.losses import Absolute, Huber, Squared
from losses.conformance import LossConformance


class TestHuber(LossConformance):
    def make(self) -> Huber:
        return Huber(1.25)

    def formula(self, p: Decimal, y: Decimal) -> Decimal:
        width, distance = Decimal("1.25"), abs(p - y)
        if distance <= width:
            return distance**2 / 2
        return width * distance - width**2 / 2


def test_value_and_slope_are_continuous_at_the_width() -> None:
    ends = np.array([np.nextafter(2.0, 0.0), 2.0, np.nextafter(2.0, 3.0)])
    np.testing.assert_allclose(Huber(2.0).value(ends, 0.0), 2.0, rtol=1e-15)
    np.testing.assert_allclose(Huber(2.0).slope(-ends, 0.0), -2.0, rtol=1e-15)


def test_a_wide_one_is_the_squared_loss_and_a_narrow_one_the_absolute_to_scale() -> None:
    p = np.linspace(-3.0, 3.0, 7)
    np.testing.assert_array_equal(Huber(1e9).value(p, 0.5), Squared().value(p, 0.5))
    narrow = np.asarray(Huber(1e-9).value(p, 0.5)) / 1e-9
    np.testing.assert_allclose(narrow, np.asarray(Absolute().value(p, 0.5)), rtol=0, atol=1e-9)


@pytest.mark.parametrize("bad", [0.0, -1.0, np.inf, np.nan, True, "1", None, [1.0], 1j])
def test_bad_widths(bad: Any) -> None:
    with pytest.raises(InvalidInputError, match="width must be a positive, finite number, got"):
        Huber(bad)


def test_other_widths_are_another_loss() -> None:
    assert Huber(1) == Huber(1.0) != Huber(2.0)
    assert hash(Huber(1)) == hash(Huber(1.0))
    assert type(Huber(np.float64(1)).width) is type(Huber(1).width) is float
