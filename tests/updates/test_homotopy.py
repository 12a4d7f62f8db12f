import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import errors
from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import SRHT, Coordinates, Gaussian
from compadagrad.updates import homotopy as module
from compadagrad.updates.homotopy import END, Homotopy
from updates.l1_problems import dense, draw_metric, kkt_residual

Array = NDArray[np.float64]


def draw_u(n: int, seed: int) -> Array:
    rng = np.random.default_rng(seed)
    return rng.standard_normal(n) * np.exp(rng.uniform(-2, 2, n))


def follow(path: Homotopy, lam: float) -> None:
    while path.advance(lam):
        pass


def test_correlations_of_inactive_coordinates_stay_true() -> None:
    metric, u = draw_metric(SRHT, 60, 20, seed=2), draw_u(64, 5)
    A, path = dense(metric), Homotopy(metric, u)
    while path.advance(0.0):
        x = path.active.scattered()
        idle = np.setdiff1d(np.arange(64), path.active.indices)
        np.testing.assert_allclose(path._c[idle], -(u + A @ x)[idle], atol=1e-12)
        assert (path._c[path.active.indices] == 0.0).all()


def test_lambda_falls_and_ends_where_it_is_told() -> None:
    path = Homotopy(draw_metric(Gaussian, 20, 7, seed=0), draw_u(20, 0))
    before = path.lam
    while path.advance(0.125):
        assert path.lam <= before
        before = path.lam
    assert path.lam == 0.125
    assert path.event is END
    assert not path.advance(0.125)


def test_rounding_is_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    metric, u = draw_metric(SRHT, 128, 40, seed=4), draw_u(128, 4)
    A = dense(metric)

    def ends(refreshed: int, error: float) -> float:
        monkeypatch.setattr(module, "REFRESHED", refreshed)
        path = Homotopy(metric, u)
        for count in range(60):
            path.advance(0.0)
            if count == 30:
                path.active.x[:] *= 1.0 + error
                path._c += error
        return kkt_residual(A, u, path.active.scattered(), path.lam)

    assert ends(10**9, 1e-9) > 1e-11
    assert ends(8, 1e-9) < 1e-13
    assert ends(8, 0.0) < 1e-13


def test_the_factor_is_corrected_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REFRESHED", 8)
    path = Homotopy(draw_metric(SRHT, 128, 40, seed=4), draw_u(128, 4))
    for count in range(60):
        path.advance(0.0)
        if count == 30:
            path.active.factor._half *= 1.0 + 1e-9
    factor = path.active.factor
    np.testing.assert_allclose(
        factor.solution(), factor.solve(path.active.signs), rtol=0, atol=1e-14
    )


def test_finish_says_how_far_off_it_is() -> None:
    metric, u = draw_metric(SRHT, 32, 8, seed=0), draw_u(32, 1)
    path = Homotopy(metric, u)
    follow(path, 0.5)
    assert path.finish() < 1e-14
    assert kkt_residual(dense(metric), u, path.active.scattered(), 0.5) < 1e-14
    path.u = u + 10.0 * (path.active.scattered() == 0.0)
    assert path.finish() > 1.0


def test_coefficients_that_are_zero_leave_at_the_finish() -> None:
    metric, u = draw_metric(SRHT, 32, 8, seed=0), draw_u(32, 1)
    path = Homotopy(metric, u)
    follow(path, 0.5)
    size = path.active.size
    path._enter(int(np.flatnonzero(path.active.scattered() == 0.0)[0]), 1.0)
    assert path.finish() < 1e-14
    assert path.active.size == size


def test_a_singular_metric_is_said_to_be_one() -> None:
    metric = Metric(SRHT(4, 1, seed=0), np.eye(1), np.zeros(1), np.ones(4))
    path = Homotopy(metric, np.array([1.0, 2.0, -1.5, 0.5]))
    with pytest.raises(errors.CompAdaGradError, match="singular to rounding at lambda"):
        follow(path, 0.0)


def test_a_path_that_stands_still_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0)
    metric = Metric(Coordinates(3, 0, seed=0), np.eye(0), np.ones(0), np.ones(3))
    path = Homotopy(metric, np.ones(3))
    with pytest.raises(errors.CompAdaGradError, match="does not get past lambda = 1"):
        follow(path, 0.0)
