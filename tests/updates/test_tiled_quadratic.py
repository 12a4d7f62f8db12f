"""Tile by tile or in whole vectors of float64: the same to rounding."""

from typing import Any

import numpy as np
import pytest

from compadagrad.updates.problem import Problem
from compadagrad.updates.tiled_quadratic import TiledQuadratic
from updates.problems import Array
from updates.tiled_problems import ordinary


@pytest.fixture(scope="module", params=[np.float32, np.float64])
def problem(request: pytest.FixtureRequest) -> Problem:
    return ordinary("elastic net", request.param, 24)


def size_of(problem: Problem) -> float:
    """What rounding is measured by."""
    return float(np.abs(problem.g).max() + np.abs(problem.g - problem.u).max())


def eps(problem: Problem) -> float:
    return float(np.finfo(problem.g.dtype).eps)


def point(problem: Problem) -> Array:
    x = np.random.default_rng(5).standard_normal(problem.g.size)
    return (0.1 * x).astype(problem.g.dtype)


def test_force(problem: Problem) -> None:
    work = np.full_like(problem.g, np.nan)
    u, terms = TiledQuadratic(problem).force(work)
    assert u == pytest.approx(problem.force, abs=4 * eps(problem) * size_of(problem))
    assert terms == pytest.approx(size_of(problem), rel=30 * eps(problem))


def test_slope_and_height(problem: Problem) -> None:
    x = point(problem)
    q, work = np.full_like(x, np.nan), np.full_like(x, np.nan)
    rise = TiledQuadratic(problem).slope(x, q, work)
    step, wide = x.astype(float) - problem.anchor, problem.wide()
    expected = wide.slope(x.astype(float))
    assert np.abs(q - expected).max() <= 8 * eps(problem) * np.abs(expected).max()
    each = 0.5 * (wide.g + expected) * step
    assert abs(rise - each.sum()) <= 30 * eps(problem) * np.abs(each).sum()


def test_nothing_moves_at_the_anchor(problem: Problem) -> None:
    q, work = np.empty_like(problem.g), np.empty_like(problem.g)
    assert TiledQuadratic(problem).slope(problem.anchor, q, work) == 0.0
    np.testing.assert_array_equal(q, problem.g)


def test_the_system_of_a_face_is_solved(problem: Problem) -> None:
    """``b (r - V p - D V m)`` is the solution of ``(A + rho) y = r`` where free."""
    m, w, l2 = problem.metric.wide(), 1.0, float(problem.terms.l2)
    rng = np.random.default_rng(3)
    side = rng.integers(-1, 2, problem.g.size).astype(np.int8)
    free, r = side != 0, rng.standard_normal(problem.g.size)
    quadratic, work = TiledQuadratic(problem), np.empty_like(problem.g)
    system = quadratic.system(side, problem.g.dtype.type(w), problem.terms.l2, work)
    b = np.where(free, 1.0 / (m.diagonal + w * l2), 0.0)
    project, lift = m.projection.project, m.projection.lift
    p, q = system.solve(project(b * r), project(m.diagonal * b * r))
    y = b * (r - lift(p) - m.diagonal * lift(q))
    rest = np.where(free, r - m.apply(y) - w * l2 * y, 0.0)
    assert np.abs(rest).max() <= 1e3 * eps(problem)
    np.testing.assert_array_equal(y[~free], 0.0)


def test_the_system_forgets_the_face_before(problem: Problem) -> None:
    quadratic, work = TiledQuadratic(problem), np.empty_like(problem.g)
    numbers = (problem.g.dtype.type(1), problem.terms.l2, work)
    sides = np.random.default_rng(4).integers(-1, 2, (2, problem.g.size)).astype(np.int8)
    right: Any = np.ones((2, 24))
    first = quadratic.system(sides[0], *numbers).solve(*right)
    quadratic.system(sides[1], *numbers)
    again = quadratic.system(sides[0], *numbers).solve(*right)
    np.testing.assert_array_equal(first, again)
