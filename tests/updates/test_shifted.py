from typing import Any

import numpy as np
import pytest

from compadagrad.projections import SRHT, Coordinates, Gaussian
from compadagrad.updates import shifted
from compadagrad.updates.shifted import Shifted, cholesky
from updates.dense import dense_metric
from updates.problems import Array, spectrum_metric


def theta_of(kind: str, n: int) -> Array:
    rng = np.random.default_rng(1)
    return {
        "none": np.zeros(n),
        "spread": np.exp(rng.normal(0, 8, n)),
        "half fixed": np.where(rng.random(n) < 0.5, np.inf, 0.0),
        "mixture": rng.choice([0.0, 0.3, 1e12, np.inf], n),
        "one free": np.where(np.arange(n) == 3, 0.0, np.inf),
    }[kind]


@pytest.mark.parametrize("kind", ["none", "spread", "half fixed", "mixture", "one free"])
@pytest.mark.parametrize("make", [SRHT, Gaussian, Coordinates])
@pytest.mark.parametrize("k", [1, 7, 31])
def test_against_a_dense_solve(kind: str, make: Any, k: int) -> None:
    n = 32
    rng = np.random.default_rng(0)
    metric = spectrum_metric(make(n, k, seed=0), rng.standard_normal((10, n)), 0.1, 1.0)
    theta, r = theta_of(kind, n), rng.standard_normal(n)
    x = Shifted(metric, theta.copy()).solve(r)
    free = np.isfinite(theta)
    A = dense_metric(metric).astype(float)[np.ix_(free, free)] + np.diag(theta[free])
    np.testing.assert_allclose(x[free], np.linalg.solve(A, r[free]), rtol=1e-10, atol=1e-12)
    np.testing.assert_array_equal(x[~free], 0)


def test_cholesky() -> None:
    rng = np.random.default_rng(0)
    G = rng.standard_normal((6, 6))
    matrix = G @ G.T + np.eye(6)
    before = matrix.copy()
    np.testing.assert_allclose(np.tril(cholesky(matrix)), np.linalg.cholesky(matrix), atol=1e-13)
    np.testing.assert_array_equal(matrix, before)


def test_cholesky_of_what_rounding_has_made_indefinite() -> None:
    ones = np.ones((5, 5))
    ones[4, 4] -= 1e-15
    factor = np.tril(cholesky(ones))
    np.testing.assert_allclose(factor @ factor.T, ones, atol=1e-12)


def test_cholesky_of_nan_is_nan() -> None:
    assert np.isnan(cholesky(np.full((3, 3), np.nan))).all()
    assert shifted.JITTER < 1e-12
