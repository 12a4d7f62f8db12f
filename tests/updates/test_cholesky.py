import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.updates.cholesky import FIRST_CAPACITY, GrowingCholesky


def draw_matrix(n: int, seed: int = 0) -> NDArray[np.float64]:
    B = np.random.default_rng(seed).standard_normal((n, 2 * n))
    matrix: NDArray[np.float64] = B @ B.T
    return matrix


@pytest.mark.parametrize("seed", range(3))
def test_long_random_sequences_against_a_fresh_factorisation(seed: int) -> None:
    n = 80
    A = draw_matrix(n, seed)
    rng = np.random.default_rng(seed)
    b = rng.standard_normal(n)
    factor = GrowingCholesky()
    held: list[int] = []
    largest = 0
    for step in range(1500):
        grows = rng.random() < (0.7 if step % 500 < 250 else 0.4)
        if held and (not grows or len(held) == n):
            j = int(rng.integers(len(held)))
            factor.remove(j)
            del held[j]
        else:
            i = int(rng.choice(np.setdiff1d(np.arange(n), held)))
            assert factor.insert(A[held, i], A[i, i], b[i])
            held.append(i)
        assert factor.size == len(held)
        largest = max(largest, len(held))
        if held and step % 10 == 0:
            M, r = A[np.ix_(held, held)], rng.standard_normal(len(held))
            np.testing.assert_allclose(factor.solution(), np.linalg.solve(M, b[held]), atol=1e-12)
            np.testing.assert_allclose(factor.solve(r), np.linalg.solve(M, r), atol=1e-12)
    assert largest > 2 * FIRST_CAPACITY


def test_another_right_hand_side() -> None:
    A, b = draw_matrix(5), np.arange(5.0)
    factor = GrowingCholesky()
    for i in range(5):
        factor.insert(A[:i, i], A[i, i], 1.0)
    factor.restart(b)
    np.testing.assert_allclose(A @ factor.solution(), b, atol=1e-13)


def test_a_singular_row_is_refused_and_changes_nothing() -> None:
    factor = GrowingCholesky()
    assert factor.insert(np.empty(0), 4.0, 2.0)
    before = factor.solution()
    assert not factor.insert(np.array([2.0]), 1.0, 1.0)  # the pivot is 1 - (2 / 2)^2
    assert not factor.insert(np.array([2.0]), 0.5, 1.0)
    assert not factor.insert(np.array([0.0]), np.nan, 1.0)
    assert factor.size == 1
    np.testing.assert_array_equal(factor.solution(), before)


def test_nothing_to_solve() -> None:
    factor = GrowingCholesky()
    assert factor.solution().shape == (0,)
    factor.insert(np.empty(0), 4.0, 2.0)
    factor.remove(0)
    assert factor.solve(np.empty(0)).shape == (0,)
