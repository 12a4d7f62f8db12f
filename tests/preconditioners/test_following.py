from typing import Any

import numpy as np
import pytest

from compadagrad.preconditioners._following import (
    add_dropped,
    follow,
    next_direction,
    outside_metric,
)


def room(rank: int, n: int = 12) -> np.ndarray:
    rows = np.full((rank + 2, n), np.nan)
    rows[:rank] = np.linalg.qr(np.random.default_rng(0).standard_normal((n, max(rank, 1))))[0].T[
        :rank
    ]
    return rows


def found(rows: np.ndarray, rank: int, g: np.ndarray) -> tuple[int, np.ndarray, np.ndarray]:
    """The rows in use, the coordinates, and the directions with what is made up for them."""
    z, c = np.empty(len(rows)), np.empty(len(rows))
    used = next_direction(rows, rank, g, z, c)
    directions = rows[:used].copy()
    if used > rank:
        directions[rank] = (directions[rank] - c[:rank] @ rows[:rank]) / z[rank]
    return used, z, directions


@pytest.mark.parametrize("left", [1e3, 1.0, 1e-3, 1e-8, 1e-12, 3e-13])
def test_a_new_direction_is_orthogonal_however_little_is_left(left: float) -> None:
    rows = room(3)
    g = np.array([3.0, -2.0, 1.0]) @ rows[:3]
    fresh = np.random.default_rng(1).standard_normal(12)
    fresh -= rows[:3].T @ (rows[:3] @ fresh)
    g = g + left * fresh / np.linalg.norm(fresh)
    used, z, directions = found(rows, 3, g)
    assert used == 4
    np.testing.assert_allclose(directions @ directions.T, np.eye(4), atol=1e-14)
    np.testing.assert_allclose(z[:4] @ directions, g, atol=1e-14 * max(1.0, left))
    np.testing.assert_allclose(z[3], left, rtol=1e-2)


def test_the_first_direction() -> None:
    used, z, directions = found(room(0), 0, np.arange(12.0))
    assert used == 1
    np.testing.assert_allclose(z[0] * directions[0], np.arange(12.0), rtol=1e-15)


def test_a_gradient_inside_adds_no_direction() -> None:
    rows = room(3)
    used, z, _ = found(rows, 3, np.array([3.0, -2.0, 1.0]) @ rows[:3])
    assert used == 3
    np.testing.assert_allclose(z[:3], [3.0, -2.0, 1.0], atol=1e-14)
    assert found(rows, 3, np.zeros(12))[0] == 3
    assert found(rows, 0, np.zeros(12))[0] == 0


@pytest.mark.parametrize("left", [1.0, 1e-6, 1e-11, 0.0])
def test_many_rounds_of_gradients_in_the_subspace_leave_it_orthonormal(left: float) -> None:
    """Without any repair: an error of one round does not grow in the next."""
    rng = np.random.default_rng(3)
    rows, spare, roots = np.zeros((5, 12)), np.zeros((5, 12)), np.zeros(4)
    plane, rank = np.linalg.qr(rng.standard_normal((12, 4)))[0].T, 0
    for _ in range(300):
        g, new = rng.standard_normal(4) @ plane + left * rng.standard_normal(12), np.empty(4)
        rank, _ = follow(roots, rows, rank, g, False, new, spare)
        roots, rows, spare = new, spare, rows
    assert rank == 4
    np.testing.assert_allclose(rows[:4] @ rows[:4].T, np.eye(4), atol=1e-13)


@pytest.mark.parametrize("shrink", [False, True])
def test_the_least_direction_is_dropped(shrink: bool) -> None:
    rows, spare = room(3), np.empty((4, 12))
    rows = np.vstack([rows[:3], np.zeros((1, 12))])
    roots, new, g = np.array([5.0, 3.0, 1.0]), np.empty(3), np.random.default_rng(2).random(12)
    M = (rows[:3].T * roots**2) @ rows[:3] + np.outer(g, g)
    rank, dropped = follow(roots, rows, 3, g, shrink, new, spare)
    found, vectors = np.linalg.eigh(M)
    assert rank == 3
    np.testing.assert_allclose(dropped**2, found[-4], rtol=1e-12)
    np.testing.assert_allclose(new**2, found[:-4:-1] - shrink * found[-4], rtol=1e-12)
    np.testing.assert_allclose(np.abs(spare @ vectors[:, :-5:-1]), np.eye(4), atol=1e-12)


def test_what_is_dropped_is_added_outside() -> None:
    d, row = np.array([1.0, 2.0]), np.array([0.6, -0.8])
    np.testing.assert_allclose(add_dropped(d, 2.0, row), [2.44, 4.56])
    np.testing.assert_array_equal(d, [1.0, 2.0])


@pytest.mark.parametrize("power", [0.5, 1.0, 0.3])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_metric_outside(power: float, dtype: type) -> None:
    d: Any = np.array([0.0, 1e-3, 4.0], dtype)
    metric = outside_metric(d, power, 1.5, 2.0, 0.1)
    assert metric.dtype == dtype
    expected = 2.0 * (1.5 * d.astype(float) ** power + 0.1)
    np.testing.assert_allclose(metric, expected, rtol=1e-6 if dtype is np.float32 else 1e-14)
