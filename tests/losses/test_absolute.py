from decimal import Decimal

from compadagrad.losses import Absolute
from losses.conformance import LossConformance


class TestAbsolute(LossConformance):
    def make(self) -> Absolute:
        return Absolute()

    def formula(self, p: Decimal, y: Decimal) -> Decimal:
        return abs(p - y)

    def kinks(self, y: float) -> list[tuple[float, float]]:
        return [(y, 0.0)]
