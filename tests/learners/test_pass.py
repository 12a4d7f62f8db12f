"""The loops on their own; ``test_passes.py`` compares them with stepping by hand."""

import numpy as np

from compadagrad.learners._batches import Examples
from compadagrad.learners._pass import certified, diagonal_pass, newton_pass, times
from compadagrad.losses._scalars import HINGE, SQUARED

A = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])
NONE, UNUSED = np.empty(0), np.zeros(2, np.int64)
PLAIN = (np.float64(0.0), np.float64(0.0), np.float64(-np.inf), np.float64(np.inf))


def test_diagonal_adagrad_by_hand() -> None:
    x, d, predictions = np.zeros(2), np.zeros(2), np.full(3, np.nan)
    y = np.array([1.0, -1.0, 1.0])
    examples = Examples(A, y, NONE, 1, (HINGE, 0.0), predictions)
    mean, counts = np.zeros(2), np.array([0, 1])
    reached = diagonal_pass(
        examples, 0, 1.0, 1e9, 0, d, 1.0, 1e-300, 0.5, PLAIN, 1e-8, x, mean, counts
    )
    assert reached == (3, 3)
    np.testing.assert_array_equal(counts, [3, 1])
    np.testing.assert_allclose(mean, (x + np.array([0.5, -0.5])) / 2)
    np.testing.assert_allclose(predictions, [0.0, 0.0, 0.0])
    np.testing.assert_allclose(d, [2.0, 5.0])
    np.testing.assert_allclose(x, [0.5 + 0.5 / np.sqrt(2), -0.5 + 0.5 / np.sqrt(5)])


def test_gradients_that_are_too_large_stop_the_pass() -> None:
    x, d, predictions = np.zeros(2), np.zeros(2), np.zeros(3)
    y = np.array([1.0, 50.0, 1.0])
    examples = Examples(A, y, NONE, 1, (SQUARED, 0.0), predictions)
    reached = diagonal_pass(
        examples, 0, 1.0, 10.0, 0, d, 1.0, 0.1, 0.5, PLAIN, 1e-8, x, NONE, UNUSED
    )
    assert reached == (1, 1)
    np.testing.assert_allclose(d, [1.0, 0.0])


def test_the_newton_step_by_hand() -> None:
    x, predictions = np.zeros(2), np.zeros(1)
    matrix, inverse = np.eye(2), np.eye(2)
    goal = (1e-12, 1e-8, 3)
    examples = Examples(A[2:], np.array([-3.0]), NONE, 1, (SQUARED, 0.0), predictions)
    newton_pass(examples, 0, 1.0, 1e9, matrix, inverse, 1.0, goal, x, NONE, UNUSED)
    np.testing.assert_allclose(matrix, [[10.0, 9.0], [9.0, 10.0]])
    np.testing.assert_allclose(x, -np.linalg.solve(matrix, [3.0, 3.0]))


def test_examples_without_weight_make_no_step() -> None:
    x, d, predictions = np.zeros(2), np.zeros(2), np.full(3, np.nan)
    weights = np.array([1.0, 0.0, 0.0])
    examples = Examples(A, np.ones(3), weights, 2, (HINGE, 0.0), predictions)
    reached = diagonal_pass(
        examples, 0, 1.0, 1e9, 0, d, 1.0, 1e-300, 0.5, PLAIN, 1e-8, x, NONE, UNUSED
    )
    assert reached == (3, 1)
    np.testing.assert_allclose(d, [1.0, 0.0])
    np.testing.assert_allclose(predictions, [0.0, 0.0, 0.5])


def test_a_residual_is_allowed_to_be_rounding() -> None:
    eps = float(np.finfo(float).eps)
    assert certified(1e-9, 1.0, 1.0, 1e-8, eps)
    assert certified(60 * eps, 0.0, 1.0, 1e-8, eps)
    assert not certified(1e-7, 1.0, 1.0, 1e-8, eps)
    assert not certified(np.nan, 1.0, 1.0, 1e-8, eps)


def test_times() -> None:
    out = np.empty(2, np.float32)
    times(0.5, np.array([1.0, 3.0], np.float32), out)
    np.testing.assert_array_equal(out, [0.5, 1.5])
