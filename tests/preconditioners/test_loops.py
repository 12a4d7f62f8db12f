from typing import Any

import numpy as np
import pytest

from compadagrad.preconditioners._loops import (
    add_outside,
    add_outside_scaled,
    add_squares,
    root_diagonal,
    scaled,
    scaled_sum,
)
from compadagrad.projections import SRHT, Projection
from compadagrad.projections._tiles import LEAST_BYTES
from preconditioners.spaces import SPACES, N, basis

DTYPES = [np.float64, np.float32]


@pytest.mark.parametrize("dtype", DTYPES)
def test_scaled(dtype: Any) -> None:
    x = np.array([1.5, -3.0, 0.0], dtype)
    result = scaled(x, 0.25)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, [0.375, -0.75, 0.0])
    np.testing.assert_array_equal(x, [1.5, -3.0, 0.0])


@pytest.mark.parametrize("dtype", DTYPES)
def test_scaled_sum(dtype: Any) -> None:
    x, y = np.array([1.5, -3.0, 0.0], dtype), np.array([0.5, 1.0, -2.0], dtype)
    result = scaled_sum(x, y, 0.25)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, [0.5, -0.5, -0.5])
    np.testing.assert_array_equal(x, [1.5, -3.0, 0.0])
    np.testing.assert_array_equal(y, [0.5, 1.0, -2.0])


@pytest.mark.parametrize("dtype", DTYPES)
def test_add_squares(dtype: Any) -> None:
    d, g = np.array([1.0, 2.0, 0.0], dtype), np.array([-3.0, 0.5, 0.0], dtype)
    result = add_squares(d, g)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, [10.0, 2.25, 0.0])
    np.testing.assert_array_equal(d, np.array([1.0, 2.0, 0.0], dtype))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("space", ["some", "gaussian", "coordinates"])
def test_add_outside(space: str, dtype: Any) -> None:
    projection, rng = SPACES[space](), np.random.default_rng(0)
    g, d = rng.standard_normal(N).astype(dtype), rng.random(N).astype(dtype)
    z = np.empty(projection.k)
    before = d.copy()
    result = add_outside(projection.compiled(np.dtype(dtype)), g, d, z)
    V = basis(projection)
    outside = g - V @ (V.T @ g)
    atol = 32 * np.finfo(dtype).eps * np.abs(g).max() ** 2
    assert result.dtype == dtype
    np.testing.assert_allclose(result, d + outside**2, atol=atol)
    np.testing.assert_allclose(z, V.T @ g, atol=atol)
    np.testing.assert_array_equal(d, before)


def long_space(dtype: Any) -> Projection:
    """Vectors that are taken in tiles."""
    return SRHT(LEAST_BYTES // np.dtype(dtype).itemsize, 30, seed=3)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("space", ["some", "gaussian", "long"])
def test_add_outside_scaled(space: str, dtype: Any) -> None:
    projection = long_space(dtype) if space == "long" else SPACES[space]()
    rng, n = np.random.default_rng(0), projection.n_padded
    basis = projection.compiled(np.dtype(dtype))
    g, d = rng.standard_normal(n).astype(dtype), rng.random(n).astype(dtype)
    z, expected = np.empty((2, projection.k))
    outside = add_outside(basis, g / dtype(4), d, expected)
    before = g.copy(), d.copy()
    result = add_outside_scaled(basis, g, 0.25, d, z)
    atol = 32 * np.finfo(dtype).eps
    assert result.dtype == dtype
    np.testing.assert_allclose(result, outside, atol=atol)
    np.testing.assert_allclose(z, expected, atol=atol)
    np.testing.assert_array_equal(before, (g, d))


def test_huge_gradients_do_not_overflow_in_tiles() -> None:
    projection = long_space(np.float32)
    basis, n = projection.compiled(np.dtype(np.float32)), projection.n
    g = np.full(n, 1e36, np.float32)
    z = np.empty(projection.k)
    result = add_outside_scaled(basis, g, 2.0**-110, np.zeros(n, np.float32), z)
    assert np.isfinite(result).all()
    assert np.isfinite(z).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_root_diagonal(dtype: Any) -> None:
    d = np.array([0.0, 4.0, 2.25], dtype)
    result = root_diagonal(d, 2.0, 0.5)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, [1.0, 5.0, 4.0])
