"""Rounds made up in closed form, against the same rounds one by one."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.learners._skipped import dual_values, growing_values, one_round, skipped_values
from compadagrad.updates._prox import prox_step

Array = NDArray[Any]

DTYPES = [np.float64, np.float32]
N = 12
ALL = np.arange(N)
X = np.array([2.0, -2.0, 0.5, -0.5, 0.01, 0.0, 1e-9, 3.0, -3.0, 1.0, -1.0, 0.25])
WEIGHTS = {
    "nothing": (np.zeros(N), np.zeros(N)),
    "l1": (np.linspace(0, 0.2, N), np.zeros(N)),
    "l2": (np.zeros(N), np.linspace(0, 2, N)),
    "both": (np.linspace(0, 0.2, N), np.linspace(2, 0, N)),
}


def shrunk(x: Array, threshold: Array, shrink: Array) -> Array:
    """One round without a gradient."""
    result: Array = np.sign(x) * np.maximum(np.abs(x) - threshold, 0) / (1 + shrink)
    return result


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("rounds", [0, 1, 7, 100])
def test_rounds_in_one_metric(rounds: int, weights: str, dtype: Any) -> None:
    l1, l2 = WEIGHTS[weights]
    d, tau, delta, w = np.linspace(0, 4, N), 2.0, 0.1, 0.5
    since = np.full(N, 3)
    since[:4] = 3 + min(rounds, 2)  # some coordinates have missed fewer
    out = np.empty(N, dtype)
    typed = [a.astype(dtype) for a in (X, d, l1, l2)]
    skipped_values(
        typed[0], since, 3 + rounds, typed[1], tau, delta, w, typed[2], typed[3], ALL, out
    )
    metric, expected = tau * (np.sqrt(d) + delta), X.copy()
    for t in range(3, 3 + rounds):
        after = shrunk(expected, w * l1 / metric, w * l2 / metric)
        expected = np.where(since <= t, after, expected)
    atol = 1e-14 if dtype == np.float64 else 1e-5
    np.testing.assert_allclose(out, expected, rtol=0, atol=atol * 3)
    if dtype == np.float64:
        np.testing.assert_array_equal(out == 0, expected == 0)
    np.testing.assert_array_equal(typed[0], X.astype(dtype))


def test_no_weight_and_no_round_leave_the_bits() -> None:
    x = X * (1 + 2.0**-52)
    out = np.empty(N)
    zeros, since = np.zeros(N), np.zeros(N, np.int64)
    skipped_values(x, since, 100, zeros, 1.0, 0.1, 0.5, zeros, zeros, ALL, out)
    np.testing.assert_array_equal(out, x)
    skipped_values(x, since + 100, 100, zeros, 1.0, 0.1, 0.5, zeros + 1, zeros + 1, ALL, out)
    np.testing.assert_array_equal(out, x)


def test_chosen_coordinates_and_one_number_for_all() -> None:
    indices = np.array([7, 1, 10])
    out, zeros = np.empty(3), np.zeros(N)
    skipped_values(
        X,
        zeros.astype(np.int64),
        4,
        zeros,
        1.0,
        1.0,
        0.5,
        np.float64(0.1),
        np.float64(0.0),
        indices,
        out,
    )
    np.testing.assert_allclose(out, [2.8, -1.8, -0.8])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("weights", WEIGHTS)
def test_rounds_in_a_metric_that_grows(weights: str, dtype: Any) -> None:
    """sqrt(t) in round t, with a running sum for each weight l2."""
    l1, l2 = WEIGHTS[weights]
    l1, l2 = l1.astype(dtype).astype(float), l2.astype(dtype).astype(float)
    groups, group = np.unique(l2, return_inverse=True)
    now, w = np.zeros((2, groups.size)), 0.3
    expected, seen = X.astype(dtype).astype(float), np.zeros((2, N))
    start = np.where(ALL % 3 == 0, 5, 0)  # some coordinates were up to date in round 5
    for t in range(1, 41):
        rate = w / np.sqrt(t)
        after = shrunk(expected, rate * l1, rate * l2)
        expected = np.where(t > start, after, expected)
        now[0] += np.log1p(rate * groups)
        now[1] = (now[1] + rate) / (1 + rate * groups)
        seen[:, start == t] = now[:, group[start == t]]
    out = np.empty(N, dtype)
    growing_values(X.astype(dtype), seen, now, group, l1.astype(dtype), ALL, out)
    atol = 3e-14 if dtype == np.float64 else 3e-6
    np.testing.assert_allclose(out, expected, rtol=0, atol=atol)


@pytest.mark.parametrize("dtype", DTYPES)
def test_one_round_is_the_prox_step_at_some_coordinates(dtype: Any) -> None:
    rng = np.random.default_rng(0)
    metric, anchor, g = (rng.random(N).astype(dtype) + dtype(0.1) for _ in "dag")
    g *= dtype(3.0) * (-1) ** ALL
    l1, l2 = (np.linspace(0, 1, N).astype(dtype), np.linspace(1, 0, N).astype(dtype))
    lower, upper = np.full(N, -0.7, dtype), np.full(N, 0.9, dtype)
    indices = np.array([1, 2, 3, 7, 11])
    out, x = np.empty(5, dtype), np.empty(5, dtype)
    part = [a[indices].copy() for a in (metric, anchor, g, l1, l2, lower, upper)]
    found = one_round(part[1], part[2], part[0], 0.5, 0.25, l1, l2, lower, upper, indices, out)
    expected = prox_step(
        part[0], dtype(0.5) * part[2], part[1], dtype(0.25), part[3], part[4], part[5], part[6], x
    )
    np.testing.assert_array_equal(out, x)
    np.testing.assert_allclose(found, expected, rtol=1e-5 if dtype == np.float32 else 1e-14)


def test_a_round_that_goes_wrong_says_so() -> None:
    out, free = np.empty(1), (np.float64(0), np.float64(0), -np.inf, np.inf)
    l1, l2, lower, upper = (np.float64(value) for value in free)
    for bad in (np.nan, np.inf):
        residual, _, _ = one_round(
            np.zeros(1), np.array([bad]), np.ones(1), 1.0, 1.0, l1, l2, lower, upper, ALL[:1], out
        )
        assert not residual <= 1e300


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("started", [True, False])
def test_dual_values(started: bool, dtype: Any) -> None:
    rng = np.random.default_rng(0)
    total = rng.standard_normal(N).astype(dtype)
    start = rng.standard_normal(N if started else 0).astype(dtype)
    indices = np.array([0, 5, 6, 11])
    metric = (rng.random(4) + 0.1).astype(dtype)
    numbers = [dtype(value) for value in (0.3, 0.2, -0.7, 0.9)]
    l1, l2, lower, upper = numbers
    out, x = np.empty(4, dtype), np.empty(4, dtype)
    dual_values(start, total, metric, 0.5, 0.25, l1, l2, lower, upper, indices, out)
    anchor = start[indices] if started else np.zeros(4, dtype)
    g = dtype(0.5) * total[indices]
    prox_step(metric, g, anchor, dtype(0.25), l1, l2, lower, upper, x)
    np.testing.assert_allclose(out, x, rtol=1e-6 if dtype == np.float32 else 1e-15)
