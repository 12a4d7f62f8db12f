import numpy as np
import pytest

from compadagrad.updates._factor import BLOCK, upper_factor


@pytest.mark.parametrize("k", [0, 1, 3, 16, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5])
def test_the_factor_is_that_of_the_upper_triangle(k: int) -> None:
    B = np.random.default_rng(k).standard_normal((k, k))
    M = B @ B.T + np.eye(k)
    given = np.triu(M) + np.tril(np.full((k, k), np.nan), -1)
    upper = np.triu(upper_factor(given))
    np.testing.assert_allclose(upper.T @ upper, M, atol=1e-13 * max(k, 1) ** 2)
    assert (np.diag(upper) > 0.0).all()


def test_it_is_found_in_place() -> None:
    M = np.eye(3)
    assert upper_factor(M) is M


@pytest.mark.parametrize("k", [2, BLOCK + 2])
@pytest.mark.parametrize("pivot", [0.0, -1e-3, np.nan])
def test_a_matrix_that_is_not_positive_definite_is_refused(k: int, pivot: float) -> None:
    M = np.eye(k)
    M[-1, -1] = pivot
    with pytest.raises(np.linalg.LinAlgError):
        upper_factor(M)
