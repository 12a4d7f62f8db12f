import numpy as np
import pytest
from scipy import linalg

from compadagrad.updates._rotations import TOGETHER, remove_column


@pytest.mark.parametrize("m", [1, 2, TOGETHER, TOGETHER + 1, 3 * TOGETHER + 5])
def test_every_column_can_go(m: int) -> None:
    rng = np.random.default_rng(m)
    R = np.triu(rng.standard_normal((m, m))) + 3 * np.eye(m)
    b = rng.standard_normal(m)
    for j in range(m):
        packed = np.concatenate([R[: c + 1, c] for c in range(m)])
        half = linalg.solve_triangular(R, b, trans="T")
        remove_column(packed, half, m, j)
        shrunk = np.zeros((m - 1, m - 1))
        shrunk.T[np.tril_indices(m - 1)] = packed[: m * (m - 1) // 2]
        rest = np.delete(R, j, axis=1)
        np.testing.assert_allclose(shrunk.T @ shrunk, rest.T @ rest, atol=1e-13 * m)
        np.testing.assert_allclose(shrunk.T @ half[: m - 1], np.delete(b, j), atol=1e-12)
        assert (np.diag(shrunk) > 0).all()


def test_columns_before_the_one_that_goes_are_left_alone() -> None:
    packed = np.random.default_rng(0).standard_normal(15) + 4
    before = packed.copy()
    remove_column(packed, np.ones(5), 5, 3)
    np.testing.assert_array_equal(packed[:6], before[:6])
    remove_column(packed, np.ones(5), 4, 3)
    np.testing.assert_array_equal(packed[:6], before[:6])
