from typing import Any

import numpy as np
import pytest
from accuracy import exact_transform, naive_error, vectors

from compadagrad.hadamard._numba.sparse import one_sparse, place_and_transform, sparse
from compadagrad.hadamard._routes import aligned
from hadamard.numba.tiles import CASES, N, problem


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize(("dtype", "t"), CASES)
def test_every_tile_length(dtype: Any, t: int, signed: bool, stream: bool) -> None:
    rng, rows, signs = problem(signed)
    values = vectors(rng, (2, rows.size), dtype)
    out = aligned(2 * N, np.dtype(dtype))
    sparse(values.reshape(-1), rows, N, signs, 0.5, t, stream, out)
    x = np.zeros((2, N), dtype)
    x[:, rows] = values
    expected = exact_transform(x) / 2 * (1 if signs is None else signs)
    assert np.abs(out.reshape(2, -1) - expected).max() <= 2 * naive_error(x)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_routes_without_tiles(dtype: Any, signed: bool, stream: bool) -> None:
    rng, rows, signs = problem(signed)
    values = vectors(rng, (rows.size,), dtype)
    values[0] = 1.25
    spread, column = np.empty(N, dtype), aligned(N, np.dtype(dtype))
    place_and_transform(values, rows, N, signs, 0.5, spread)
    one_sparse(values[:1], int(rows[0]), N, signs, 0.5, stream, column)
    placed = np.zeros((2, N), dtype)
    placed[0, rows], placed[1, rows[0]] = values, values[0]
    expected = exact_transform(placed) / 2 * (1 if signs is None else signs)
    assert np.abs(spread - expected[0]).max() <= naive_error(placed[0])
    np.testing.assert_array_equal(column, expected[1].astype(dtype))
