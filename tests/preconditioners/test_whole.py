import numpy as np

from compadagrad import reference
from compadagrad.preconditioners import diagonal, full
from preconditioners.conformance import gradients, run
from preconditioners.spaces import N, with_unit


def test_diagonal() -> None:
    preconditioner, G = diagonal(N, delta=0.1, tau=3.0), gradients(float)
    assert preconditioner.projection.k == 0
    _, metric = preconditioner.refresh(run(preconditioner, G))
    expected = 3.0 * (np.sqrt((G**2).sum(0)) + 0.1)
    np.testing.assert_allclose(with_unit(metric), np.diag(expected), rtol=1e-14)


def test_full() -> None:
    preconditioner, G = full(N, delta=0.1), gradients(float)
    assert preconditioner.projection.k == preconditioner.projection.n_padded == N
    _, metric = preconditioner.refresh(run(preconditioner, G))
    expected = reference.metric(G, np.eye(N), delta=(0.1, 0.1))
    np.testing.assert_allclose(with_unit(metric), expected, rtol=0, atol=1e-12)


def test_the_root_of_the_full_matrix_squares_to_the_sum_of_the_gradients() -> None:
    preconditioner, G = full(N, delta=1e-9), gradients(float)
    _, metric = preconditioner.refresh(run(preconditioner, G))
    A = with_unit(metric)
    np.testing.assert_allclose(A @ A, G.T @ G, rtol=0, atol=1e-7 * np.abs(G.T @ G).max())
