import numpy as np
import pytest

from compadagrad.spectral._numba.in_turn import in_turn
from compadagrad.spectral._numba.update import update
from spectral.cases import orthogonality_error, orthonormal_rows, root_error


@pytest.mark.parametrize("t", [0, 1, 2, 7])
@pytest.mark.parametrize(("m", "n"), [(1, 1), (8, 8), (8, 30)])
def test_vectors_are_in_the_coordinates_of_the_first_rows(t: int, m: int, n: int) -> None:
    rng = np.random.default_rng(t)
    s, W, Z = np.linspace(1, 0, m), orthonormal_rows(rng, m, n), rng.standard_normal((t, m))
    new_s, new_W = np.full(m, np.nan), np.full((m, n), np.nan)
    in_turn(s, W, Z, new_s, new_W)
    assert orthogonality_error(new_W) <= 1e-14
    assert root_error(new_s, new_W, np.vstack([s[:, None] * W, Z @ W])) <= 3e-14


def test_one_vector_is_one_update() -> None:
    rng = np.random.default_rng(0)
    s, W, z = np.linspace(1, 0, 5), orthonormal_rows(rng, 5, 5), rng.standard_normal(5)
    first, second = (np.empty(5), np.empty((5, 5))), (np.empty(5), np.empty((5, 5)))
    in_turn(s, W, z[None], *first)
    update(s, W, z, *second)
    np.testing.assert_array_equal(first[0], second[0])
    np.testing.assert_array_equal(first[1], second[1])
