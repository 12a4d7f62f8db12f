import math

import numpy as np
import pytest

from compadagrad._jit import kernel
from compadagrad.losses import _scalars as scalar
from compadagrad.losses._scalars import slope_at, value_at

INF = math.inf
HUGE = 1e308
MOST = np.finfo(np.float64).max
CODES = range(8)


@kernel
def _sums(code: int, p: float, targets: np.ndarray, parameter: float) -> tuple[float, float]:
    value, slope = 0.0, 0.0
    for y in targets:
        value += value_at(code, p, y, parameter)
        slope += slope_at(code, p, y, parameter)
    return value, slope


def test_codes_are_distinct() -> None:
    names = set(scalar.__all__) - {"value_at", "slope_at", "LARGEST_EXPONENT"}
    assert sorted(getattr(scalar, name) for name in names) == list(CODES)


@pytest.mark.parametrize(
    ("code", "p", "y", "parameter", "value", "slope"),
    [
        (scalar.LOGISTIC, 0.0, 1.0, 0.0, math.log(2), -0.5),
        (scalar.LOGISTIC, math.log(3), -1.0, 0.0, math.log(4), 0.75),
        (scalar.LOGISTIC, math.log(3), 1.0, 0.0, math.log(4 / 3), -0.25),
        (scalar.HINGE, 0.25, 1.0, 0.0, 0.75, -1.0),
        (scalar.HINGE, 0.25, -1.0, 0.0, 1.25, 1.0),
        (scalar.HINGE, -1.5, -1.0, 0.0, 0.0, 0.0),
        (scalar.SQUARED_HINGE, 0.5, 1.0, 0.0, 0.25, -1.0),
        (scalar.SQUARED_HINGE, 0.5, -1.0, 0.0, 2.25, 3.0),
        (scalar.SQUARED_HINGE, 2.0, 1.0, 0.0, 0.0, 0.0),
        (scalar.SQUARED, 3.0, 1.0, 0.0, 2.0, 2.0),
        (scalar.SQUARED, 1.0, 3.0, 0.0, 2.0, -2.0),
        (scalar.ABSOLUTE, 3.0, 1.0, 0.0, 2.0, 1.0),
        (scalar.ABSOLUTE, -3.0, 1.0, 0.0, 4.0, -1.0),
        (scalar.HUBER, 1.5, 1.0, 2.0, 0.125, 0.5),
        (scalar.HUBER, 4.0, 1.0, 2.0, 4.0, 2.0),
        (scalar.HUBER, -2.0, 1.0, 2.0, 4.0, -2.0),
        (scalar.QUANTILE, 3.0, 1.0, 0.75, 0.5, 0.25),
        (scalar.QUANTILE, 1.0, 3.0, 0.75, 1.5, -0.75),
        (scalar.POISSON, 0.0, 3.0, 0.0, 1.0, -2.0),
        (scalar.POISSON, 1.0, 0.0, 0.0, math.e, math.e),
        (scalar.POISSON, math.log(2), 2.0, 0.0, 2 - 2 * math.log(2), 0.0),
    ],
)
def test_by_hand(
    code: int, p: float, y: float, parameter: float, value: float, slope: float
) -> None:
    assert value_at(code, p, y, parameter) == pytest.approx(value, rel=1e-15)
    assert slope_at(code, p, y, parameter) == pytest.approx(slope, rel=1e-15)


@pytest.mark.parametrize(
    ("code", "p", "y", "parameter", "slope", "left", "right"),
    [
        (scalar.HINGE, 1.0, 1.0, 0.0, -1.0, -1.0, 0.0),
        (scalar.HINGE, -1.0, -1.0, 0.0, 1.0, 0.0, 1.0),
        (scalar.ABSOLUTE, 1.5, 1.5, 0.0, 0.0, -1.0, 1.0),
        (scalar.ABSOLUTE, -0.0, 0.0, 0.0, 0.0, -1.0, 1.0),
        (scalar.QUANTILE, 1.5, 1.5, 0.75, 0.0, -0.75, 0.25),
        (scalar.QUANTILE, 1e300, 1e300, 0.25, 0.0, -0.25, 0.75),
    ],
)
def test_on_the_kinks(
    code: int, p: float, y: float, parameter: float, slope: float, left: float, right: float
) -> None:
    assert slope_at(code, p, y, parameter) == slope
    assert slope_at(code, math.nextafter(p, -INF), y, parameter) == left
    assert slope_at(code, math.nextafter(p, INF), y, parameter) == right


