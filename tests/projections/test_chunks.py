from typing import Any

import numpy as np
import pytest

from compadagrad.projections._chunks import (
    CHUNK,
    TALL,
    WIDE,
    add_products,
    fill,
    lift_chunk,
    padded_rows,
    take_chunk,
)


@pytest.mark.parametrize("k", [1, 3, 4, 5, 16, 17])
def test_padded_rows(k: int) -> None:
    assert padded_rows(k) % WIDE == 0
    assert k <= padded_rows(k) < k + WIDE


def test_a_chunk_ends_in_zeros() -> None:
    columns = np.random.default_rng(0).standard_normal((3, 50))
    chunk = np.full((4, 32), np.nan)
    chunk[3] = 0.0
    take_chunk(columns, 40, 50, chunk)
    np.testing.assert_array_equal(chunk[:3, :10], columns[:, 40:])
    assert not chunk[:3, 10:].any()
    take_chunk(columns, 8, 40, chunk)
    np.testing.assert_array_equal(chunk[:3], columns[:, 8:40])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_fill(dtype: Any) -> None:
    out, x = np.full(8, np.nan), np.arange(1, 6, dtype=dtype)
    fill(out, x)
    assert out.tolist() == [1, 2, 3, 4, 5, 0, 0, 0]


@pytest.mark.parametrize("k", [1, 4, 7, 16])
def test_lift_chunk(k: int) -> None:
    rng = np.random.default_rng(k)
    chunk, z, out = np.zeros((padded_rows(k), CHUNK)), rng.standard_normal(k), np.full(CHUNK, 7.0)
    chunk[:k] = rng.standard_normal((k, CHUNK))
    lift_chunk(chunk, z, out)
    np.testing.assert_allclose(out, z @ chunk[:k], atol=1e-13)


@pytest.mark.parametrize("tall", [TALL, 6, 12])
@pytest.mark.parametrize("wide", [WIDE, 12])
def test_products_are_added(tall: int, wide: int) -> None:
    rng = np.random.default_rng(tall)
    a, b = rng.standard_normal((tall, CHUNK)), rng.standard_normal((wide, CHUNK))
    out = np.ones((tall, wide))
    add_products(a, b, False, out)
    np.testing.assert_allclose(out, 1.0 + a @ b.T, atol=1e-12)


@pytest.mark.parametrize("k", [4, 8, 20])
def test_the_lower_triangle_of_products(k: int) -> None:
    rng = np.random.default_rng(k)
    a, b, out = rng.standard_normal((k, CHUNK)), rng.standard_normal((k, CHUNK)), np.zeros((k, k))
    add_products(a, b, True, out)
    np.testing.assert_allclose(np.tril(out), np.tril(a @ b.T), atol=1e-12)
    if k > WIDE:
        assert out[0, k - 1] == 0.0  # what is above is left alone
