from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import SRHT
from compadagrad.updates.active_rows import FIRST_CAPACITY, ActiveRows
from updates.l1_problems import PROJECTIONS, basis, dense, draw_metric

CASES = [(4, 1), (13, 0), (13, 1), (13, 6), (13, 12), (13, 13), (16, 16)]


def gram(active: ActiveRows) -> NDArray[np.float64]:
    """The matrix whose factor is kept."""
    R = np.zeros((active.size, active.size))
    R.T[np.tril_indices(active.size)] = active.factor._packed[
        : active.size * (active.size + 1) // 2
    ]
    product: NDArray[np.float64] = R.T @ R
    return product


@pytest.mark.parametrize("kind", PROJECTIONS)
@pytest.mark.parametrize(("n", "k"), CASES)
def test_entries_and_products_are_those_of_the_dense_matrix(kind: Any, n: int, k: int) -> None:
    metric = draw_metric(kind, n, k, seed=3)
    A, N = dense(metric), metric.projection.n_padded
    rng = np.random.default_rng(0)
    active = ActiveRows(metric)
    held = [int(i) for i in rng.permutation(N)]
    for i in held:
        assert active.insert(i, float(rng.choice([-1.0, 1.0])))
    for _ in range(N // 2):
        np.testing.assert_array_equal(active.indices, held)
        np.testing.assert_allclose(gram(active), A[np.ix_(held, held)], atol=1e-13)
        w = rng.standard_normal(len(held))
        image = A[:, held] @ w
        image[held] = 0.0
        np.testing.assert_allclose(active.image(w), image, atol=1e-13)
        j = int(rng.integers(len(held)))
        active.remove(j)
        del held[j]


def test_coefficients_and_signs_go_with_their_coordinates() -> None:
    active = ActiveRows(draw_metric(SRHT, 128, 16, seed=0))
    count = 2 * FIRST_CAPACITY + 3
    for i in range(count):
        assert active.insert(127 - i, 1.0 if i % 3 else -1.0)
        assert active.x[i] == 0.0
        active.x[i] = float(i)
    active.remove(5)
    active.remove(0)
    left = np.array([i for i in range(count) if i not in (0, 5)])
    np.testing.assert_array_equal(active.indices, 127 - left)
    np.testing.assert_array_equal(active.signs, np.where(left % 3, 1.0, -1.0))
    expected = np.zeros(128)
    expected[127 - left] = left
    np.testing.assert_array_equal(active.scattered(), expected)


def test_a_singular_metric_is_refused() -> None:
    projection = SRHT(4, 1, seed=0)
    active = ActiveRows(Metric(projection, np.eye(1), np.zeros(1), np.ones(4)))
    assert [active.insert(i, 1.0) for i in range(4)] == [True, True, True, False]
    assert active.size == active.factor.size == 3


def test_erratum_the_diagonal_of_the_gram_matrix_has_a_sum() -> None:
    """The paper prints ``d_i <h_i, Q h_i> - 2 d_i k / n``; d_i is added, not multiplied."""
    metric = draw_metric(SRHT, 16, 5, seed=1)
    A, V, d = dense(metric), basis(metric.projection), metric.diagonal
    Q = metric.inside + V.T @ np.diag(d) @ V
    inner = np.einsum("ik,kl,il->i", V, Q, V)
    printed = d * inner - 2 * d * 5 / 16
    corrected = inner - 2 * d * 5 / 16 + d
    np.testing.assert_allclose(corrected, np.diag(A), atol=1e-14)
    assert np.abs(printed - np.diag(A)).min() > 0.01
    assert printed.min() < 0.0  # and so the printed matrix is not even positive definite
    for i in range(16):
        active = ActiveRows(metric)
        active.insert(i, 1.0)
        assert gram(active)[0, 0] == pytest.approx(A[i, i], rel=1e-13)
