import numpy as np
import pytest

from compadagrad.updates.quasidefinite import QuasiDefinite, cholesky_in_place
from compadagrad.updates.shifted import cholesky
from updates.problems import Array


def blocks_of(k: int, seed: int = 0) -> Array:
    """F and C positive definite, E symmetric."""
    rng = np.random.default_rng(seed)
    a, e, c = rng.standard_normal((3, k, k))
    return np.stack([a @ a.T + np.eye(k), e + e.T, c @ c.T + 0.1 * np.eye(k)])


def test_cholesky_in_place_reads_the_upper_triangle_and_uses_the_memory() -> None:
    matrix = blocks_of(5)[0]
    given = np.triu(matrix)
    factor = cholesky_in_place(given)
    assert np.shares_memory(factor, given)
    lower = np.tril(factor)
    np.testing.assert_allclose(lower @ lower.T, matrix, rtol=0, atol=1e-13)


def test_what_is_not_definite_is_an_error() -> None:
    with pytest.raises(np.linalg.LinAlgError, match="not positive definite"):
        cholesky_in_place(np.diag([1.0, -1.0]))
    blocks = blocks_of(3)
    blocks[2] = -100.0 * np.eye(3)  # the Schur complement
    with pytest.raises(np.linalg.LinAlgError, match="not positive definite"):
        QuasiDefinite(blocks)


@pytest.mark.parametrize("factorise", [cholesky_in_place, cholesky])
@pytest.mark.parametrize("k", [1, 2, 17, 130])
def test_the_whole_system(k: int, factorise: object) -> None:
    """``[[-E, -F], [C, -E]] (p, q) = (l, t)``, as one dense system."""
    F, E, C = blocks_of(k)
    top, low = np.random.default_rng(1).standard_normal((2, k))
    blocks = np.stack([np.triu(F), E, C])
    p, q = QuasiDefinite(blocks, cholesky=factorise).solve(top, low)  # type: ignore[arg-type]
    matrix = np.block([[-E, -F], [C, -E]])
    expected = np.linalg.solve(matrix, np.concatenate([low, top]))
    error = np.abs(np.concatenate([p, q]) - expected).max()
    assert error <= 1e-15 * np.linalg.cond(matrix) * np.abs(expected).max()


def test_right_hand_sides_are_left_alone() -> None:
    system = QuasiDefinite(blocks_of(4))
    top, low = np.ones((2, 4))
    first = system.solve(top, low)
    np.testing.assert_array_equal(top, 1.0)
    np.testing.assert_array_equal(low, 1.0)
    np.testing.assert_array_equal(first, system.solve(top, low))
