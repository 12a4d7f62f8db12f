from decimal import Decimal

import numpy as np
import pytest

from compadagrad.losses import Logistic
from losses.conformance import LossConformance


class TestLogistic(LossConformance):
    def make(self) -> Logistic:
        return Logistic()

    def formula(self, p: Decimal, y: Decimal) -> Decimal:
        margin = y * p
        return max(-margin, Decimal(0)) + (1 + (-abs(margin)).exp()).ln()


def test_the_two_labels_share_one_slope() -> None:
    p = np.linspace(-800.0, 800.0, 33)
    loss = Logistic()
    np.testing.assert_allclose(loss.slope(p, -1) - loss.slope(p, 1), 1.0, rtol=1e-15)
    np.testing.assert_array_equal(loss.slope(p, 1), -np.asarray(loss.slope(-p, -1)))


def test_what_is_small_is_accurate() -> None:
    assert Logistic().value(300.0, 1) == pytest.approx(np.exp(-300.0), rel=1e-15)
    assert Logistic().slope(300.0, 1) == pytest.approx(-np.exp(-300.0), rel=1e-15)
