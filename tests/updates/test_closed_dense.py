"""In chunks or in whole vectors: the same to rounding."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from preconditioners.spaces import dense, drawn

from compadagrad.preconditioners import Metric
from compadagrad.preconditioners.span import Span
from compadagrad.projections._chunks import CHUNK
from compadagrad.updates._closed import SCRATCH, closed_form
from compadagrad.updates._closed_dense import (
    FEWEST_COLUMNS,
    MOST_ROWS,
    pays_in_chunks,
    solve_in_chunks,
)
from compadagrad.updates._closed_whole import solve_in_whole_vectors
from updates.definition import smooth_minimum

Array = NDArray[Any]
Said = tuple[float, float, float, int]

DTYPES = [np.float64, np.float32]
SHAPES = [(1, 3 * CHUNK + 1), (5, 2 * CHUNK - 3), (16, 2 * CHUNK), (3, CHUNK // 2)]


def metric_of(k: int, n: int, dtype: Any) -> Metric:
    rng = np.random.default_rng(k)
    return drawn(Span(np.linalg.qr(rng.standard_normal((n, k)))[0].T.copy()), dtype, seed=k)


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
    basis: Any = metric.projection.compiled(metric.diagonal.dtype)
    x = np.full_like(g, np.nan)
    scratch = np.full((SCRATCH, g.size), np.nan, g.dtype)
    spectrum: tuple[Any, ...] = (metric.rows, metric.kappa, metric.diagonal)
    rest: tuple[Any, ...] = (g, anchor, shift, free, goal, most, scratch, x)
    if solve is solve_in_chunks:
        return x, scratch, solve_in_chunks(basis.columns, *spectrum, *rest)
    return x, scratch, solve(basis, *spectrum, False, *rest)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("k", "n"), SHAPES)
@pytest.mark.parametrize(("shift", "end"), [(0.0, None), (0.5, None), (0.5, 0), (0.5, -1)])
def test_the_same_assolve_in_whole_vectors(
    k: int, n: int, shift: float, end: int | None, dtype: Any
) -> None:
    metric, free = metric_of(k, n, dtype), -1 if end is None else end % n
    g, anchor = problem(metric)
    x, _, (residual, u, size, solves) = solved(solve_in_chunks, metric, g, anchor, shift, free)
    expected, _, said = solved(solve_in_whole_vectors, metric, g, anchor, shift, free)
    epsilon = float(np.finfo(dtype).eps)
    assert np.abs(x - expected).max() <= 50 * epsilon * np.abs(expected).max()
    assert (u, size) == pytest.approx(said[1:3], rel=50 * epsilon)
    assert residual <= 4 * epsilon * size
    assert solves == said[3] == 1


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("free", [-1, CHUNK + 2])
def test_against_the_definition(free: int, dtype: Any) -> None:
    metric = metric_of(6, CHUNK + 9, dtype)
    g, anchor = problem(metric)
    x, _, (residual, _, size, solves) = solved(
        solve_in_chunks, metric, g, anchor, 0.5, free, 1e-17, 4
    )
    lam = np.where(np.arange(g.size) == free, 0.0, 0.5)
    expected = smooth_minimum(metric, g, anchor, lam)
    epsilon = float(np.finfo(dtype).eps)
    assert np.abs(x - expected).max() <= 20 * epsilon * np.abs(expected).max()
    true = g + dense(metric) @ (x.astype(np.longdouble) - anchor) + lam * x
    assert abs(residual - float(np.abs(true).max())) <= 16 * epsilon * size
    assert 1 < solves <= 4


def graded() -> Metric:
    """A metric too graded for one solve, in few enough places for x not to be huge."""
    m = metric_of(6, 2 * CHUNK + 5, np.float64)
    diagonal = np.ones_like(m.diagonal)
    diagonal[CHUNK - 3 : CHUNK + 4] = np.geomspace(1e-4, 1e-12, 7)
    return Metric(m.projection, m.rows, m.kappa, diagonal)


@pytest.mark.parametrize("free", [-1, 7])
def test_refinement_lowers_the_residual_and_stops_where_it_does_not(free: int) -> None:
    metric = graded()
    g, anchor = problem(metric)
    kept = {
        most: solved(solve_in_chunks, metric, g, anchor, 1e-9, free, 0.0, most)
        for most in (1, 2, 30)
    }
    residuals = {most: said[0] / said[1] for most, (_, _, said) in kept.items()}
    assert residuals[1] > 1e-9
    assert residuals[2] < 1e-2 * residuals[1]
    assert residuals[30] <= residuals[2]
    assert [kept[most][2][3] for most in (1, 2)] == [1, 2]
    assert kept[30][2][3] < 30
    lam = np.where(np.arange(g.size) == free, 0.0, 1e-9)
    for x, _, (residual, _, size, _) in kept.values():
        true = g + dense(metric) @ (x.astype(np.longdouble) - anchor) + lam * x
        reach = size + float(np.abs(x).max())
        assert abs(residual - float(np.abs(true).max())) <= 1e-15 * reach


def test_a_goal_that_is_met_ends_it() -> None:
    metric = metric_of(5, 2 * CHUNK - 3, np.float64)
    assert solved(solve_in_chunks, metric, *problem(metric), 0.1, -1, 1e-3, 30)[2][3] == 1


@pytest.mark.parametrize("place", [0, CHUNK, 2 * CHUNK - 4])
def test_what_is_not_a_number_is_never_certified(place: int) -> None:
    metric = metric_of(5, 2 * CHUNK - 3, np.float64)
    g, anchor = problem(metric)
    g[place] = np.nan
    residual, u, size, _ = solved(solve_in_chunks, metric, g, anchor, most=4)[2]
    assert residual == np.inf
    assert np.isnan(u)
    assert np.isnan(size)


def test_the_same_bits_again() -> None:
    metric = metric_of(5, 2 * CHUNK - 3, np.float64)
    first, second = (solved(solve_in_chunks, metric, *problem(metric), most=4) for _ in "ab")
    np.testing.assert_array_equal(first[0], second[0])
    assert first[2] == second[2]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [FEWEST_COLUMNS - 1, FEWEST_COLUMNS])
def test_the_way_is_chosen_by_the_number_of_columns(n: int, dtype: Any) -> None:
    """The room that is left behind says which way was taken."""
    metric = metric_of(4, n, dtype)
    left = {
        solve: solved(solve, metric, *problem(metric))[1]
        for solve in (closed_form, solve_in_chunks, solve_in_whole_vectors)
    }
    taken, other = (
        (solve_in_chunks, solve_in_whole_vectors)
        if n == FEWEST_COLUMNS
        else (solve_in_whole_vectors, solve_in_chunks)
    )
    np.testing.assert_array_equal(left[closed_form], left[taken])
    assert not np.array_equal(left[closed_form], left[other], equal_nan=True)


@pytest.mark.parametrize(
    ("k", "n", "pays"),
    [
        (0, FEWEST_COLUMNS, False),
        (1, FEWEST_COLUMNS, True),
        (MOST_ROWS, FEWEST_COLUMNS, True),
        (MOST_ROWS + 1, FEWEST_COLUMNS, False),
        (1, FEWEST_COLUMNS - 1, False),
    ],
)
def test_what_pays_in_chunks(k: int, n: int, pays: bool) -> None:
    assert pays_in_chunks(np.empty((k, n))) == pays
