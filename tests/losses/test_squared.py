from decimal import Decimal

import numpy as np

from compadagrad.losses import Squared
from losses.conformance import LossConformance


class TestSquared(LossConformance):
    def make(self) -> Squared:
        return Squared()

    def formula(self, p: Decimal, y: Decimal) -> Decimal:
        return (p - y) ** 2 / 2


def test_an_average_does_not_overflow_on_its_way() -> None:
    p = np.full(4, 1e308)
    np.testing.assert_array_equal(Squared().gradient(np.ones((4, 2)), p, 0.0), [1e308, 1e308])
    assert Squared().gradient(np.ones(2, np.float32), 1e300, 0.0).tolist() == [np.inf, np.inf]
