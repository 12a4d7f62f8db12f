import numpy as np
import pytest

from compadagrad.spectral._numba.repair import repair
from spectral.cases import orthogonality_error, orthonormal_rows


@pytest.mark.parametrize(("m", "n"), [(0, 0), (0, 3), (1, 1), (5, 5), (7, 30)])
def test_the_error_is_squared(m: int, n: int) -> None:
    rng = np.random.default_rng(0)
    exact = orthonormal_rows(rng, m, n)
    rows = exact + 1e-5 * rng.standard_normal((m, n))
    before = orthogonality_error(rows)
    repair(rows)
    assert orthogonality_error(rows) <= m * before**2 + 1e-15
    assert np.abs(rows - exact).max(initial=0) <= 1e-4
