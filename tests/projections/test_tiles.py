"""Lifts and projections tile by tile are those of whole vectors."""

from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from compadagrad.projections import SRHT
from compadagrad.projections._compiled import lift_into, project_into
from compadagrad.projections._tiles import (
    GROUP,
    LEAST_BYTES,
    TILE_BYTES,
    add_group,
    lift_tile,
    new_sums,
    patterns_of,
    pays_in_tiles,
    sum_of,
    tiling_of,
)

Array = NDArray[Any]

DTYPES = [np.float64, np.float32]


def shortest(dtype: Any) -> int:
    """The length of one group of tiles."""
    return GROUP * TILE_BYTES // np.dtype(dtype).itemsize


@njit
def projected(basis: Any, x: Array) -> Array:
    tiling = tiling_of(basis, x)
    sums = new_sums(tiling)
    for at in range(0, x.size, GROUP * tiling.size):
        add_group(basis, tiling, x, at, at, sums)
    return sum_of(basis, sums)


@njit
def projected_from_a_copy(basis: Any, x: Array) -> Array:
    tiling = tiling_of(basis, x)
    sums, length = new_sums(tiling), GROUP * tiling.size
    for at in range(0, x.size, length):
        add_group(basis, tiling, x[at : at + length].copy(), 0, at, sums)
    return sum_of(basis, sums)


@njit
def lifted(basis: Any, z: Array, like: Array) -> Array:
    tiling, out = tiling_of(basis, like), np.full_like(like, np.nan)
    patterns = patterns_of(basis, tiling, z)
    for at in range(0, like.size, tiling.size):
        lift_tile(basis, tiling, patterns, at, out[at : at + tiling.size])
    return out


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("groups", "k"), [(1, 1), (1, 40), (2, 300), (64, 7)])
def test_against_whole_vectors(groups: int, k: int, dtype: Any) -> None:
    n, rng = groups * shortest(dtype), np.random.default_rng(k)
    basis = SRHT(n, k, seed=k).compiled(np.dtype(dtype))
    x, z = rng.standard_normal(n).astype(dtype), rng.standard_normal(k)
    expected, whole = np.empty(k), np.empty_like(x)
    project_into(basis, x, expected)
    lift_into(basis, z, whole)
    epsilon = float(np.finfo(dtype).eps)
    for way in (projected, projected_from_a_copy):
        assert np.abs(way(basis, x) - expected).max() <= 64 * epsilon
    most = float(np.abs(whole).max())
    assert np.abs(lifted(basis, z, x) - whole).max() <= 16 * epsilon * most


def test_rows_that_share_a_register_and_the_first_and_last_ones() -> None:
    n, dtype = shortest(np.float64), np.dtype(np.float64)
    state = SRHT(n, 6, seed=0).state_dict() | {"rows": np.array([0, 1, 2, 9, n - 2, n - 1])}
    basis = SRHT.from_state_dict(state).compiled(dtype)
    x = np.random.default_rng(0).standard_normal(n)
    expected = np.empty(6)
    project_into(basis, x, expected)
    np.testing.assert_allclose(projected(basis, x), expected, atol=1e-13)
    back = projected(basis, lifted(basis, expected, x))
    np.testing.assert_allclose(back, expected, atol=1e-13)


@pytest.mark.parametrize("dtype", DTYPES)
def test_which_vectors_are_taken_pays_in_tiles(dtype: Any) -> None:
    n = LEAST_BYTES // np.dtype(dtype).itemsize
    for length, k, expected in ((n, 8, True), (n // 2, 8, False), (n, n, False)):
        basis = SRHT(length, k, seed=0).compiled(np.dtype(dtype))
        assert pays_in_tiles(basis, np.empty(length, dtype)) is expected
