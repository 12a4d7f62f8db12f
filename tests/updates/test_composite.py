from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from preconditioners.spaces import SPACES, N, dense, drawn

from compadagrad import reference
from compadagrad.preconditioners import Metric
from compadagrad.projections import SRHT
from compadagrad.regularizers import (
    L1,
    Box,
    ElasticNet,
    NonNegative,
    Regularizer,
    SquaredL2,
    Zero,
)
from compadagrad.updates import TOLERANCE, Certificate, composite, composite_step
from updates.definition import force, terms_of, violation

Array = NDArray[Any]

PHIS: dict[str, Callable[[int], Regularizer]] = {
    "zero": lambda n: Zero(),
    "squared l2": lambda n: SquaredL2(0.3),
    "squared l2, many weights": lambda n: SquaredL2(np.linspace(0, 1, n)),
    "l1": lambda n: L1(0.4),
    "l1, many weights": lambda n: L1(np.linspace(0, 1, n)),
    "elastic net": lambda n: ElasticNet(0.3, 0.2),
    "box": lambda n: Box(-0.3, 0.2),
    "non-negative": lambda n: NonNegative(),
}
ITERATIVE = {"newton", "interior point", "active set"}


def some(metric: Metric, phi: Regularizer) -> tuple[Array, Array]:
    rng, p = np.random.default_rng(0), metric.projection
    g, anchor = rng.standard_normal(p.n_padded), rng.standard_normal(p.n_padded)
    anchor[: p.n] = phi.nearest(anchor[: p.n])
    return g.astype(metric.diagonal.dtype), anchor.astype(metric.diagonal.dtype)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("phi", PHIS)
@pytest.mark.parametrize("space", SPACES)
def test_the_point_and_its_certificate(space: str, phi: str, dtype: Any) -> None:
    metric = drawn(SPACES[space](), dtype)
    regularizer = PHIS[phi](metric.projection.n)
    (g, anchor), terms = some(metric, regularizer), terms_of(regularizer, metric)
    x, certificate = composite_step(metric, g, anchor, terms, 0.5)
    assert x.dtype == dtype
    assert certificate.ok
    assert certificate.tolerance >= TOLERANCE[np.dtype(dtype)]
    u = force(metric, g, anchor)
    l1, l2, lower, upper = (np.broadcast_to(part, N).astype(float) for part in terms.parts)
    expected = reference.composite_minimum(
        dense(metric).astype(float), u.astype(float), 0.5 * l1, 0.5 * l2, lower, upper
    )
    limit = 1e-11 if dtype == np.float64 else 1e-4
    assert np.abs(x - expected).max() <= limit * np.abs(expected).max()
    true = violation(metric, g, anchor, terms, 0.5, x) / float(np.abs(u).max())
    assert abs(certificate.residual - true) <= 400 * np.finfo(dtype).eps


@pytest.mark.parametrize(
    ("space", "phi", "solvers"),
    [
        ("none", "zero", {"prox"}),
        ("none", "l1, many weights", {"prox"}),
        ("no coordinates", "box", {"prox"}),
        ("some", "zero", {"closed form"}),
        ("all", "squared l2", {"closed form"}),
        ("gaussian", "squared l2", {"closed form"}),
        ("some", "l1", ITERATIVE),
        ("all coordinates", "box", ITERATIVE),
    ],
)
def test_which_solver(space: str, phi: str, solvers: set[str]) -> None:
    metric = drawn(SPACES[space](), np.float64)
    regularizer = PHIS[phi](metric.projection.n)
    g, anchor = some(metric, regularizer)
    certificate = composite_step(metric, g, anchor, terms_of(regularizer, metric), 0.5)[1]
    assert certificate.solver in solvers


