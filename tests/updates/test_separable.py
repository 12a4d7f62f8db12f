"""The solver for any separable regularizer: certified, exact on kinks, and never silent."""

from collections import Counter

import numpy as np
import pytest
from scipy.optimize import lsq_linear, nnls

from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import SRHT, Coordinates
from compadagrad.regularizers.terms import Terms
from compadagrad.updates import separable
from compadagrad.updates.certificate import Certificate
from compadagrad.updates.problem import Problem
from compadagrad.updates.separable import solve_separable
from updates.dense import coordinate_descent, dense_metric, optimality
from updates.problems import Array, hostile, ordinary

CERTIFIED = 1e-8  # of every hostile problem
KINDS = ["l1", "elastic net", "box", "nonnegative", "sparse box", "squared l2"]


def scalars(*parts: float) -> Terms:
    return Terms(*(np.float64(part) for part in parts))


def solved(problem: Problem, tolerance: float = 1e-10) -> tuple[Array, Certificate]:
    x, certificate = solve_separable(problem, tolerance=tolerance)
    assert x.dtype == np.float64
    assert certificate.tolerance == tolerance
    return x, certificate


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("n", "k"), [(16, 5), (13, 1), (9, 15), (16, 16), (30, 0), (200, 20)])
def test_ordinary_problems(kind: str, n: int, k: int) -> None:
    for seed in range(3):
        problem = ordinary(seed, kind, n, k)
        x, certificate = solved(problem)
        assert certificate.residual < 1e-13
        assert abs(optimality(problem, x) - certificate.residual) < 1e-13


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [0, 1, 5, 15, 16])
def test_against_coordinate_descent(kind: str, k: int) -> None:
    problem = ordinary(1, kind, 16, k)
    expected = coordinate_descent(problem)
    x, _ = solved(problem)
    np.testing.assert_allclose(x, expected.astype(float), rtol=0, atol=1e-12)
    np.testing.assert_array_equal(x == 0, expected == 0)
    kinked = kind in ("l1", "elastic net", "nonnegative", "sparse box")
    assert np.count_nonzero(x == 0) >= 1 or not kinked


@pytest.mark.parametrize("kind", ["box", "nonnegative"])
def test_against_least_squares_with_bounds(kind: str) -> None:
    problem = ordinary(2, kind, 40, 12)
    factor = np.linalg.cholesky(dense_metric(problem.metric).astype(float)).T
    right = -np.linalg.solve(factor.T, problem.u)
    if kind == "box":
        bounds = (float(problem.terms.lower), float(problem.terms.upper))
        expected = lsq_linear(factor, right, bounds, method="bvls", tol=1e-15).x
    else:
        expected = nnls(factor, right)[0]
    np.testing.assert_allclose(solved(problem)[0], expected, rtol=0, atol=1e-9)


def check_hostile(seeds: range) -> Counter[str]:
    solvers: Counter[str] = Counter()
    for seed in seeds:
        drawn = hostile(seed)
        x, certificate = solved(drawn.problem)
        assert certificate.residual <= CERTIFIED, f"{drawn.label}: {certificate}"
        if x.size <= 32:
            assert optimality(drawn.problem, x) <= CERTIFIED, drawn.label
        solvers[certificate.solver] += 1
    return solvers


def test_hostile_problems() -> None:
    solvers = check_hostile(range(150))
    assert solvers["newton"] > 100
    assert solvers["interior point"] > 0


@pytest.mark.slow
def test_two_thousand_hostile_problems() -> None:
    solvers = check_hostile(range(1000, 3000))
    assert solvers["interior point"] + solvers["active set"] < 200  # Newton's method was enough


def test_the_interior_point_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separable, "WARM", 0)
    solvers = check_hostile(range(3000, 3080))
    assert solvers["interior point"] > 40


def test_the_last_resort_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separable, "WARM", 0)
    monkeypatch.setattr(separable, "GAPS", (1e300,))  # a face read before the first iteration
    monkeypatch.setattr(separable, "AFTER", 0)
    solvers = check_hostile(range(80))
    assert solvers["active set"] > 20


