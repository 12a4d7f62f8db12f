"""The loops on their own; ``test_passes.py`` compares them with stepping by hand."""

import numpy as np

from compadagrad.learners._pass import diagonal_pass, newton_pass
from compadagrad.losses._scalars import HINGE, SQUARED

A = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])
PLAIN = (np.float64(0.0), np.float64(0.0), np.float64(-np.inf), np.float64(np.inf))


def test_diagonal_adagrad_by_hand() -> None:
    x, d, predictions = np.zeros(2), np.zeros(2), np.full(3, np.nan)
    y = np.array([1.0, -1.0, 1.0])
    reached = diagonal_pass(
        A, y, 0, (HINGE, 0.0), 1.0, 1e9, 0, d, 1.0, 1e-300, 0.5, PLAIN, 1e-8, x, predictions
    )
    assert reached == 3
    np.testing.assert_allclose(predictions, [0.0, 0.0, 0.0])
    np.testing.assert_allclose(d, [2.0, 5.0])
    np.testing.assert_allclose(x, [0.5 + 0.5 / np.sqrt(2), -0.5 + 0.5 / np.sqrt(5)])


def test_gradients_that_are_too_large_stop_the_pass() -> None:
    x, d, predictions = np.zeros(2), np.zeros(2), np.zeros(3)
    y = np.array([1.0, 50.0, 1.0])
    reached = diagonal_pass(
        A, y, 0, (SQUARED, 0.0), 1.0, 10.0, 0, d, 1.0, 0.1, 0.5, PLAIN, 1e-8, x, predictions
    )
    assert reached == 1
    np.testing.assert_allclose(d, [1.0, 0.0])


def test_the_newton_step_by_hand() -> None:
    x, predictions = np.zeros(2), np.zeros(1)
    matrix, inverse = np.eye(2), np.eye(2)
    goal = (1e-12, 1e-8, 3)
    newton_pass(
        A[2:],
        np.array([-3.0]),
        0,
        (SQUARED, 0.0),
        1.0,
        1e9,
        matrix,
        inverse,
        1.0,
        goal,
        x,
        predictions,
    )
    np.testing.assert_allclose(matrix, [[10.0, 9.0], [9.0, 10.0]])
    np.testing.assert_allclose(x, -np.linalg.solve(matrix, [3.0, 3.0]))
