from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from preconditioners.spaces import drawn

from compadagrad.preconditioners import Metric
from compadagrad.projections import SRHT, Coordinates, Gaussian, Projection
from compadagrad.regularizers import L1, Box, ElasticNet, Regularizer, SquaredL2, Zero
from compadagrad.updates import Certificate, squared_l2
from compadagrad.updates.squared_l2 import has_closed_form, squared_l2_step
from updates.definition import force, smooth_minimum, terms_of, violation

Array = NDArray[Any]

N = 16
KINDS: dict[str, Callable[[int], Projection]] = {
    "srht": lambda k: SRHT(N, k, seed=k),
    "srht, padded": lambda k: SRHT(N - 5, k, seed=k),
    "gaussian": lambda k: Gaussian(N, k, seed=k),
    "coordinates": lambda k: Coordinates(N, k, seed=k),
}


def intercept(n: int, at: int) -> Array:
    return np.where(np.arange(n) == at, 0.0, 0.3)


WEIGHTS: dict[str, Callable[[int], Regularizer]] = {
    "none": lambda n: Zero(),
    "zero": lambda n: SquaredL2(0.0),
    "one for all": lambda n: SquaredL2(0.3),
    "one free": lambda n: SquaredL2(intercept(n, 3)),
    "the first free": lambda n: SquaredL2(intercept(n, 0)),
}


def some(metric: Metric, seed: int = 0) -> tuple[Array, Array]:
    """A gradient and an anchor."""
    rng, n = np.random.default_rng(seed), metric.projection.n_padded
    dtype = metric.diagonal.dtype
    return rng.standard_normal(n).astype(dtype), rng.standard_normal(n).astype(dtype)


def step(
    metric: Metric, phi: Regularizer, weight: float = 0.7, tolerance: float = 1e-8
) -> tuple[Array, Certificate]:
    g, anchor = some(metric)
    terms = terms_of(phi, metric)
    solved = squared_l2_step(metric, g, anchor, terms, weight, tolerance=tolerance)
    assert solved is not None
    return solved


@pytest.mark.parametrize(
    ("phi", "closed"),
    [
        (Zero(), True),
        (SquaredL2(0.5), True),
        (SquaredL2(intercept(N, 3)), True),
        (SquaredL2(np.linspace(0, 1, N)), False),
        (SquaredL2(np.full(N, 0.3)), False),
        (SquaredL2(np.where(np.arange(N) < 2, 0.0, 0.3)), False),
        (L1(0.1), False),
        (ElasticNet(0.0, 0.3), True),
        (Box(-1.0, 1.0), False),
    ],
    ids=repr,
)
def test_what_has_a_closed_form(phi: Regularizer, closed: bool) -> None:
    metric = drawn(SRHT(N, 4, seed=0), np.float64)
    assert has_closed_form(metric, terms_of(phi, metric)) is closed


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", WEIGHTS)
def test_against_dense_linear_algebra(kind: str, weights: str) -> None:
    for k in range(1, N + 1):
        metric = drawn(KINDS[kind](k), np.float64, seed=k)
        phi = WEIGHTS[weights](metric.projection.n)
        terms, (g, anchor) = terms_of(phi, metric), some(metric)
        if not has_closed_form(metric, terms):
            continue  # see the next test
        x, certificate = step(metric, phi)
        expected = smooth_minimum(metric, g, anchor, terms.l2, 0.7)
        error = np.abs(x - expected).max() / np.abs(expected).max()
        assert error <= 1e-13, k
        assert certificate.solver == "closed form"
        assert certificate.ok


def test_padding_is_free_too() -> None:
    """So a free coordinate beside it is not alone, and the update is for the general solver."""
    for weights, phi in WEIGHTS.items():
        for kind, make in KINDS.items():
            metric = drawn(make(5), np.float64)
            closed = has_closed_form(metric, terms_of(phi(metric.projection.n), metric))
            assert closed == ("free" not in weights or kind != "srht, padded")


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("weights", ["none", "one for all", "one free"])
def test_certificates_are_honest(weights: str, dtype: Any) -> None:
    """What they say is the definition's value, to the rounding of its terms."""
    for k in (1, 5, N - 1, N):
        metric = drawn(SRHT(N, k, seed=k), dtype)
        phi = WEIGHTS[weights](N)
        (g, anchor), terms = some(metric), terms_of(phi, metric)
        x, certificate = step(metric, phi, tolerance=1e-4)
        u = float(np.abs(force(metric, g, anchor)).max())
        true = violation(metric, g, anchor, terms, 0.7, x) / u
        assert abs(certificate.residual - true) <= 200 * np.finfo(dtype).eps
        assert x.dtype == dtype


