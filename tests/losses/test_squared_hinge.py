from decimal import Decimal

from compadagrad.losses import SquaredHinge
from losses.conformance import LossConformance


class TestSquaredHinge(LossConformance):
    def make(self) -> SquaredHinge:
        return SquaredHinge()

    def formula(self, p: Decimal, y: Decimal) -> Decimal:
        return max(Decimal(0), 1 - y * p) ** 2