def test_a_diagonal_metric_is_one_prox() -> None:
    metric = Metric(SRHT(4, 0, seed=0), np.eye(0), np.ones(0), np.array([1.0, 2.0, 4.0, 8.0]))
    g = np.array([-3.0, 1.0, 0.5, -8.0])
    problem = Problem(metric, g, np.array([0.0, 1.0, 0.25, 0.0]), scalars(1, 0, -1, 1), 2.0)
    x, certificate = solved(problem)
    np.testing.assert_array_equal(x, [1.0, 0.0, 0.0, 0.75])
    assert certificate == Certificate(0.0, 0, "prox", 1e-10)


def test_smooth_terms_are_one_solve() -> None:
    problem = ordinary(0, "squared l2", 40, 12)
    weights = np.where(np.arange(64) % 3 == 0, 0.0, np.linspace(0, 5, 64))
    infinite = np.full(64, np.inf)
    terms = Terms(np.zeros(64), weights, -infinite, infinite)
    x, certificate = solved(Problem(problem.metric, problem.g, problem.anchor, terms, 2.0))
    A = dense_metric(problem.metric) + np.diag(2.0 * weights)
    np.testing.assert_allclose(x, np.linalg.solve(A.astype(float), -problem.u), atol=1e-13)
    assert certificate.solver == "closed form"
    assert certificate.iterations == 0


@pytest.mark.parametrize("k", [3, 8])
def test_points_exactly_on_the_kink(k: int) -> None:
    """Weights equal to the forces that they hold: everything stays at 0, nothing moves."""
    metric = ordinary(3, "l1", 8, k).metric
    g = np.array([1.0, -1.0, 0.5, 0.0, -0.25, 1.0, 1.0, -1.0])
    infinite = np.full(8, np.inf)
    terms = Terms(np.abs(g), np.zeros(8), -infinite, infinite)
    x, certificate = solved(Problem(metric, g, np.zeros(8), terms, 1.0))
    np.testing.assert_array_equal(x, np.zeros(8))
    assert certificate.residual == 0


def test_a_solution_on_a_bound_that_does_not_press() -> None:
    """The unconstrained minimiser has coordinates exactly on their bounds."""
    metric = ordinary(3, "l1", 8, 3).metric
    wanted = np.array([0.5, -0.5, 0.25, 0.0, 0.5, -0.5, 0.125, 0.0])
    problem = Problem(metric, np.zeros(8), wanted, scalars(0, 0, -0.5, 0.5), 1.0)
    x, certificate = solved(problem)
    np.testing.assert_allclose(x, wanted, rtol=0, atol=1e-15)
    assert certificate.residual < 1e-14


def test_bounds_are_attained_exactly() -> None:
    problem = ordinary(4, "box", 64, 16)
    x, _ = solved(problem)
    lower, upper = problem.terms.lower, problem.terms.upper
    assert ((x >= lower) & (x <= upper)).all()
    assert np.count_nonzero(x == lower) > 5
    assert np.count_nonzero(x == upper) > 5
    inner = x[(x > lower) & (x < upper)]
    assert np.all(np.minimum(inner - lower, upper - inner) > 1e-9)


@pytest.mark.parametrize("size", [1e-150, 1e-30, 1e30, 1e150])
@pytest.mark.parametrize("kind", ["l1", "elastic net", "box"])
def test_any_size(size: float, kind: str) -> None:
    """g, x and the bounds scaled; l1 |x| scales with the weight."""
    problem = ordinary(5, kind, 40, 12)
    plain, _ = solved(problem)
    l1, l2, lower, upper = (float(part) for part in problem.terms.parts)
    terms = scalars(l1, l2 / size, lower * size, upper * size)
    scaled = Problem(problem.metric, problem.g * size, problem.anchor * size, terms, size)
    x, certificate = solved(scaled)
    assert certificate.residual < 1e-13
    np.testing.assert_allclose(x / size, plain, rtol=0, atol=1e-13)
    np.testing.assert_array_equal(x == 0, plain == 0)


@pytest.mark.parametrize("weight", [1e-160, 1e160])
def test_any_weight(weight: float) -> None:
    for kind in ("l1", "elastic net", "sparse box"):
        problem = ordinary(6, kind, 40, 12)
        heavy = Problem(problem.metric, problem.g, problem.anchor, problem.terms, weight)
        x, certificate = solved(heavy)
        assert certificate.residual < 1e-12
        assert (np.count_nonzero(x) == 0) == (weight > 1)


