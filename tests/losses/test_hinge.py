from decimal import Decimal

from scipy import sparse

from compadagrad.losses import Hinge
from losses.conformance import LossConformance


class TestHinge(LossConformance):
    def make(self) -> Hinge:
        return Hinge()

    def formula(self, p: Decimal, y: Decimal) -> Decimal:
        return max(Decimal(0), 1 - y * p)

    def kinks(self, y: float) -> list[tuple[float, float]]:
        return [(y, -y)]


def test_a_slope_of_nothing_stores_nothing() -> None:
    rows = sparse.csr_array([[1.0, 0.0], [2.0, 3.0]])
    assert Hinge().gradient(rows, [2.0, 5.0], 1).nnz == 0
    assert Hinge().gradient(rows, [1.0, 5.0], 1).nnz == 1
