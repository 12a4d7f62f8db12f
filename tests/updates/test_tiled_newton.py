"""Newton's method by tiles: the same solution as in float64, certified truly, and a way out."""

from typing import Any

import numpy as np
import pytest

from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import SRHT, Gaussian
from compadagrad.regularizers.terms import Terms
from compadagrad.updates import TOLERANCE, composite, composite_step, tiled_newton
from compadagrad.updates.certificate import Certificate
from compadagrad.updates.problem import Problem
from compadagrad.updates.separable import solve_separable
from compadagrad.updates.tiled_newton import TiledNewton, solve_in_tiles
from updates.problems import Array
from updates.tiled_problems import hostile, narrowed, ordinary, shortest

KINDS = ["l1", "elastic net", "box", "nonnegative", "sparse box"]
DTYPES = [np.float32, np.float64]


def limit(problem: Problem) -> float:
    return TOLERANCE[problem.g.dtype]


def solved(problem: Problem) -> tuple[Array, Certificate]:
    solution = solve_in_tiles(problem, tolerance=limit(problem))
    assert solution is not None
    return solution


def error_of(problem: Problem, certificate: Certificate, x: Array) -> float:
    """How far the certificate is from the truth, in roundings of the terms of u."""
    terms = float(np.abs(problem.g).max() + np.abs(problem.g - problem.u).max())
    rounding = float(np.finfo(problem.g.dtype).eps) * terms / problem.force
    return abs(certificate.residual - problem.kkt(x)) / rounding


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [1, 40])
def test_the_solution(kind: str, k: int, dtype: Any) -> None:
    problem = ordinary(kind, dtype, k)
    x, certificate = solved(problem)
    expected, exact = solve_separable(problem.wide(), tolerance=1e-10)
    assert exact.ok
    assert x.dtype == dtype
    assert certificate.solver == "newton"
    assert certificate.iterations <= 10
    assert np.abs(x - expected).max() <= 20 * limit(problem) * np.abs(expected).max()
    kinks = [0.0, float(problem.terms.lower), float(problem.terms.upper)]
    on = [np.isin(point, np.array(kinks, dtype)) for point in (x, expected.astype(dtype))]
    assert np.count_nonzero(on[0]) > 0.02 * x.size
    assert np.count_nonzero(on[0] != on[1]) <= 1e-4 * x.size


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("seed", range(8))
def test_what_it_certifies_is_true(seed: int, dtype: Any) -> None:
    problem = hostile(seed, dtype)
    x, certificate = solved(problem)
    assert certificate.ok
    assert error_of(problem, certificate, x) < 2.0
    assert (x >= problem.terms.lower).all()
    assert (x <= problem.terms.upper).all()


@pytest.mark.slow
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_hundred_hostile_problems(dtype: Any) -> None:
    """Where it gives up the other solvers are there; here that is hardly ever."""
    missed = 0
    for seed in range(100, 200):
        problem = hostile(seed, dtype)
        solution = solve_in_tiles(problem, tolerance=limit(problem))
        missed += solution is None
        assert solution is None or error_of(problem, solution[1], solution[0]) < 2.0, seed
    assert missed <= 2