def test_heavy_weights_leave_free_coordinates_alone() -> None:
    problem = ordinary(6, "l1", 64, 12)
    l1 = np.where(np.arange(64) < 5, 0.0, 1.0)
    infinite = np.full(64, np.inf)
    terms = Terms(l1, np.zeros(64), -infinite, infinite)
    heavy = Problem(problem.metric, problem.g, problem.anchor, terms, 1e160)
    x, certificate = solved(heavy)
    assert certificate.residual < 1e-12
    np.testing.assert_array_equal(x != 0, l1 == 0)


def test_nothing_to_do() -> None:
    metric = ordinary(0).metric
    x, certificate = solved(Problem(metric, np.zeros(16), np.zeros(16), scalars(1, 0, -1, 2), 1.0))
    np.testing.assert_array_equal(x, np.zeros(16))
    assert certificate.residual == 0


def test_no_force_but_bounds() -> None:
    """u = 0, and 0 is out of bounds."""
    metric = ordinary(0).metric
    terms = scalars(0.1, 0, 0.5, 2)
    x, certificate = solved(Problem(metric, np.zeros(16), np.zeros(16), terms, 1.0))
    assert certificate.ok
    assert (x >= 0.5).all()
    assert np.count_nonzero(x == 0.5) > 0


def test_equal_bounds_everywhere() -> None:
    problem = ordinary(0)
    pinned = np.linspace(-1, 1, 16)
    terms = Terms(np.ones(16), np.zeros(16), pinned, pinned.copy())
    x, certificate = solved(Problem(problem.metric, problem.g, problem.anchor, terms, 1.0))
    np.testing.assert_array_equal(x, pinned)
    assert certificate.residual == 0


def test_the_whole_space_is_any_diagonal() -> None:
    """With k = n the diagonal of the metric means nothing."""
    base = ordinary(7, "l1", 32, 32)
    m = base.metric
    other = Metric(m.projection, m.rows, m.kappa, np.full(32, 1e-9))
    x, _ = solved(base)
    y, _ = solved(Problem(other, base.g, base.anchor, base.terms, 1.0))
    np.testing.assert_allclose(x, y, rtol=0, atol=1e-13)


def test_coordinates_as_the_subspace() -> None:
    base = ordinary(8, "l1", 32, 32)
    metric = Metric(Coordinates(32, 32, seed=0), base.metric.rows, base.metric.kappa, np.ones(32))
    problem = Problem(metric, base.g, base.anchor, base.terms, 1.0)
    x, certificate = solved(problem)
    assert certificate.residual < 1e-13
    np.testing.assert_allclose(x, coordinate_descent(problem).astype(float), rtol=0, atol=1e-12)


def test_float32_is_widened() -> None:
    wide = ordinary(9, "l1", 40, 12)
    m = wide.metric
    narrow = Problem(
        Metric(m.projection, m.rows, m.kappa, m.diagonal.astype(np.float32)),
        wide.g.astype(np.float32),
        wide.anchor.astype(np.float32),
        Terms(*(np.float32(part) for part in wide.terms.parts)),
        1.0,
    )
    x, certificate = solved(narrow)
    assert certificate.residual < 1e-13
    np.testing.assert_allclose(x, solved(wide)[0], rtol=0, atol=1e-5)
    assert narrow.kkt(x.astype(np.float32)) < 1e-5


def test_the_same_bits_every_time() -> None:
    for seed in (0, 12, 40):
        first, _ = solved(hostile(seed).problem)
        again, _ = solved(hostile(seed).problem)
        np.testing.assert_array_equal(first, again)


def test_the_problem_is_left_alone() -> None:
    problem = ordinary(0, "sparse box", 40, 12)
    before = problem.g.copy(), problem.anchor.copy(), problem.u.copy()
    solved(problem)
    for array, copy in zip((problem.g, problem.anchor, problem.u), before, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_miss_is_not_silent(bad: float) -> None:
    problem = ordinary(0)
    g = problem.g.copy()
    g[3] = bad
    x, certificate = solved(Problem(problem.metric, g, problem.anchor, problem.terms, 1.0))
    assert not certificate.ok
    assert np.isfinite(x).all()


def test_a_tolerance_out_of_reach_is_reported() -> None:
    problem = ordinary(0, "l1", 40, 12)
    x, certificate = solve_separable(problem, tolerance=0.0)
    assert certificate.residual == problem.kkt(x) < 1e-14
    assert certificate.ok == (certificate.residual == 0.0)
