from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.regularizers import _loops as loops
from compadagrad.regularizers import _scalars as scalar

Array = NDArray[Any]
N = 37


class Draw:
    """Vectors, a metric, and terms as numbers or arrays."""

    def __init__(self, dtype: Any, form: str) -> None:
        rng = np.random.default_rng(5)
        self.dtype = dtype
        self.c = rng.standard_normal(N).astype(dtype)
        self.c[::5] = 0
        self.q = rng.standard_normal(N).astype(dtype)
        self.d = rng.uniform(0.5, 2.0, N).astype(dtype)
        self.w = dtype(0.625)
        drawn = rng.uniform(0.0, 1.0, (4, N)).astype(dtype)
        drawn[:2, ::3] = 0
        self.terms: tuple[Any, Any, Any, Any] = (drawn[0], drawn[1], -drawn[2], drawn[3])
        if form == "numbers":
            self.terms = (dtype(0.5), dtype(0.25), dtype(-0.75), dtype(0.5))

    def entry(self, i: int) -> tuple[Any, ...]:
        return tuple(scalar.at(term, i) for term in self.terms)


@pytest.fixture(params=[np.float32, np.float64])
def dtype(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(params=["numbers", "arrays"])
def drawn(request: pytest.FixtureRequest, dtype: Any) -> Draw:
    return Draw(dtype, request.param)


def one_by_one(function: Any, a: Draw) -> Array:
    return np.array([function(a.c[i], a.d[i], a.w, *a.entry(i)) for i in range(N)], a.dtype)


def close(result: Array, expected: Array, dtype: Any) -> None:
    eps = np.finfo(dtype).eps
    np.testing.assert_allclose(result, expected, rtol=4 * eps, atol=4 * eps)


def test_prox(drawn: Draw) -> None:
    out = np.empty_like(drawn.c)
    loops.prox_into(drawn.c, drawn.d, drawn.w, *drawn.terms, out)
    expected = one_by_one(scalar.prox_at, drawn)
    close(out, expected, drawn.dtype)
    np.testing.assert_array_equal(out == 0, expected == 0)
    assert np.count_nonzero(out == 0) > 5
    assert np.count_nonzero(out) > 5


def test_prox_and_slope(drawn: Draw) -> None:
    x, slope, alone = (np.empty_like(drawn.c) for _ in range(3))
    loops.prox_and_slope_into(drawn.c, drawn.d, drawn.w, *drawn.terms, x, slope)
    loops.prox_into(drawn.c, drawn.d, drawn.w, *drawn.terms, alone)
    np.testing.assert_array_equal(x, alone)
    loops.slope_into(drawn.c, drawn.d, drawn.w, *drawn.terms, alone)
    np.testing.assert_array_equal(slope, alone)
    close(slope, one_by_one(scalar.slope_at, drawn), drawn.dtype)
    assert 0 < np.count_nonzero(slope) < N


@pytest.mark.parametrize("which", ["prox", "slope"])
def test_the_result_may_take_the_place_of_the_center(drawn: Draw, which: str) -> None:
    x, slope = np.empty_like(drawn.c), np.empty_like(drawn.c)
    loops.prox_and_slope_into(drawn.c, drawn.d, drawn.w, *drawn.terms, x, slope)
    c, other = drawn.c.copy(), np.empty_like(drawn.c)
    outs = (c, other) if which == "prox" else (other, c)
    loops.prox_and_slope_into(c, drawn.d, drawn.w, *drawn.terms, *outs)
    np.testing.assert_array_equal(outs[0], x)
    np.testing.assert_array_equal(outs[1], slope)


def test_distances_and_the_largest_of_them(drawn: Draw) -> None:
    x = np.clip(drawn.c, drawn.terms[2], drawn.terms[3])
    out = np.empty_like(x)
    loops.distances_into(x, drawn.q, drawn.w, *drawn.terms, out)
    expected = np.array(
        [scalar.distance_at(x[i], drawn.q[i], drawn.w, *drawn.entry(i)) for i in range(N)],
        drawn.dtype,
    )
    close(out, expected, drawn.dtype)
    largest = loops.kkt_distance(x, drawn.q, drawn.w, *drawn.terms)
    assert largest == out.max()
    for i in range(N):
        alone = np.zeros(N, drawn.dtype)
        alone[i] = 9.0 if x[i] > scalar.at(drawn.terms[2], i) else -9.0
        pushed = loops.kkt_distance(x, alone, drawn.w, *drawn.terms)
        assert pushed > 7  # wherever the largest is, it is found


def test_the_prox_satisfies_its_kkt_conditions(drawn: Draw) -> None:
    x = np.empty_like(drawn.c)
    loops.prox_into(drawn.c, drawn.d, drawn.w, *drawn.terms, x)
    q = drawn.d * (x - drawn.c)
    assert loops.kkt_distance(x, q, drawn.w, *drawn.terms) <= 20 * np.finfo(drawn.dtype).eps


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_does_not_pass_for_zero(dtype: Any, bad: float) -> None:
    terms = (dtype(0), dtype(0), dtype(-np.inf), dtype(np.inf))
    for i in (0, 3, N - 1):
        good, spoiled = np.zeros(N, dtype), np.zeros(N, dtype)
        spoiled[i] = bad
        one = dtype(1)
        assert loops.kkt_distance(good, good, one, *terms) == 0
        assert loops.kkt_distance(spoiled, good, one, *terms) == np.inf
        assert loops.kkt_distance(good, spoiled, one, *terms) == np.inf


def test_value_adds_up_in_float64() -> None:
    x = np.full(1 << 12, 1e-3, np.float32)
    x[0] = 1e5
    terms = (np.float32(1), np.float32(0), np.float32(-np.inf), np.float32(np.inf))
    exact = x.astype(np.float64).sum()
    assert loops.value(x, *terms) == pytest.approx(exact, rel=1e-13)
