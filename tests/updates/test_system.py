import numpy as np
import pytest

from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import Coordinates
from compadagrad.updates.system import CompressedSystem, DenseSystem, System, system_of
from updates.dense import dense_metric
from updates.problems import ordinary

SYSTEMS = [CompressedSystem, DenseSystem]


@pytest.mark.parametrize("kind", SYSTEMS)
@pytest.mark.parametrize("k", [1, 12, 63])
def test_both_are_the_metric(kind: type[System], k: int) -> None:
    metric = ordinary(0, "l1", 64, k).metric
    system = kind(metric)  # type: ignore[call-arg]
    A = dense_metric(metric).astype(float)
    rng = np.random.default_rng(0)
    x = rng.standard_normal(64)
    np.testing.assert_allclose(system.apply(x), A @ x, rtol=0, atol=1e-12)
    theta = rng.choice([0.0, 2.0, np.inf], 64)
    free = np.isfinite(theta)
    y = system.shifted(theta.copy()).solve(x)
    expected = np.linalg.solve((A + np.diag(np.where(free, theta, 0)))[np.ix_(free, free)], x[free])
    np.testing.assert_allclose(y[free], expected, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(y[~free], 0)
    middle = np.exp(np.abs(np.log(system.stiffness / A.diagonal())).mean())
    assert middle < 2.5


def test_the_whole_space() -> None:
    metric = ordinary(0, "l1", 32, 32).metric
    A = dense_metric(metric).astype(float)
    np.testing.assert_allclose(DenseSystem(metric).apply(np.ones(32)), A.sum(1), atol=1e-12)


@pytest.mark.parametrize(
    ("n", "k", "kind"),
    [(64, 3, DenseSystem), (128, 3, CompressedSystem), (128, 64, DenseSystem)],
)
def test_the_faster_one_is_taken(n: int, k: int, kind: type[System]) -> None:
    assert type(system_of(ordinary(0, "l1", n, k).metric)) is kind


def test_stiffness_is_positive_where_rounding_leaves_nothing() -> None:
    """Coordinates that a huge gradient has nothing of."""
    kappa = np.array([1.0, *[0.0] * 7])
    metric = Metric(Coordinates(8, 8, seed=0), np.eye(8), kappa, np.ones(8))
    assert (DenseSystem(metric).stiffness > 0.0).all()
