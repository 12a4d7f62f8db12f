"""Tile by tile or in whole vectors: the same to rounding."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from preconditioners.spaces import drawn

from compadagrad.preconditioners import Metric
from compadagrad.projections import SRHT
from compadagrad.projections._tiles import LEAST_BYTES
from compadagrad.updates._closed import SCRATCH, closed_form
from compadagrad.updates._closed_tiled import solve_in_tiles
from compadagrad.updates._closed_whole import apply_metric, solve_in_whole_vectors

Array = NDArray[Any]
Said = tuple[float, float, float, int]

DTYPES = [np.float64, np.float32]


def shortest(dtype: Any) -> int:
    return LEAST_BYTES // np.dtype(dtype).itemsize


def metric_of(k: int, dtype: Any, n: int | None = None) -> Metric:
    return drawn(SRHT(n or shortest(dtype), k, seed=k), dtype, seed=k)


def problem(metric: Metric, seed: int = 2) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    n, dtype = metric.diagonal.size, metric.diagonal.dtype
    g, anchor = rng.standard_normal((2, n)).astype(dtype)
    return g, anchor


def solved(
    solve: Any,
    metric: Metric,
    g: Array,
    anchor: Array,
    shift: float = 0.5,
    free: int = -1,
    goal: float = 0.0,
    most: int = 1,
) -> tuple[Array, Array, Said]:
    """The point, the room as it was left, and what was said of the point."""
    x = np.full_like(g, np.nan)
    scratch = np.full((SCRATCH, g.size), np.nan, g.dtype)
    basis = metric.projection.compiled(g.dtype)
    spectrum: tuple[Any, ...] = (metric.rows, metric.kappa, metric.diagonal)
    if solve is solve_in_tiles:
        said = solve_in_tiles(basis, *spectrum, g, anchor, shift, goal, most, scratch, x)
    else:
        said = solve(basis, *spectrum, False, g, anchor, shift, free, goal, most, scratch, x)
    return x, scratch, said


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("k", "shift"), [(1, 0.5), (12, 0.0), (200, 0.5)])
def test_the_same_as_in_whole_vectors(k: int, shift: float, dtype: Any) -> None:
    metric = metric_of(k, dtype)
    g, anchor = problem(metric)
    x, _, (residual, u, size, solves) = solved(solve_in_tiles, metric, g, anchor, shift)
    expected, _, said = solved(solve_in_whole_vectors, metric, g, anchor, shift)
    epsilon = float(np.finfo(dtype).eps)
    assert np.abs(x - expected).max() <= 50 * epsilon * np.abs(expected).max()
    assert (u, size) == pytest.approx(said[1:3], rel=50 * epsilon)
    assert residual <= 16 * epsilon * size
    assert solves == said[3] == 1


def true_residual(metric: Metric, g: Array, anchor: Array, shift: float, x: Array) -> float:
    wide = metric.wide()
    step = x.astype(np.float64) - anchor
    force = g + wide.apply(step) + shift * x.astype(np.float64)
    return float(np.abs(force).max())


@pytest.mark.parametrize("dtype", DTYPES)
def test_what_is_said_of_the_point_is_true(dtype: Any) -> None:
    metric = metric_of(30, dtype)
    g, anchor = problem(metric)
    x, _, (residual, u, size, _) = solved(solve_in_tiles, metric, g, anchor, 0.5, -1, 1e-17, 4)
    epsilon = float(np.finfo(dtype).eps)
    assert residual == pytest.approx(
        true_residual(metric, g, anchor, 0.5, x), abs=16 * epsilon * size
    )
    work, pull = np.empty_like(x), np.empty_like(x)
    basis = metric.projection.compiled(x.dtype)
    apply_metric(basis, metric.rows, metric.kappa, metric.diagonal, False, anchor, work, pull)
    assert u == pytest.approx(float(np.abs(g - pull).max()), rel=64 * epsilon)
    assert size == pytest.approx(float(np.abs(g).max() + np.abs(pull).max()), rel=64 * epsilon)


def test_refinement_lowers_the_residual_and_stops_where_it_does_not() -> None:
    m = metric_of(6, np.float64)
    diagonal = np.ones_like(m.diagonal)
    diagonal[100:107] = np.geomspace(1e-4, 1e-12, 7)
    metric = Metric(m.projection, m.rows, m.kappa, diagonal)
    g, anchor = problem(metric)
    kept = {
        most: solved(solve_in_tiles, metric, g, anchor, 1e-9, -1, 0.0, most) for most in (1, 2, 30)
    }
    residuals = {most: said[0] / said[1] for most, (_, _, said) in kept.items()}
    assert residuals[1] > 1e-12
    assert residuals[2] < 1e-2 * residuals[1]
    assert residuals[30] <= residuals[2]
    assert [kept[most][2][3] for most in (1, 2)] == [1, 2]
    assert kept[30][2][3] < 30
    for x, _, (residual, _, size, _) in kept.values():
        reach = size + float(np.abs(x).max())
        assert abs(residual - true_residual(metric, g, anchor, 1e-9, x)) <= 1e-14 * reach


def test_a_goal_that_is_met_ends_it_and_takes_one_vector_of_room() -> None:
    metric = metric_of(5, np.float64)
    _, scratch, said = solved(solve_in_tiles, metric, *problem(metric), 0.1, -1, 1e-3, 30)
    assert said[3] == 1
    assert np.isfinite(scratch[0]).all()
    assert np.isnan(scratch[1:]).all()


@pytest.mark.parametrize("place", [0, 70_000, -1])
def test_what_is_not_a_number_is_never_certified(place: int) -> None:
    metric = metric_of(5, np.float64)
    g, anchor = problem(metric)
    g[place] = np.nan
    residual, u, size, _ = solved(solve_in_tiles, metric, g, anchor, most=4)[2]
    assert residual == np.inf
    assert np.isnan(u)
    assert np.isnan(size)


def test_the_same_bits_again() -> None:
    metric = metric_of(5, np.float32)
    first, second = (solved(solve_in_tiles, metric, *problem(metric), most=4) for _ in "ab")
    np.testing.assert_array_equal(first[0], second[0])
    assert first[2] == second[2]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("half", "free"), [(False, -1), (True, -1), (False, 3)])
def test_the_way_is_chosen_by_the_length_of_vectors(half: bool, free: int, dtype: Any) -> None:
    """The room that is left behind says which way was taken; a free coordinate has one way."""
    n = shortest(dtype) // 2 if half else shortest(dtype)
    metric = metric_of(9, dtype, n)
    tiled = not half and free < 0
    arguments = (metric, *problem(metric), 0.5, free)
    _, room, _ = solved(closed_form, *arguments)
    assert np.isnan(room[2]).all() == tiled