def graded(dtype: Any, spread: float) -> Metric:
    """A metric that is soft outside the subspace, over many orders of magnitude."""
    m = drawn(SRHT(N, 6, seed=0), dtype)
    diagonal = np.geomspace(1.0, 1.0 / spread, N).astype(dtype)
    return Metric(m.projection, m.rows, m.kappa, diagonal)


@pytest.mark.parametrize(("spread", "least"), [(1e7, 1e-11), (1e9, 1e-9), (1e11, 1e-7)])
def test_certificates_of_rough_solutions_are_honest_too(
    spread: float, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Residuals far above rounding, for want of a refinement: right to a hundredth."""
    monkeypatch.setattr(squared_l2, "MOST_SOLVES", 1)
    metric = graded(np.float64, spread)
    (g, anchor), terms = some(metric), terms_of(SquaredL2(1e-20), metric)
    solved = squared_l2_step(metric, g, anchor, terms, 1.0, tolerance=1.0)
    assert solved is not None
    x, certificate = solved
    u = float(np.abs(force(metric, g, anchor)).max())
    true = violation(metric, g, anchor, terms, 1.0, x) / u
    assert certificate.residual == pytest.approx(true, rel=1e-2)
    assert certificate.residual > least
    assert certificate.iterations == 1


@pytest.fixture
def widened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The calls of the way through float64."""
    calls: list[Any] = []
    original = squared_l2._widely

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return original(*arguments)

    monkeypatch.setattr(squared_l2, "_widely", counted)
    return calls


def test_float32_is_enough_for_an_ordinary_metric(widened: list[Any]) -> None:
    for weights in WEIGHTS:
        metric = drawn(SRHT(N, 6, seed=0), np.float32)
        assert step(metric, WEIGHTS[weights](N), tolerance=1e-5)[1].ok
    assert not widened


def test_a_metric_too_graded_for_float32_is_solved_in_float64(widened: list[Any]) -> None:
    metric = graded(np.float32, 1e7)
    (g, anchor), terms = some(metric), terms_of(SquaredL2(1e-9), metric)
    solved = squared_l2_step(metric, g, anchor, terms, 1.0, tolerance=1e-5)
    assert len(widened) == 1
    assert solved is not None
    x, certificate = solved
    assert x.dtype == np.float32
    assert certificate.ok
    expected = smooth_minimum(metric, g, anchor, terms.l2)
    rounded = np.abs(x - expected) / np.maximum(np.abs(expected), 1e-30)
    assert rounded.max() <= np.finfo(np.float32).eps
    u = float(np.abs(force(metric, g, anchor)).max())
    assert certificate.residual == pytest.approx(
        violation(metric, g, anchor, terms, 1.0, x) / u, rel=1e-6
    )


def test_float64_has_nowhere_wider_to_go(widened: list[Any]) -> None:
    metric = graded(np.float64, 1e9)
    (g, anchor), terms = some(metric), terms_of(Zero(), metric)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("compadagrad.updates.rounding.ROUNDINGS", 0)
        assert squared_l2_step(metric, g, anchor, terms, 1.0, tolerance=1e-300) is None
    assert not widened


def singular(dtype: Any) -> Metric:
    """Its Gram matrix is that of one coordinate, to rounding, so of rank 1."""
    diagonal = np.full(N, 1e30, dtype)
    diagonal[3] = 1.0
    return Metric(SRHT(N, 6, seed=0), np.eye(6), np.ones(6), diagonal)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_gram_matrix_that_is_singular_to_rounding(dtype: Any, widened: list[Any]) -> None:
    metric = singular(dtype)
    (g, anchor), terms = some(metric), terms_of(Zero(), metric)
    with pytest.raises(np.linalg.LinAlgError):
        squared_l2._solved(metric, g, anchor, terms, 1.0, 1e-8)
    assert squared_l2_step(metric, g, anchor, terms, 1.0, tolerance=1e-8) is None
    assert len(widened) == (dtype == np.float32)


def test_arguments_are_left_alone() -> None:
    metric = drawn(SRHT(N, 6, seed=0), np.float64)
    (g, anchor), terms = some(metric), terms_of(SquaredL2(0.3), metric)
    copies = [a.copy() for a in (g, anchor, metric.diagonal, metric.rows, metric.kappa)]
    squared_l2_step(metric, g, anchor, terms, 1.0, tolerance=1e-8)
    for copy, array in zip(
        copies, (g, anchor, metric.diagonal, metric.rows, metric.kappa), strict=True
    ):
        np.testing.assert_array_equal(copy, array)


def test_one_dimension() -> None:
    metric = Metric(SRHT(1, 1, seed=0), np.eye(1), np.array([2.0]), np.ones(1))
    terms = terms_of(SquaredL2(1.0), metric)
    solved = squared_l2_step(metric, np.array([-4.0]), np.array([1.0]), terms, 2.0, tolerance=1e-8)
    assert solved is not None
    np.testing.assert_allclose(solved[0], [1.5])  # (2 + 2) x = 2 * 1 + 4
