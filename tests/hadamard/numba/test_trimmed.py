from typing import Any

import numpy as np
import pytest
from accuracy import exact_transform, naive_error, vectors

from compadagrad.hadamard._numba.trimmed import transform_and_pick, trimmed
from hadamard.numba.tiles import CASES, N, problem


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize(("dtype", "t"), CASES)
def test_every_tile_length(dtype: Any, t: int, signed: bool) -> None:
    rng, rows, signs = problem(signed)
    x = vectors(rng, (2, N), dtype)
    out = np.empty((2, rows.size), dtype)
    trimmed(x.reshape(-1), N, signs, rows, 0.5, t, out.reshape(-1))
    mixed = x if signs is None else x * signs
    expected = exact_transform(mixed)[:, rows] / 2
    assert np.abs(out - expected).max() <= 2 * naive_error(mixed)


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_route_without_tiles(dtype: Any, signed: bool) -> None:
    rng, rows, signs = problem(signed)
    x = vectors(rng, (2, N), dtype)
    out = np.empty((2, rows.size), dtype)
    transform_and_pick(x.reshape(-1), N, signs, rows, 0.5, np.empty(N, dtype), out.reshape(-1))
    mixed = x if signs is None else x * signs
    assert np.abs(out - exact_transform(mixed)[:, rows] / 2).max() <= naive_error(mixed)
