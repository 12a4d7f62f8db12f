from typing import Any

import numpy as np
import pytest

from compadagrad.learners._batches import Examples, average_in, batch_gradient, next_gradient
from compadagrad.losses._scalars import HINGE, SQUARED

RNG = np.random.default_rng(0)
A = RNG.standard_normal((7, 13))
Y = RNG.standard_normal(7)


def gradient(weights: list[float], batch: int, first: int = 0, code: int = SQUARED) -> Any:
    predictions, g = np.full(7, np.nan), np.zeros(16)
    examples = Examples(A, Y, np.array(weights), batch, (code, 0.0), predictions)
    x = np.linspace(-1, 1, 16)
    return *batch_gradient(examples, first, x, g), g, predictions, x


def test_one_example() -> None:
    stop, live, g, predictions, x = gradient([], 1, first=2)
    assert (stop, live) == (3, 1)
    p = A[2] @ x[:13]
    np.testing.assert_allclose(g[:13], (p - Y[2]) * A[2], rtol=1e-12)
    assert not g[13:].any()
    assert predictions[2] == pytest.approx(p)
    assert np.isnan(predictions[[0, 1, 3]]).all()


def test_the_last_batch_is_shorter() -> None:
    stop, live, g, predictions, x = gradient([], 4, first=4)
    assert (stop, live) == (7, 3)
    slopes = A[4:] @ x[:13] - Y[4:]
    np.testing.assert_allclose(g[:13], slopes @ A[4:] / 3, rtol=1e-12)
    np.testing.assert_allclose(predictions[4:], A[4:] @ x[:13])


def test_weights() -> None:
    weights = [1.0, 0.0, 2.0, 0.5, 1.0, 1.0, 1.0]
    stop, live, g, predictions, x = gradient(weights, 4)
    assert (stop, live) == (4, 3)
    slopes = (A[:4] @ x[:13] - Y[:4]) * weights[:4]
    np.testing.assert_allclose(g[:13], slopes @ A[:4] / 3, rtol=1e-12)
    assert np.isfinite(predictions[:4]).all()


def test_nobody_counts() -> None:
    stop, live, g, predictions, _ = gradient([0.0] * 7, 3)
    assert (stop, live) == (3, 0)
    assert not g.any()
    assert np.isfinite(predictions[:3]).all()


def test_the_inlined_form_is_the_same() -> None:
    predictions, g = np.empty(7), np.zeros(13)
    examples = Examples(A, np.sign(Y), np.empty(0), 2, (HINGE, 0.0), predictions)
    expected = np.zeros(13)
    batch_gradient(examples, 0, np.zeros(13), expected)
    assert next_gradient(examples, 0, np.zeros(13), g) == (2, 2)
    np.testing.assert_array_equal(g, expected)


def test_averages() -> None:
    mean, counts, points = np.zeros(3), np.array([0, 2]), RNG.standard_normal((9, 3))
    for x in points:
        average_in(x, mean, counts)
    np.testing.assert_allclose(mean, points[2:].mean(axis=0))
    np.testing.assert_array_equal(counts, [9, 2])
    average_in(points[0], np.empty(0), counts)
    assert counts[0] == 9
