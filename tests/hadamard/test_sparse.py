from typing import Any

import numpy as np
import pytest
from accuracy import exact_transform, naive_error, vectors

from compadagrad import InvalidInputError
from compadagrad.hadamard import _routes, fwht, fwht_sparse

FLOATS = [np.float32, np.float64]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("m", [0, 1, 3, 6, 10, 13, 16])
@pytest.mark.parametrize("r", [1, 2, 5, 64, 300])
def test_all_outputs(m: int, r: int, dtype: Any) -> None:
    n = 1 << m
    rng = np.random.default_rng(100 * m + r)
    rows = rng.choice(n, min(r, n), replace=False)
    values = vectors(rng, (2, 3, rows.size), dtype)
    x = np.zeros((2, 3, n), dtype)
    x[..., rows] = values
    result = fwht_sparse(values, rows, n, norm=None)
    assert result.dtype == np.dtype(dtype)
    assert np.abs(result - exact_transform(x)).max() <= 4 * naive_error(x)


@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
def test_norm_as_in_the_full_transform(norm: Any) -> None:
    n, rows = 1 << 13, [5, 8191, 0]
    x = np.zeros(n)
    x[rows] = [1.0, -2.0, 0.5]
    result = fwht_sparse([1.0, -2.0, 0.5], rows, n, norm=norm)
    np.testing.assert_allclose(result, fwht(x, norm=norm), rtol=1e-11)


@pytest.mark.parametrize("dtype", FLOATS)
def test_one_nonzero_is_exact(dtype: Any) -> None:
    for n in (1, 2, 64, 1 << 15):
        for row in {0, 1, n // 3, n - 1} & set(range(n)):
            x = np.zeros(n, dtype)
            x[row] = 1.1
            np.testing.assert_array_equal(
                fwht_sparse(x[[row]], [row], n, norm=None), fwht(x, norm=None)
            )


@pytest.mark.parametrize(
    ("m", "r", "route"),
    [
        (8, 1, "one_sparse"),
        (20, 1, "one_sparse"),
        (8, 4, "place_and_transform"),
        (20, 64, "sparse"),
        (14, 8192, "place_and_transform"),
    ],
)
def test_the_faster_route_is_taken(
    m: int, r: int, route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = []
    for name in ("sparse", "one_sparse", "place_and_transform"):
        monkeypatch.setattr(_routes, name, lambda *args, name=name: taken.append(name))
    fwht_sparse(np.ones(r), np.arange(r), 1 << m)
    assert taken == [route]


@pytest.mark.parametrize("dtype", FLOATS)
def test_streaming_stores_write_the_same_numbers(
    dtype: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    n = 1 << 16
    rng = np.random.default_rng(0)
    rows, values = rng.choice(n, 100, replace=False), rng.standard_normal(100).astype(dtype)
    cached = fwht_sparse(values, rows, n)
    monkeypatch.setattr(_routes, "STREAMED_BYTES", 0)
    np.testing.assert_array_equal(fwht_sparse(values, rows, n), cached)


@pytest.mark.parametrize(
    ("values", "rows", "n", "message"),
    [
        ([1.0], [0], 12, "n must be a power of two, got 12; pad with zeros to 16"),
        ([1.0], [0], 0, r"n must be an integer in 1\.\.4294967296, got 0"),
        ([1.0], [0], 8.0, r"n must be an integer in 1\.\..*, got 8\.0"),
        ([1.0], [0], 1 << 33, r"n must be an integer in 1\.\.4294967296, got 8589934592"),
        ([1.0], [8], 8, r"rows must lie in 0\.\.7, got 8"),
        ([1.0, 2.0], [1, 1], 8, "distinct"),
        ([1.0, 2.0], [1], 8, r"one entry for each of the 1 rows.*shape \(2,\)"),
        (1.0, [1], 8, "one entry for each"),
        ([], [], 8, "empty"),
        ([1j], [0], 8, "complex128"),
    ],
)
def test_bad_input(values: Any, rows: Any, n: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        fwht_sparse(values, rows, n)