def test_what_the_closed_form_cannot_do_is_solved_by_iterating(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    metric = drawn(SPACES["some"](), np.float64)
    (g, anchor), terms = some(metric, Zero()), terms_of(SquaredL2(0.3), metric)
    expected = composite_step(metric, g, anchor, terms, 0.5)[0]
    asked: list[Any] = []

    def refuse(*arguments: Any, **options: Any) -> None:
        asked.append(arguments)

    monkeypatch.setattr(composite, "squared_l2_step", refuse)
    x, certificate = composite_step(metric, g, anchor, terms, 0.5)
    assert asked
    assert certificate.ok
    np.testing.assert_allclose(x, expected, rtol=1e-12)


def test_where_the_gram_matrix_is_singular_to_rounding() -> None:
    """The closed form gives it up; the update is solved all the same."""
    diagonal = np.full(N, 1e30)
    diagonal[3] = 1.0
    metric = Metric(SRHT(N, 6, seed=0), np.eye(6), np.ones(6), diagonal)
    g, anchor = some(metric, Zero())
    x, certificate = composite_step(metric, g, anchor, terms_of(Zero(), metric), 0.5)
    assert certificate.ok == (certificate.residual <= certificate.tolerance)
    assert np.isfinite(x).all()


@pytest.mark.parametrize("phi", PHIS)
def test_the_tolerance_is_in_the_certificate(phi: str) -> None:
    metric = drawn(SPACES["some"](), np.float64)
    regularizer = PHIS[phi](metric.projection.n)
    (g, anchor), terms = some(metric, regularizer), terms_of(regularizer, metric)
    certificate = composite_step(metric, g, anchor, terms, 0.5, tolerance=1e-4)[1]
    assert certificate.tolerance == 1e-4
    assert certificate.ok


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("space", ["none", "some", "all"])
@pytest.mark.parametrize("phi", ["zero", "squared l2", "l1"])
def test_terms_that_cancel(space: str, phi: str, dtype: Any) -> None:
    """g = A a to rounding: u is rounding alone, and the residual is no more than that."""
    metric = drawn(SPACES[space](), dtype)
    _, anchor = some(metric, Zero())
    g = metric.apply(anchor) * dtype(1 + 2 * np.finfo(dtype).eps)
    terms = terms_of(PHIS[phi](metric.projection.n), metric)
    x, certificate = composite_step(metric, g, anchor, terms, 0.5)
    assert certificate.ok
    assert np.abs(x).max() <= 1000 * np.finfo(dtype).eps * np.abs(anchor).max()


@pytest.mark.parametrize("space", ["none", "some", "all"])
@pytest.mark.parametrize("phi", PHIS)
def test_nothing_to_do(space: str, phi: str) -> None:
    """No gradient and no anchor: the point stays at 0."""
    metric = drawn(SPACES[space](), np.float64)
    nothing = np.zeros(N)
    terms = terms_of(PHIS[phi](metric.projection.n), metric)
    x, certificate = composite_step(metric, nothing, nothing, terms, 0.5)
    np.testing.assert_array_equal(x, 0.0)
    assert certificate.residual == 0.0
    assert certificate.ok


def test_a_miss_in_float64_is_a_miss_of_the_narrower_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    metric = drawn(SPACES["some"](), np.float32)
    g, anchor = some(metric, Zero())
    terms = terms_of(L1(0.4), metric)
    x, exact = composite_step(metric, g, anchor, terms, 0.5)
    assert exact.ok

    def missed(problem: Any, *, tolerance: float) -> tuple[Array, Certificate]:
        return x.astype(np.float64) + 1, Certificate(1e-2, 7, "newton", tolerance)

    monkeypatch.setattr(composite, "solve_separable", missed)
    certificate = composite_step(metric, g, anchor, terms, 0.5)[1]
    assert not certificate.ok
    assert certificate.tolerance == TOLERANCE[np.dtype(np.float32)]
    assert certificate.iterations == 7


@pytest.mark.parametrize("better", [True, False])
def test_the_better_of_two_points_is_taken(better: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where tiles reach the tolerance and no more, the general solver is asked too."""
    metric = drawn(SPACES["some"](), np.float64)
    (g, anchor), terms = some(metric, Zero()), terms_of(L1(0.4), metric)
    tiled = Certificate(1e-9, 7, "newton", 1e-8), Certificate(1e-12, 7, "newton", 1e-8)
    general = Certificate(1e-10 if better else 5e-9, 70, "active set", 1e-8)
    asked: list[Any] = []

    def iterated(problem: Any, *, tolerance: float) -> tuple[Array, Certificate]:
        asked.append(problem)
        return anchor, general

    monkeypatch.setattr(composite, "solve_separable", iterated)
    for certificate in tiled:
        monkeypatch.setattr(composite, "solve_in_tiles", lambda *_, c=certificate, **__: (g, c))
        said = composite_step(metric, g, anchor, terms, 0.5)[1]
        assert said == min(certificate, general if asked else certificate, key=lambda c: c.residual)
        assert len(asked) == 1
