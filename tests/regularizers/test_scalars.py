from fractions import Fraction
from typing import Any

import numba
import numpy as np
import pytest

from compadagrad.regularizers import _scalars as scalar

INF = np.inf
DTYPES = [np.float32, np.float64]
HUGE = {np.float32: 2.0**50, np.float64: 2.0**498}  # about 1e15 and 1e150


def call(function: Any, dtype: Any, *arguments: float) -> Any:
    """In the arithmetic of ``dtype`` from beginning to end."""
    return dtype(function(*(dtype(argument) for argument in arguments)))


@pytest.fixture(params=DTYPES)
def dtype(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.mark.parametrize(
    ("c", "d", "w", "l1", "l2", "lower", "upper", "x", "slope"),
    [
        (3.0, 1.0, 1.0, 0.0, 0.0, -INF, INF, 3.0, 1.0),
        (0.0, 1.0, 1.0, 0.0, 3.0, -INF, INF, 0.0, 0.25),  # no kink without l1
        (3.0, 2.0, 1.0, 2.0, 0.0, -INF, INF, 2.0, 1.0),
        (-3.0, 2.0, 1.0, 2.0, 0.0, -INF, INF, -2.0, 1.0),
        (-3.0, 2.0, 2.0, 2.0, 1.0, -INF, INF, -0.5, 0.5),
        (1.0, 2.0, 1.0, 2.0, 0.0, -INF, INF, 0.0, 0.0),  # on the kink
        (-1.0, 2.0, 1.0, 2.0, 0.0, -INF, INF, 0.0, 0.0),
        (0.0, 2.0, 1.0, 2.0, 0.0, -INF, INF, 0.0, 0.0),
        (3.0, 2.0, 1.0, 2.0, 0.0, -1.0, 1.5, 1.5, 0.0),
        (2.5, 2.0, 1.0, 2.0, 0.0, -1.0, 1.5, 1.5, 0.0),  # where it meets the bound
        (2.25, 2.0, 1.0, 2.0, 0.0, -1.0, 1.5, 1.25, 1.0),
        (-9.0, 2.0, 1.0, 2.0, 0.0, -1.0, 1.5, -1.0, 0.0),
        (0.5, 2.0, 1.0, 2.0, 0.0, 0.75, 1.5, 0.75, 0.0),  # a bound before the kink
        (0.5, 2.0, 1.0, 2.0, 0.0, 0.75, 0.75, 0.75, 0.0),
        (2.0, 2.0, 1.0, 2.0, 0.0, 0.0, INF, 1.0, 1.0),
        (-2.0, 2.0, 1.0, 2.0, 0.0, 0.0, INF, 0.0, 0.0),
    ],
)
def test_prox_and_slope_by_hand(
    dtype: Any,
    c: float,
    d: float,
    w: float,
    l1: float,
    l2: float,
    lower: float,
    upper: float,
    x: float,
    slope: float,
) -> None:
    arguments = (c, d, w, l1, l2, lower, upper)
    assert call(scalar.prox_at, dtype, *arguments) == x
    assert call(scalar.slope_at, dtype, *arguments) == slope


@pytest.mark.parametrize("up", [True, False])
def test_the_same_at_every_scale(dtype: Any, up: bool) -> None:
    s = HUGE[dtype] if up else 1 / HUGE[dtype]
    for c in (-3.0, -0.75, -0.375, 0.0, 0.3, 0.375, 1.9, 2.6):
        shape = (-1.0, 1.5)
        x = call(scalar.prox_at, dtype, c, 2.0, 1.5, 0.5, 0.25, *shape)
        slope = call(scalar.slope_at, dtype, c, 2.0, 1.5, 0.5, 0.25, *shape)
        for scaled in (  # of x, of the objective, of l1 and d against w, exactly
            (s, c * s, 2.0, 1.5, 0.5 * s, 0.25, -s, 1.5 * s),
            (1.0, c, 2.0 * s, 1.5, 0.5 * s, 0.25 * s, *shape),
            (1.0, c, 2.0 * s, 1.5 * s, 0.5, 0.25, *shape),
        ):
            unit, *arguments = scaled
            assert call(scalar.prox_at, dtype, *arguments) == dtype(x * unit)
            assert call(scalar.slope_at, dtype, *arguments) == slope


@pytest.mark.parametrize(
    ("w", "weight", "d"),
    [
        (2.0, 3.0, 7.0),
        (1e200, 1e200, 1e300),  # the product alone is too large
        (1e300, 1e10, 1e305),
        (1e-200, 1e-200, 1e-300),  # or too small
        (1e-10, 1e-300, 1e-307),
        (1.0, 1e-300, 1e-305),
        (1e-170, 1e-150, 1e-310),
    ],
)
def test_quotients_beyond_the_range_of_the_product(w: float, weight: float, d: float) -> None:
    exact = float(Fraction(w) * Fraction(weight) / Fraction(d))
    for a, b in ((w, weight), (weight, w)):
        kink = exact * 0.99
        assert scalar.prox_at(kink, d, a, b, 0.0, -INF, INF) == 0
        assert scalar.prox_at(2 * exact, d, a, b, 0.0, -INF, INF) == pytest.approx(exact, rel=1e-15)
        expected = 1 / (1 + exact)
        assert scalar.slope_at(1.0, d, a, 0.0, b, -INF, INF) == pytest.approx(expected, rel=1e-15)
        assert scalar.prox_at(1.0, d, a, 0.0, b, -INF, INF) == pytest.approx(expected, rel=1e-15)


def test_a_quotient_that_is_itself_too_large() -> None:
    assert scalar.prox_at(1e300, 1e-200, 1e200, 1.0, 0.0, -INF, INF) == 0
    x = scalar.prox_at(-1.0, 1e-200, 1e200, 0.0, 1.0, -INF, INF)
    assert x == 0
    assert not np.signbit(x)
    assert scalar.slope_at(-1.0, 1e-200, 1e200, 0.0, 1.0, -INF, INF) == 0


def test_no_weight_is_no_weight_at_every_scale() -> None:
    for w, d in ((1e300, 1e-300), (1e-300, 1e300)):
        assert scalar.prox_at(3.0, d, w, 0.0, 0.0, -INF, INF) == 3
        assert scalar.slope_at(3.0, d, w, 0.0, 0.0, -INF, INF) == 1


def test_zeros_have_no_sign(dtype: Any) -> None:
    for arguments in (
        (-0.0, 1.0, 1.0, 0.0, 0.0, -INF, INF),
        (-0.5, 1.0, 1.0, 1.0, 0.0, -INF, INF),
        (-1.0, 1.0, 1.0, 1.0, 0.0, -INF, INF),
        (-0.5, 1.0, 1.0, 0.0, 0.0, 0.0, INF),
        (-np.finfo(dtype).smallest_subnormal, 1.0, 1.0, 0.0, 3.0, -INF, INF),
    ):
        x = call(scalar.prox_at, dtype, *arguments)
        assert x == 0
        assert not np.signbit(x)


def test_nan_gives_nan(dtype: Any) -> None:
    assert np.isnan(call(scalar.prox_at, dtype, np.nan, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0))
    assert np.isnan(call(scalar.value_at, dtype, np.nan, 0.0, 0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("x", "q", "l1", "l2", "lower", "upper", "distance"),
    [
        (0.0, 3.0, 2.0, 9.0, -INF, INF, 1.0),
        (0.0, -3.0, 2.0, 9.0, -INF, INF, 1.0),
        (0.0, 2.0, 2.0, 9.0, -INF, INF, 0.0),
        (1.0, -5.0, 2.0, 3.0, -INF, INF, 0.0),
        (1.0, -4.0, 2.0, 3.0, -INF, INF, 1.0),
        (-1.0, 5.0, 2.0, 3.0, -INF, INF, 0.0),
        (-1.0, -4.0, 2.0, 3.0, -INF, INF, 9.0),
        (0.0, 3.0, 2.0, 0.0, 0.0, INF, 0.0),
        (0.0, -3.0, 2.0, 0.0, 0.0, INF, 1.0),
        (0.0, -3.0, 2.0, 0.0, -INF, 0.0, 0.0),
        (0.0, 3.0, 2.0, 0.0, -INF, 0.0, 1.0),
        (1.0, 7.0, 2.0, 3.0, 1.0, 1.0, 0.0),
        (0.5, 0.0, 2.0, 0.0, 1.0, 2.0, INF),
        (2.5, 0.0, 2.0, 0.0, 1.0, 2.0, INF),
        (np.nan, 0.0, 0.0, 0.0, -INF, INF, INF),
        (0.0, np.nan, 2.0, 0.0, -INF, INF, INF),
        (1.0, np.nan, 2.0, 0.0, 1.0, 1.0, INF),
        (0.0, -INF, 2.0, 0.0, -INF, INF, INF),
        (INF, 0.0, 0.0, 0.0, -INF, INF, INF),
    ],
)
def test_distance_by_hand(
    dtype: Any,
    x: float,
    q: float,
    l1: float,
    l2: float,
    lower: float,
    upper: float,
    distance: float,
) -> None:
    assert call(scalar.distance_at, dtype, x, q, 1.0, l1, l2, lower, upper) == distance
    doubled = call(scalar.distance_at, dtype, x, 2 * q, 2.0, l1, l2, lower, upper)
    assert doubled == 2 * distance


@pytest.mark.parametrize(
    ("x", "l1", "l2", "lower", "upper", "value"),
    [
        (-3.0, 2.0, 4.0, -INF, INF, 24.0),
        (INF, 0.0, 0.0, -INF, INF, 0.0),
        (-INF, 0.0, 2.0, -INF, INF, INF),
        (1e200, 0.0, 1e-300, -INF, INF, 5e99),
        (2.0, 1.0, 0.0, 2.0, 2.0, 2.0),
        (1.5, 1.0, 0.0, 2.0, INF, INF),
        (1.5, 1.0, 0.0, -INF, 1.0, INF),
    ],
)
def test_value_by_hand(
    x: float, l1: float, l2: float, lower: float, upper: float, value: float
) -> None:
    assert scalar.value_at(x, l1, l2, lower, upper) == pytest.approx(value, rel=1e-15)


def test_compiled_code_stays_in_the_type_of_its_arguments() -> None:
    functions: list[tuple[Any, int]] = [
        (scalar.prox_at, 7),
        (scalar.slope_at, 7),
        (scalar.distance_at, 7),
        (scalar.value_at, 5),
    ]
    for function, arity in functions:
        function(*(np.float32(1),) * arity)
        signatures = function.nopython_signatures
        found = {s.return_type for s in signatures if set(s.args) == {numba.float32}}
        assert found == {numba.float32}


def test_an_entry_or_the_number_itself() -> None:
    array, number = np.array([1.0, 2.0]), np.float64(5.0)
    picked = numba.njit(lambda a, i: scalar.at(a, i))
    assert scalar.at(array, 1) == picked(array, 1) == 2.0
    assert scalar.at(number, 1) == picked(number, 1) == 5.0
