import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.updates._events import (
    BLOCK,
    first_blocked,
    first_crossing,
    first_zero,
    move,
    subtract_product,
)

Array = NDArray[np.float64]


def all_crossings(c: Array, a: Array, lam: float) -> Array:
    """For every coordinate, the shorter of the steps to the two bounds that it nears."""
    with np.errstate(divide="ignore", invalid="ignore"):
        above = np.where(a < 1.0, (lam - c) / (1.0 - a), np.inf)
        below = np.where(a > -1.0, (lam + c) / (1.0 + a), np.inf)
    return np.asarray(np.minimum(above, below))


@pytest.mark.parametrize("n", [1, BLOCK - 1, BLOCK, 5 * BLOCK + 3])
@pytest.mark.parametrize("seed", range(20))
def test_first_crossing_against_all_of_them(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    lam = 2.0
    c, a = lam * rng.uniform(-1, 1, n), rng.standard_normal(n)
    steps = all_crossings(c, a, lam)
    step, which, sign = first_crossing(c, a, lam, lam)
    assert which == int(np.argmin(steps))
    assert step == pytest.approx(steps.min(), rel=1e-14)
    assert c[which] - step * a[which] == pytest.approx(sign * (lam - step), abs=1e-14)


def test_no_crossing_within_reach() -> None:
    c, a = np.array([0.5, -0.25]), np.zeros(2)
    assert first_crossing(c, a, 1.0, 0.5) == (0.5, -1, 0.0)
    assert first_crossing(c, a, 1.0, 0.51) == (0.5, 0, 1.0)


def test_a_correlation_at_its_bound_crosses_only_if_it_goes_outwards() -> None:
    for sign in (1.0, -1.0):
        for excess in (0.0, 1e-16, -1e-16):
            c = np.array([sign * (1.0 + excess)])
            inwards = first_crossing(c, np.array([sign * 1.5]), 1.0, 0.25)
            assert inwards == (0.25, -1, 0.0)
            along = first_crossing(c, np.array([sign]), 1.0, 0.25)
            assert along == (0.25, -1, 0.0)
            step, which, side = first_crossing(c, np.array([sign * 0.5]), 1.0, 0.25)
            assert (which, side) == (0, sign)
            assert 0.0 <= step <= 1e-15


def test_a_correlation_may_cross_from_one_bound_to_the_other() -> None:
    assert first_crossing(np.array([1.0]), np.array([3.0]), 1.0, 1.0) == (0.5, 0, -1.0)


def test_first_zero() -> None:
    x, w = np.array([1.0, -2.0, 3.0, 1.0]), np.array([-1.0, 4.0, -9.0, 5.0])
    signs = np.sign(x)
    assert first_zero(x, w, signs, 1.0) == (3.0 / 9.0, 2)
    assert first_zero(x, w, signs, 0.25) == (0.25, -1)
    assert first_zero(x, w, signs, 3.0 / 9.0) == (3.0 / 9.0, 2)
    assert first_zero(x, -w, signs, 1.0) == (0.2, 3)


def test_a_coefficient_on_the_wrong_side_by_rounding_is_at_zero_now() -> None:
    x, w, signs = np.array([1.0, -1e-17]), np.array([1.0, -1.0]), np.ones(2)
    assert first_zero(x, w, signs, 1.0) == (0.0, 1)


def test_first_blocked() -> None:
    x, signs = np.array([0.0, 0.0, 1.0, 0.0]), np.array([1.0, -1.0, 1.0, 1.0])
    before, w = np.array([1.0, -1.0, 1.0, 0.0]), np.array([-1.0, 3.0, -9.0, 1.0])
    assert first_blocked(x, before, w, signs) == (0.25, 1)
    assert first_blocked(x, before, before, signs) == (1.0, -1)
    assert first_blocked(x, np.array([-1.0, -1.0, 1.0, 0.0]), w, signs) == (0.0, 0)


def test_move_keeps_signs() -> None:
    x, w, signs = np.array([1.0, -1.0, 0.0]), np.array([-2.0, 1.0, 1.0]), np.array([1.0, -1.0, 1.0])
    c, a = np.array([1.0, 2.0]), np.array([1.0, -1.0])
    move(x, w, signs, c, a, 0.5 + 1e-9)
    np.testing.assert_allclose(x, [0.0, -0.5, 0.5], atol=1e-8)
    assert x[0] == 0.0
    np.testing.assert_allclose(c, [0.5, 2.5], atol=1e-8)


def test_subtract_product() -> None:
    a = np.array([5.0, 7.0])
    subtract_product(a, np.array([2.0, 3.0]), np.array([1.0, -1.0]))
    np.testing.assert_array_equal(a, [3.0, 10.0])
