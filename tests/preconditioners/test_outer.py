import numpy as np

from compadagrad.preconditioners._outer import (
    add_outer,
    forces,
    inverse_error,
    newton_solve,
)


def test_the_inverse_follows_the_matrix() -> None:
    rng = np.random.default_rng(0)
    matrix, inverse = 0.5 * np.eye(6), 2.0 * np.eye(6)
    G = rng.standard_normal((30, 6))
    for g in G:
        add_outer(matrix, inverse, g)
    np.testing.assert_allclose(matrix, 0.5 * np.eye(6) + G.T @ G, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(inverse @ matrix, np.eye(6), atol=1e-12)


def test_a_rough_inverse_is_made_up_for() -> None:
    rng = np.random.default_rng(0)
    G, g, s = rng.standard_normal((30, 6)), rng.standard_normal(6), np.empty(6)
    matrix = G.T @ G + np.eye(6)
    exact = np.linalg.inv(matrix)
    rough = exact * (1 + 1e-5 * rng.standard_normal((6, 6)))
    residual, solves = newton_solve(matrix, rough, g, 1e-13, 5, s)
    np.testing.assert_allclose(s, -exact @ g, rtol=1e-11)
    assert 1 < solves <= 5
    assert residual <= 1e-12 * np.abs(g).max()
    assert newton_solve(matrix, exact, g, 1e-10, 5, s)[1] == 1


def test_the_error_of_an_inverse() -> None:
    matrix, g = np.diag([2.0, 4.0]), np.array([1.0, -3.0])
    assert inverse_error(matrix, np.diag([0.5, 0.25]), g) == 0.0
    assert inverse_error(matrix, np.diag([0.5, 0.5]), g) == 1.0
    assert np.isnan(inverse_error(matrix, np.diag([np.nan, 0.25]), g))


def test_forces() -> None:
    matrix, anchor, g = np.diag([2.0, 4.0]), np.array([1.0, -3.0]), np.array([1.0, -12.0])
    assert forces(matrix, anchor, g) == (1.0, 12.0)
    assert np.isnan(forces(matrix, np.array([np.nan, 1.0]), g)[0])