def heights(problem: Problem, patch: pytest.MonkeyPatch) -> list[float]:
    """The objective before and after each advance on a face."""
    found: list[float] = []
    wide, (l1, l2, _, _) = problem.wide(), problem.terms.parts

    def height(x: Array) -> float:
        x = x.astype(float)
        half = 0.5 * (wide.g + wide.slope(x)) @ (x - wide.anchor)
        return float(half + np.sum(l1 * np.abs(x) + 0.5 * l2 * x * x))

    advance = TiledNewton._advance

    def watched(self: TiledNewton, *arguments: Any, **options: Any) -> str:
        found.append(height(self.x))
        moved = advance(self, *arguments, **options)
        found.append(height(self.x))
        return moved

    with patch.context() as patched:
        patched.setattr(TiledNewton, "_advance", watched)
        solved(problem)
    return found


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_objective_never_rises(dtype: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    total = 0
    for seed in (1, 2, 8):
        found = heights(hostile(seed, dtype), monkeypatch)
        scale = max(map(abs, found))
        assert (np.diff(found) <= 4 * np.finfo(dtype).eps * scale).all()
        total += len(found)
    assert total > 12


def test_an_anchor_out_of_bounds_is_left() -> None:
    problem = ordinary("box", np.float32)
    out = Problem(problem.metric, problem.g, problem.anchor + 1, problem.terms, 1.0)
    x, certificate = solved(out)
    assert error_of(out, certificate, x) < 2.0
    assert (np.abs(x) <= 0.1).all()


def test_everything_stays_on_its_kink() -> None:
    """Weights equal to the forces that they hold: no step moves anything."""
    base = ordinary("l1", np.float32)
    n = base.g.size
    l1, infinite = np.abs(base.g), np.full(n, np.inf, np.float32)
    terms = Terms(l1, np.zeros(n, np.float32), -infinite, infinite)
    x, certificate = solved(Problem(base.metric, base.g, np.zeros_like(base.g), terms, 1.0))
    np.testing.assert_array_equal(x, 0.0)
    assert certificate.residual == 0.0


def test_the_same_bits_again_and_the_problem_left_alone() -> None:
    problem = hostile(2, np.float32)
    before = problem.g.copy(), problem.anchor.copy(), problem.metric.diagonal.copy()
    first, second = solved(problem), solved(problem)
    np.testing.assert_array_equal(first[0], second[0])
    assert first[1] == second[1]
    after = (problem.g, problem.anchor, problem.metric.diagonal)
    for array, copy in zip(after, before, strict=True):
        np.testing.assert_array_equal(array, copy)


def step(problem: Problem) -> tuple[Array, Certificate]:
    return composite_step(problem.metric, problem.g, problem.anchor, problem.terms, problem.weight)


@pytest.mark.parametrize("dtype", DTYPES)
def test_long_vectors_go_by_tiles(dtype: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bits as from here, and nobody else is asked."""
    problem = ordinary("l1", dtype)
    monkeypatch.setattr(composite, "solve_separable", None)
    np.testing.assert_array_equal(step(problem)[0], solved(problem)[0])


def other(problem: Problem, metric: Metric) -> Problem:
    return Problem(metric, problem.g, problem.anchor, problem.terms, 1.0)


def short() -> Problem:
    return ordinary("l1", np.float32, n=shortest(np.float32) // 2)


def gaussian() -> Problem:
    base = ordinary("l1", np.float32, 4)
    m = base.metric
    projection = Gaussian(base.g.size, 4, seed=0)
    return other(base, Metric(projection, m.rows, m.kappa, m.diagonal))


def diagonal() -> Problem:
    base = ordinary("l1", np.float32, 4)
    projection = SRHT(base.g.size, 0, seed=0)
    return other(base, Metric(projection, np.eye(0), np.ones(0), base.metric.diagonal))


def smooth() -> Problem:
    base = ordinary("l1", np.float32, 4)
    terms = Terms(*(np.float32(part) for part in (0, 1, -np.inf, np.inf)))
    return Problem(base.metric, base.g, base.anchor, terms, 1.0)


@pytest.mark.parametrize("make", [short, gaussian, diagonal, smooth])
def test_what_is_not_for_tiles_is_left_to_others(make: Any) -> None:
    problem = make()
    assert solve_in_tiles(problem, tolerance=1e-5) is None
    x, certificate = step(problem)
    assert certificate.ok
    assert problem.kkt(x) <= certificate.tolerance


def scaled(size: float) -> Problem:
    problem = ordinary("l1", np.float64)
    g, anchor = problem.g * size, problem.anchor * size
    return Problem(problem.metric, g, anchor, problem.terms, size)


def cancelling() -> Problem:
    """u is a small difference of large terms: below the rounding of float32, by far."""
    base = ordinary("l1", np.float64)
    anchor = (100 * base.anchor).astype(np.float32).astype(float)
    g = base.metric.apply(anchor) + 0.1 * base.g
    return narrowed(Problem(base.metric, g, anchor, base.terms, 1.0), np.float32)


@pytest.mark.parametrize(
    "problem", [lambda: scaled(1e-40), lambda: scaled(1e40), cancelling], ids=["1", "2", "3"]
)
def test_what_it_cannot_do_is_not_begun(problem: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = problem()
    monkeypatch.setattr(TiledNewton, "_start", None)
    assert solve_in_tiles(made, tolerance=limit(made)) is None
    x, certificate = step(made)
    assert certificate.ok
    assert certificate.solver == "newton"
    assert made.kkt(x) <= certificate.tolerance


@pytest.mark.parametrize("dtype", DTYPES)
def test_where_it_gives_up_the_safe_solver_goes_on(
    dtype: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one factorisation of the five or so that are needed."""
    problem = ordinary("sparse box", dtype)
    assert solved(problem)[1].iterations > 2
    monkeypatch.setattr(tiled_newton, "MOST", 1)
    assert solve_in_tiles(problem, tolerance=limit(problem)) is None
    x, certificate = step(problem)
    assert certificate.ok
    assert problem.kkt(x) == pytest.approx(certificate.residual, rel=1e-6)


def test_a_failed_factorisation_is_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(blocks: Array) -> None:
        raise np.linalg.LinAlgError

    problem = ordinary("l1", np.float32)
    monkeypatch.setattr("compadagrad.updates.tiled_quadratic.QuasiDefinite", fail)
    assert solve_in_tiles(problem, tolerance=1e-5) is None


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("place", [0, -1])
def test_what_is_not_a_number_is_never_certified(bad: float, place: int) -> None:
    problem = ordinary("l1", np.float32)
    g = problem.g.copy()
    g[place] = bad
    bad_one = Problem(problem.metric, g, problem.anchor, problem.terms, 1.0)
    assert solve_in_tiles(bad_one, tolerance=1e-5) is None


@pytest.mark.parametrize("weight", [1e-45, 1e39])
def test_a_weight_that_the_dtype_does_not_hold(weight: float) -> None:
    problem = ordinary("l1", np.float32)
    out = Problem(problem.metric, problem.g, problem.anchor, problem.terms, weight)
    assert solve_in_tiles(out, tolerance=1e-5) is None
    x, certificate = step(out)
    assert certificate.ok
    assert (np.count_nonzero(x) == 0) == (weight > 1)
