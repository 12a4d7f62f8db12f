import numpy as np
import pytest

from compadagrad.updates._coordinates import cholesky_solve, within


@pytest.mark.parametrize("k", [1, 2, 5, 8, 33])
def test_cholesky_solve(k: int) -> None:
    rng = np.random.default_rng(k)
    B = rng.standard_normal((k, k))
    M, b = B @ B.T + np.eye(k), rng.standard_normal(k)
    upper = np.ascontiguousarray(np.linalg.cholesky(M).T)
    upper += np.tril(np.full((k, k), np.nan), -1)  # the lower triangle is not read
    x = b.copy()
    cholesky_solve(upper, x)
    np.testing.assert_allclose(M @ x, b, atol=1e-12)


def test_within() -> None:
    rng = np.random.default_rng(0)
    rows, factors, v = rng.standard_normal((4, 4)), rng.standard_normal(4), rng.standard_normal(4)
    expected = rows.T @ np.diag(factors) @ rows @ v
    np.testing.assert_allclose(within(rows, factors, v), expected, atol=1e-13)
