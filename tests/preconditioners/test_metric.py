from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

from preconditioners.spaces import SPACES, N, dense, drawn, parts_of


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("space", SPACES)
def test_apply_is_the_dense_product(space: str, dtype: Any) -> None:
    metric = drawn(SPACES[space](), dtype)
    A, rng = dense(metric), np.random.default_rng(1)
    for _ in range(5):
        x = (rng.standard_normal(N) * np.exp(rng.uniform(-3, 3, N))).astype(dtype)
        y = metric.apply(x)
        assert y.dtype == dtype
        size = float(np.abs(A).max() * np.abs(x).sum())
        assert np.abs(y - A @ x).max() <= 8 * np.finfo(dtype).eps * size


@pytest.mark.parametrize("space", SPACES)
def test_apply_leaves_its_argument_alone(space: str) -> None:
    metric, x = drawn(SPACES[space](), np.float64), np.ones(N)
    metric.apply(x)
    np.testing.assert_array_equal(x, 1.0)


def test_the_diagonal_has_no_say_where_the_subspace_is_the_whole_space() -> None:
    metric, x = drawn(SPACES["all"](), np.float64), np.arange(float(N))
    V, K, _ = parts_of(metric)
    np.testing.assert_allclose(metric.apply(x), (V @ K @ V.T @ x).astype(float), rtol=1e-13)


@pytest.mark.parametrize("space", SPACES)
def test_inside_is_k_and_symmetric(space: str) -> None:
    metric = drawn(SPACES[space](), np.float64)
    np.testing.assert_allclose(metric.inside, parts_of(metric)[1].astype(float), rtol=1e-13)
    np.testing.assert_array_equal(metric.inside, metric.inside.T)
    assert metric.inside is metric.inside  # made once


def test_separable_and_full_are_the_two_ends() -> None:
    ends = {name: drawn(make(), np.float64) for name, make in SPACES.items()}
    assert {name for name, m in ends.items() if m.separable} == {"none", "no coordinates"}
    assert {name for name, m in ends.items() if m.full} == {
        "all",
        "all, gaussian",
        "all coordinates",
    }


def test_wide_has_the_same_numbers_in_float64() -> None:
    metric = drawn(SPACES["some"](), np.float32)
    wide = metric.wide()
    assert wide.diagonal.dtype == np.float64
    np.testing.assert_array_equal(wide.diagonal, metric.diagonal)
    assert wide.rows is metric.rows
    assert wide.kappa is metric.kappa
    assert wide.exponent == metric.exponent
    assert wide.wide() is wide


def test_a_metric_does_not_change() -> None:
    metric = drawn(SPACES["some"](), np.float64)
    with pytest.raises(FrozenInstanceError):
        metric.exponent = 3  # type: ignore[misc]
