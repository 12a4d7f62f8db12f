import numpy as np
import pytest

from compadagrad.games import Comparator
from compadagrad.games.comparator import Weights, judged, least_of
from compadagrad.games.hindsight import Supported, Whole
from compadagrad.games.rounds import as_round
from compadagrad.losses import Squared
from compadagrad.regularizers import L1, Box, ElasticNet, SquaredL2, Zero


def test_ok_is_relative_to_the_value() -> None:
    assert Comparator(np.zeros(1), 9.0, 0.99e-5, 1.0, 1e-6).ok
    assert not Comparator(np.zeros(1), 9.0, 1.1e-5, 1.0, 1e-6).ok
    assert not Comparator(np.zeros(1), 9.0, np.nan, 1.0, 1e-6).ok


@pytest.mark.parametrize(
    "phi", [Zero(), L1(0.3), SquaredL2(0.5), ElasticNet(0.2, 0.5), Box(-0.5, 0.25), Box(1.0, 2.0)]
)
def test_the_least_over_a_box_by_a_fine_grid(phi: Zero | L1 | SquaredL2 | ElasticNet | Box) -> None:
    for slope in (-2.0, -0.25, 0.0, 0.1, 1.0):
        line = Supported(np.nan, np.array([slope]), 0.75)
        grid = phi.nearest(np.linspace(-3.0, 3.0, 2401))
        least = min(slope * z + phi.value([z]) for z in grid) + 0.75
        assert least_of(line, Weights.of(phi, 1), 3.0) == pytest.approx(least, abs=1e-5)


def test_a_point_is_judged_by_a_line_below() -> None:
    whole = Whole([as_round(([1.0], y), Squared(), 1, 1) for y in (0.0, 4.0)])
    weights, x = Weights.of(Zero(), 1), np.array([1.0])
    found = judged(whole, weights, x, whole.support(x, 1.0), 1e-6)
    assert (found.value, found.radius) == (5.0, 2.0)
    assert found.gap == pytest.approx(2.0)  # slope -2, and one more to go to 2
    best = judged(whole, weights, 2.0 * x, whole.support(2.0 * x, 1.0), 1e-6)
    assert (best.value, best.gap) == (4.0, 0.0)
