import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.games.cutting_planes import Bundle, Domain, Plane, minimised

N = 6
CENTERS = np.random.default_rng(0).standard_normal((9, N))
FREE = Domain(np.zeros(N), np.full(N, -np.inf), np.full(N, np.inf))

Floats = NDArray[np.float64]


def distances(x: Floats) -> tuple[float, Plane]:
    """The average of |x - c| in l1, least at the medians."""
    value = float(np.abs(x - CENTERS).sum(axis=1).mean())
    g = np.sign(x - CENTERS).mean(axis=0)
    return value, (g, value - float(g @ x))


def test_a_sum_of_kinks() -> None:
    x, bundle = minimised(distances, FREE, np.zeros(N), 1e-9)
    assert x == pytest.approx(np.median(CENTERS, axis=0), abs=1e-6)
    least = bundle.least(FREE.near(np.zeros(N), 10.0))
    assert least is not None
    assert least[1] == pytest.approx(distances(x)[0], abs=1e-8)


def test_within_bounds_and_with_l1() -> None:
    domain = Domain(np.full(N, 0.3), np.full(N, 0.1), np.full(N, 2.0))
    x, _ = minimised(distances, domain, np.ones(N), 1e-9)
    assert (x >= 0.1).all()
    best = distances(x)[0] + 0.3 * np.abs(x).sum()
    for z in np.clip(x + 0.1 * np.random.default_rng(1).standard_normal((50, N)), 0.1, 2.0):
        assert best <= distances(z)[0] + 0.3 * np.abs(z).sum() + 1e-8


def test_the_least_of_two_planes() -> None:
    bundle = Bundle()
    bundle.add((np.array([1.0]), 0.0))
    bundle.add((np.array([-1.0]), 4.0))
    domain = Domain(np.zeros(1), np.full(1, -9.0), np.full(1, 9.0))
    found = bundle.least(domain)
    assert found is not None
    assert found[0] == pytest.approx([2.0])
    assert found[1] == pytest.approx(2.0)
    near = bundle.least(domain.near(np.zeros(1), 1.0))
    assert near is not None
    assert near[1] == pytest.approx(3.0)
