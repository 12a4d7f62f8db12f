import numpy as np
import pytest

from compadagrad.games import Comparator
from compadagrad.games.comparator import Weights, judged, least_of, reach
from compadagrad.games.hindsight import Supported, Whole
from compadagrad.games.rounds import as_round
from compadagrad.losses import Poisson, Squared
from compadagrad.regularizers import L1, Box, ElasticNet, SquaredL2, Zero


def test_ok_is_relative_to_the_value() -> None:
    one = np.ones(1)
    assert Comparator(one, 9.0, 0.99e-5, one, 1e-6).ok
    assert not Comparator(one, 9.0, 1.1e-5, one, 1e-6).ok


@pytest.mark.parametrize(
    ("value", "gap"), [(9.0, np.nan), (9.0, np.inf), (np.inf, 0.0), (np.inf, np.inf), (np.nan, 0.0)]
)
def test_what_is_not_finite_is_not_ok(value: float, gap: float) -> None:
    assert not Comparator(np.ones(1), value, gap, np.ones(1), 1e-6).ok


def test_an_infinite_value_has_an_infinite_gap() -> None:
    """What exp(1000) is less than is not known."""
    whole = Whole([as_round(([1000.0], 1.0), Poisson(), 1, 1)])
    weights, x = Weights.of(Zero(), 1), np.ones(1)
    with np.errstate(invalid="ignore"):
        found = judged(whole, weights, x, whole.support(x, 1.0), 1e-6)
    assert (found.value, found.gap, found.ok) == (np.inf, np.inf, False)


def test_the_reach_is_in_units_of_the_features() -> None:
    rows = np.array([[1.0, 100.0, 0.0], [-1.0, 100.0, 0.0]])
    whole = Whole([as_round((rows, [0.0, 4.0]), Squared(), 3, 1)])
    assert reach(whole, np.array([3.0, 0.01, 0.0])) == pytest.approx([6.0, 0.06, 6.0])
    assert reach(whole, np.zeros(3)) == pytest.approx([1.0, 0.01, 1.0])


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
    assert (found.value, float(found.radius[0])) == (5.0, 2.0)
    assert found.gap == pytest.approx(2.0)  # slope -2, and one more to go to 2
    best = judged(whole, weights, 2.0 * x, whole.support(2.0 * x, 1.0), 1e-6)
    assert (best.value, best.gap) == (4.0, 0.0)