@pytest.mark.parametrize(
    ("code", "p", "y", "parameter", "value", "slope"),
    [
        (scalar.LOGISTIC, HUGE, -1.0, 0.0, HUGE, 1.0),
        (scalar.LOGISTIC, HUGE, 1.0, 0.0, 0.0, 0.0),
        (scalar.LOGISTIC, 1e-308, 1.0, 0.0, math.log(2), -0.5),
        (scalar.LOGISTIC, 740.0, 1.0, 0.0, math.exp(-740), -math.exp(-740)),
        (scalar.LOGISTIC, 40.0, -1.0, 0.0, 40.0, 1.0),
        (scalar.LOGISTIC, INF, 1.0, 0.0, 0.0, 0.0),
        (scalar.LOGISTIC, -INF, 1.0, 0.0, INF, -1.0),
        (scalar.HINGE, -HUGE, 1.0, 0.0, HUGE, -1.0),
        (scalar.HINGE, INF, 1.0, 0.0, 0.0, 0.0),
        (scalar.HINGE, INF, -1.0, 0.0, INF, 1.0),
        (scalar.HINGE, 1e-308, 1.0, 0.0, 1.0, -1.0),
        (scalar.SQUARED_HINGE, -1e154, 1.0, 0.0, 1e308, -2e154),
        (scalar.SQUARED_HINGE, -HUGE, 1.0, 0.0, INF, -INF),
        (scalar.SQUARED_HINGE, HUGE, 1.0, 0.0, 0.0, 0.0),
        (scalar.SQUARED, 1.8e154, 0.0, 0.0, 1.62e308, 1.8e154),
        (scalar.SQUARED, 1e-308, 0.0, 0.0, 0.0, 1e-308),
        (scalar.SQUARED, HUGE, -HUGE, 0.0, INF, INF),
        (scalar.SQUARED, INF, 0.0, 0.0, INF, INF),
        (scalar.ABSOLUTE, -HUGE, HUGE, 0.0, INF, -1.0),
        (scalar.ABSOLUTE, 5e-324, 0.0, 0.0, 5e-324, 1.0),
        (scalar.HUBER, HUGE, -HUGE, 1e-300, 2e8, 1e-300),
        (scalar.HUBER, -HUGE, HUGE, 1e300, INF, -1e300),
        (scalar.HUBER, HUGE, 0.0, 0.5, 0.5e308, 0.5),
        (scalar.HUBER, -INF, 0.0, 0.5, INF, -0.5),
        (scalar.QUANTILE, HUGE, -HUGE, 0.75, 0.5e308, 0.25),
        (scalar.QUANTILE, -INF, 0.0, 0.75, INF, -0.75),
        (scalar.POISSON, HUGE, 1e300, 0.0, INF, INF),
        (scalar.POISSON, INF, 3.0, 0.0, INF, INF),
        (scalar.POISSON, -HUGE, 0.5, 0.0, 0.5e308, -0.5),
        (scalar.POISSON, -INF, 3.0, 0.0, INF, -3.0),
        (scalar.POISSON, -INF, 0.0, 0.0, 0.0, 0.0),
    ],
)
def test_far_out(
    code: int, p: float, y: float, parameter: float, value: float, slope: float
) -> None:
    assert value_at(code, p, y, parameter) == pytest.approx(value, rel=1e-15, abs=0)
    assert slope_at(code, p, y, parameter) == pytest.approx(slope, rel=1e-15, abs=0)


def test_exp_is_finite_as_far_as_float64_goes() -> None:
    last = scalar.LARGEST_EXPONENT
    beyond = math.nextafter(last, INF)
    assert value_at(scalar.POISSON, last, 0.0, 0.0) == pytest.approx(MOST, rel=1e-12)
    assert value_at(scalar.POISSON, beyond, 0.0, 0.0) == INF
    assert slope_at(scalar.POISSON, beyond, 0.0, 0.0) == INF
    with pytest.raises(OverflowError):
        math.exp(beyond)


@pytest.mark.parametrize("code", CODES)
def test_nan_gives_nan(code: int) -> None:
    for p, y in ((math.nan, 1.0), (1.0, math.nan), (math.nan, 0.0), (INF, math.nan)):
        assert math.isnan(value_at(code, p, y, 0.5))
        assert math.isnan(slope_at(code, p, y, 0.5))


def test_no_loss_gives_nan() -> None:
    for code in (-1, len(CODES)):
        assert math.isnan(value_at(code, 1.0, 1.0, 0.5))
        assert math.isnan(slope_at(code, 1.0, 1.0, 0.5))


@pytest.mark.parametrize("code", CODES)
def test_other_kernels_can_call_them(code: int) -> None:
    targets = np.array([1.0, -1.0, 1.0])
    value, slope = _sums(code, 0.25, targets, 0.75)
    assert value == sum(value_at(code, 0.25, y, 0.75) for y in targets)
    assert slope == sum(slope_at(code, 0.25, y, 0.75) for y in targets)
