from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from preconditioners.spaces import SPACES, N, dense, drawn

from compadagrad.preconditioners import Metric
from compadagrad.updates._closed import SCRATCH, closed_form
from updates.definition import force, smooth_minimum

Array = NDArray[Any]

DTYPES = [np.float64, np.float32]
PROPER = ["one", "some", "all but one", "all", "gaussian", "coordinates"]


def parts(metric: Metric) -> tuple[Any, Array, Array, Array, bool]:
    basis = metric.projection.compiled(metric.diagonal.dtype)
    return basis, metric.rows, metric.kappa, metric.diagonal, metric.full


def closed(
    metric: Metric, shift: float, free: int, goal: float, most: int
) -> tuple[Array, Array, Array, tuple[float, float, float, int]]:
    rng = np.random.default_rng(2)
    dtype = metric.diagonal.dtype
    g, anchor = (rng.standard_normal(N).astype(dtype) for _ in "ga")
    x = np.full_like(g, np.nan)
    return (
        g,
        anchor,
        x,
        closed_form(
            *parts(metric),
            g,
            anchor,
            shift,
            free,
            goal,
            most,
            np.full((SCRATCH, x.size), np.nan, x.dtype),
            x,
        ),
    )


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("space", PROPER)
@pytest.mark.parametrize(("shift", "free"), [(0.0, -1), (0.5, -1), (0.5, 0), (0.5, N - 1)])
def test_the_point_and_what_is_said_of_it(space: str, shift: float, free: int, dtype: Any) -> None:
    metric = drawn(SPACES[space](), dtype)
    g, anchor, x, (residual, u, size, solves) = closed(metric, shift, free, 1e-15, 4)
    lam = np.where(np.arange(N) == free, 0.0, shift)
    expected = smooth_minimum(metric, g, anchor, lam)
    epsilon = float(np.finfo(dtype).eps)
    assert np.abs(x - expected).max() <= 100 * epsilon * np.abs(expected).max()
    strongest = float(np.abs(force(metric, g, anchor)).max())
    pull = float(np.abs(dense(metric) @ anchor).max())
    assert u == pytest.approx(strongest, rel=100 * epsilon)
    assert size == pytest.approx(np.abs(g).max() + pull, rel=100 * epsilon)
    true = g + dense(metric) @ (x.astype(np.longdouble) - anchor) + lam * x
    assert abs(residual - float(np.abs(true).max())) <= 32 * epsilon * size
    assert 1 <= solves <= 4


def test_refinement_lowers_the_residual_and_stops_where_it_does_not() -> None:
    """A metric too graded for one solve."""
    m = drawn(SPACES["some"](), np.float64)
    metric = Metric(m.projection, m.rows, m.kappa, np.geomspace(1.0, 1e-11, N))
    found = {most: closed(metric, 0.0, -1, 0.0, most)[3] for most in (1, 2, 3, 30)}
    residuals = {most: residual / u for most, (residual, u, _, _) in found.items()}
    assert residuals[1] > 1e-8
    assert residuals[2] < 1e-3 * residuals[1]
    assert residuals[30] <= residuals[3] <= residuals[2]
    assert [found[most][3] for most in (1, 2)] == [1, 2]
    assert found[30][3] < 30


def test_a_goal_that_is_met_ends_it() -> None:
    metric = drawn(SPACES["some"](), np.float64)
    assert closed(metric, 0.1, -1, 1e-3, 30)[3][3] == 1
