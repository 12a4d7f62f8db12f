import math
from dataclasses import replace

import numpy as np
import pytest

from compadagrad.preconditioners.metric import Metric
from compadagrad.regularizers.terms import Terms
from compadagrad.updates.problem import Problem
from updates.dense import dense_metric, optimality
from updates.problems import hostile, ordinary, soft


def scalars(*parts: float) -> Terms:
    return Terms(*(np.float64(part) for part in parts))


@pytest.mark.parametrize("kind", ["l1", "elastic net", "nonnegative", "box"])
def test_the_residual_is_the_definition(kind: str) -> None:
    problem = ordinary(0, kind, 40, 12)
    x = problem.anchor
    assert problem.kkt(x) == pytest.approx(optimality(problem, x), rel=1e-10)
    assert problem.kkt(x) > 1e-3


def test_out_of_bounds_is_infinite() -> None:
    problem = ordinary(0, "box", 40, 12)
    assert problem.kkt(problem.anchor + 1.0) == math.inf


def test_nan_is_never_optimal() -> None:
    problem = ordinary(0, "l1", 40, 12)
    x = problem.anchor.copy()
    x[3] = np.nan
    assert not problem.kkt(x) < math.inf


def test_u_is_the_slope_at_zero() -> None:
    problem = ordinary(0, "l1", 40, 12)
    u = problem.g - dense_metric(problem.metric) @ problem.anchor
    np.testing.assert_allclose(problem.u, u.astype(float), rtol=0, atol=1e-13)
    assert problem.force == np.abs(problem.u).max()


def test_rounding_is_that_of_terms_which_cancel() -> None:
    problem = ordinary(0, "l1", 40, 12)
    assert problem.rounding < 1e-14
    A, a = dense_metric(problem.metric).astype(float), problem.anchor
    near = replace(problem, g=A @ a + 1e-9 * problem.g)
    assert 1e-8 < near.rounding < 1e-5
    none = replace(problem, g=np.zeros(64), anchor=np.zeros(64))
    assert none.rounding == 0.0


def test_no_force_is_measured_by_what_pulls() -> None:
    metric = ordinary(0).metric
    problem = Problem(metric, np.zeros(16), np.zeros(16), scalars(0, 0, 0.5, 1), 1.0)
    assert problem.kkt(np.zeros(16)) == math.inf
    x = np.ones(16)
    assert 0 < problem.kkt(x) <= 1
    assert Problem(metric, np.zeros(16), np.zeros(16), scalars(1, 0, -1, 1), 1.0).kkt(0 * x) == 0


def test_widening() -> None:
    wide = ordinary(1, "box", 40, 12)
    m = wide.metric
    narrow = Problem(
        Metric(m.projection, m.rows, m.kappa, m.diagonal.astype(np.float32)),
        wide.g.astype(np.float32),
        wide.anchor.astype(np.float32),
        Terms(*(np.full(64, part, np.float32) for part in wide.terms.parts)),
        0.5,
    )
    again = narrow.wide()
    assert wide.wide() is wide
    assert again is narrow.wide()
    assert again.u.dtype == np.float64
    assert all(part.dtype == np.float64 for part in again.terms.parts)
    np.testing.assert_array_equal(again.g, narrow.g)
    np.testing.assert_array_equal(again.terms.lower, narrow.terms.lower)


@pytest.mark.parametrize("size", [1e-150, 1e-40, 1e40, 1e150])
def test_scaling(size: float) -> None:
    plain = ordinary(2, "elastic net", 40, 12)
    l1, l2, lower, upper = plain.terms.parts
    terms = Terms(l1, l2 / np.float64(size), lower, upper)
    problem = Problem(plain.metric, plain.g * size, plain.anchor * size, terms, size)
    exponent = problem.exponent()
    scaled = problem.scaled(exponent)
    assert 0.25 <= scaled.force <= 1
    x = soft(plain.anchor, 0.3)
    unit = math.ldexp(size, -exponent)
    assert scaled.kkt(x * unit) == pytest.approx(plain.kkt(x), rel=1e-10)


def test_ordinary_sizes_are_left_alone() -> None:
    problem = ordinary(2)
    assert problem.exponent() == 0
    assert problem.scaled(0) is problem


def test_the_generator_of_hostile_problems_is_one() -> None:
    """It draws what it says: extremes of k, of the scales and of the bounds."""
    drawn = [hostile(seed) for seed in range(150)]
    metrics = [d.problem.metric for d in drawn]
    assert {m.separable for m in metrics} == {m.full for m in metrics} == {True, False}
    assert any(m.projection.k == m.projection.n_padded - 1 > 1 for m in metrics)
    assert max(m.diagonal.max() / m.diagonal.min() for m in metrics) > 1e4
    assert max(m.kappa.max() / m.kappa.min() for m in metrics if not m.separable) > 1e7
    terms = [d.problem.terms for d in drawn]
    assert any(np.any(t.lower == t.upper) for t in terms)
    assert any(not t.uniform and np.any(t.l1 > 0) and np.any(t.l1 == 0) for t in terms)
