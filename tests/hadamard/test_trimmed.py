from typing import Any

import numpy as np
import pytest
from accuracy import exact_transform, naive_error, vectors

from compadagrad import InvalidInputError
from compadagrad.hadamard import _routes, fwht, fwht_at

FLOATS = [np.float32, np.float64]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("m", [0, 1, 3, 6, 10, 13, 16])
@pytest.mark.parametrize("k", [1, 2, 5, 64, 300])
def test_the_chosen_outputs(m: int, k: int, dtype: Any) -> None:
    n = 1 << m
    rng = np.random.default_rng(100 * m + k)
    rows = rng.choice(n, min(k, n), replace=False)
    x = vectors(rng, (2, 3, n), dtype)
    result = fwht_at(x, rows, norm=None)
    assert result.dtype == np.dtype(dtype)
    assert result.shape == (2, 3, rows.size)
    assert np.abs(result - exact_transform(x)[..., rows]).max() <= 4 * naive_error(x)


@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
def test_norm_as_in_the_full_transform(norm: Any) -> None:
    x = np.random.default_rng(0).standard_normal(1 << 13)
    rows = [5, 8191, 0]
    np.testing.assert_allclose(fwht_at(x, rows, norm=norm), fwht(x, norm=norm)[rows], rtol=1e-11)


@pytest.mark.parametrize(
    ("m", "k", "route"),
    [(8, 4, "transform_and_pick"), (20, 64, "trimmed"), (14, 8192, "transform_and_pick")],
)
def test_the_faster_route_is_taken(
    m: int, k: int, route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = []
    for name in ("trimmed", "transform_and_pick"):
        monkeypatch.setattr(_routes, name, lambda *args, name=name: taken.append(name))
    fwht_at(np.zeros(1 << m), np.arange(k))
    assert taken == [route]


@pytest.mark.parametrize("mean", [0.0, 1.0])
def test_errors_do_not_grow_with_the_number_of_tiles(mean: float) -> None:
    rng = np.random.default_rng(0)
    x = (rng.standard_normal(1 << 22) + mean).astype(np.float32)
    rows = np.arange(16)
    exact = fwht(x.astype(float), norm=None)[rows]
    allowed = 16 * np.finfo(np.float32).eps * max(np.abs(exact).max(), np.sqrt(x.size))
    assert np.abs(fwht_at(x, rows, norm=None) - exact).max() <= allowed


def test_nan_reaches_every_output() -> None:
    x = np.zeros(1 << 13)
    x[17] = np.nan
    assert np.isnan(fwht_at(x, [0, 5])).all()


def test_input_is_left_alone() -> None:
    x = np.arange(float(1 << 13))
    fwht_at(x, [3, 4])
    np.testing.assert_array_equal(x, np.arange(float(1 << 13)))


@pytest.mark.parametrize(
    ("x", "rows", "message"),
    [
        (np.zeros(12), [0], "power of two, got 12; pad with zeros to 16"),
        (np.zeros(8), [8], r"rows must lie in 0\.\.7, got 8"),
        (np.zeros(8), [-1], r"rows must lie in 0\.\.7, got -1"),
        (np.zeros(8), [3, 1, 3], "distinct, got 3 more than once"),
        (np.zeros(8), [0.5], "rows must be integers, got dtype float64"),
        (np.zeros(8), [True], "rows must be integers, got dtype bool"),
        (np.zeros(8), [], "at least one index"),
        (np.zeros(8), [[1]], "one-dimensional"),
        (np.zeros(8), 1, "one-dimensional"),
        (np.zeros(8), [[1], [1, 2]], "rows cannot be read as an array"),
        (np.zeros(0), [0], "empty"),
        (np.zeros(8, complex), [0], "complex128"),
        (1.0, [0], "at least one dimension"),
    ],
)
def test_bad_input(x: Any, rows: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        fwht_at(x, rows)
