from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import reference
from compadagrad.preconditioners import Metric
from compadagrad.projections import Coordinates
from compadagrad.regularizers.terms import Terms
from compadagrad.updates._prox import prox_step
from updates.definition import force, violation

Array = NDArray[Any]

INFINITY = np.inf
DTYPES = [np.float64, np.float32]


def four(parts: list[Any]) -> tuple[Any, Any, Any, Any]:
    l1, l2, lower, upper = parts
    return l1, l2, lower, upper


def stepped(
    dtype: Any, d: Any, g: Any, anchor: Any, l1: Any, l2: Any, lower: Any, upper: Any, w: float = 1
) -> tuple[Array, tuple[float, float, float]]:
    """``prox_step`` with an entry of every argument for each coordinate."""
    parts = (d, g, anchor, l1, l2, lower, upper)
    arrays: Any = [np.array(a, dtype) for a in np.broadcast_arrays(*parts, [0.0])[:-1]]
    diagonal, grad, start, *bounds = arrays
    x = np.empty_like(diagonal)
    found = prox_step(diagonal, grad, start, dtype(w), *four(bounds), x)
    return x, found


@pytest.mark.parametrize("dtype", DTYPES)
def test_points_exactly_on_the_kink_are_exactly_zero(dtype: Any) -> None:
    """c = a - g / d = +-w l1 / d, in numbers that are exact in binary."""
    d, l1 = np.array([0.5, 1.0, 4.0, 64.0]), 0.75
    for sign in (1.0, -1.0):
        for anchor in (0.0, 3.0):
            g = d * anchor - sign * l1
            x, (residual, _, _) = stepped(dtype, d, g, anchor, l1, 0.5, -INFINITY, INFINITY)
            np.testing.assert_array_equal(x, 0.0)
            assert not np.signbit(x).any()
            assert residual == 0.0


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_rounding_beyond_the_kink_is_not_zero(dtype: Any) -> None:
    l1 = dtype(0.75)
    beyond = np.nextafter(l1, dtype(1))
    for sign in (1, -1):
        x, (residual, _, _) = stepped(dtype, 1, -sign * beyond, 0, l1, 0, -INFINITY, INFINITY)
        assert sign * x > 0
        assert residual == 0.0


@pytest.mark.parametrize("dtype", DTYPES)
def test_points_exactly_on_bounds(dtype: Any) -> None:
    lower, upper = np.array([-1.0, -1.0, 0.5, 0.0]), np.array([1.0, 1.0, 2.0, 0.0])
    g = np.array([1.0, -1.0, -0.5, 3.0])  # c = -1, 1, 0.5, -3
    x, (residual, _, _) = stepped(dtype, 1, g, 0, 0, 0, lower, upper)
    np.testing.assert_array_equal(x, [-1.0, 1.0, 0.5, 0.0])
    assert residual == 0.0


@pytest.mark.parametrize("dtype", DTYPES)
def test_against_coordinate_descent_and_the_definition(dtype: Any) -> None:
    rng = np.random.default_rng(0)
    n = 60
    d, g = np.exp(rng.uniform(-3, 3, n)), rng.standard_normal(n)
    anchor = rng.standard_normal(n) * (rng.random(n) < 0.7)
    l1, l2 = rng.random(n) * (rng.random(n) < 0.6), rng.random(n) * (rng.random(n) < 0.6)
    lower = np.where(rng.random(n) < 0.3, -0.2, -INFINITY)
    upper = np.where(rng.random(n) < 0.3, 0.1, INFINITY)
    weight = 0.5
    d, g, anchor, l1, l2, lower, upper = (
        a.astype(dtype) for a in (d, g, anchor, l1, l2, lower, upper)
    )
    x, (residual, strongest, size) = stepped(dtype, d, g, anchor, l1, l2, lower, upper, weight)
    wide = [a.astype(float) for a in (l1, l2, lower, upper)]
    D = d.astype(float)
    expected = reference.composite_minimum(
        np.diag(D), g - D * anchor, weight * wide[0], weight * wide[1], *wide[2:]
    )
    epsilon = float(np.finfo(dtype).eps)
    np.testing.assert_allclose(x, expected, rtol=0, atol=8 * epsilon * np.abs(expected).max())
    np.testing.assert_array_equal(x == 0, expected == 0)
    metric = Metric(Coordinates(n, 0, seed=0), np.eye(0), np.ones(0), d)
    terms = Terms(l1, l2, lower, upper)
    u = np.abs(force(metric, g, anchor)).max()
    assert strongest == pytest.approx(float(u), rel=4 * epsilon)
    assert size == pytest.approx(max(np.abs(g).max(), np.abs(d * anchor).max()), rel=4 * epsilon)
    true = violation(metric, g, anchor, terms, weight, x)
    assert abs(residual - true) <= 8 * epsilon * size


@pytest.mark.parametrize("dtype", DTYPES)
def test_one_number_for_all_coordinates(dtype: Any) -> None:
    rng = np.random.default_rng(1)
    d, g, anchor = (rng.random(9).astype(dtype) + dtype(0.5) for _ in "dga")
    numbers = [dtype(v) for v in (0.2, 0.1, -0.5, 0.5)]
    x = np.empty_like(d)
    found = prox_step(d, g, anchor, dtype(1), *four(numbers), x)
    each, same = stepped(dtype, d, g, anchor, *numbers)
    np.testing.assert_array_equal(x, each)
    assert found == same


def test_what_is_not_a_number_is_not_certified() -> None:
    for bad in (np.nan, np.inf):
        _, (residual, _, _) = stepped(np.float64, 1, [0.0, bad, 0.0], 0, 0, 0, -INFINITY, INFINITY)
        assert not residual <= 1e300
