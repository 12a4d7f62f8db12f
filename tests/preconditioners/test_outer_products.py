from dataclasses import replace

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.preconditioners import OuterProducts, Products

G = np.random.default_rng(0).standard_normal((8, 4))


def run() -> tuple[OuterProducts, Products]:
    preconditioner = OuterProducts(4, delta=0.3)
    memory = preconditioner.start(np.dtype(np.float64))
    for g in G:
        memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
    return preconditioner, memory


def test_matrix_and_inverse() -> None:
    preconditioner, memory = run()
    again, metric = preconditioner.refresh(memory)
    assert again is memory
    assert metric is memory
    A = 0.3 * np.eye(4) + G.T @ G
    np.testing.assert_allclose(np.ldexp(metric.matrix, metric.exponent), A, rtol=1e-13)
    np.testing.assert_allclose(metric.matrix @ metric.inverse, np.eye(4), atol=1e-13)
    s, residual, solves = metric.solve(np.ones(4))
    np.testing.assert_allclose(np.ldexp(s, -metric.exponent), -np.linalg.solve(A, np.ones(4)))
    assert residual < 1e-12
    assert solves == 1


def test_a_round_makes_a_new_memory() -> None:
    preconditioner, memory = run()
    before = memory.matrix.copy()
    preconditioner.accumulate(memory, np.ones(4), 1.0)
    np.testing.assert_array_equal(memory.matrix, before)


def test_a_new_unit() -> None:
    preconditioner, memory = run()
    later = preconditioner.accumulate(memory, np.ldexp(np.eye(4)[0], 200), 2.0**200)
    assert later.half == 201
    A = 0.3 * np.eye(4) + G.T @ G
    np.testing.assert_allclose(np.ldexp(later.matrix, later.exponent)[1:, 1:], A[1:, 1:])


def test_a_new_unit_that_the_inverse_does_not_fit() -> None:
    preconditioner, memory = run()
    g = np.array([1.0, -1.0, 0.5, 0.25])
    later = preconditioner.accumulate(memory, np.ldexp(g, 600), 2.0**600)
    assert np.isfinite(later.inverse).all()
    s, residual, _ = later.solve(g)
    assert residual <= 1e-12
    np.testing.assert_allclose(g @ s, -(2.0**2), rtol=1e-12)  # g g^T is in units of 4^601


def test_an_inverse_that_has_drifted_is_made_anew() -> None:
    preconditioner, memory = run()
    g, wrong = np.ones(4), replace(memory, inverse=memory.inverse * (1 + 1e-4))
    for given in (wrong, replace(memory, inverse=np.full((4, 4), np.nan))):
        later = preconditioner.accumulate(given, g, 1.0)
        np.testing.assert_allclose(later.matrix @ later.inverse, np.eye(4), atol=1e-12)


def test_state() -> None:
    preconditioner, memory = run()
    state = memory.state_dict()
    again = preconditioner.restore(state, np.dtype(np.float64))
    np.testing.assert_array_equal(again.inverse, state["inverse"])
    for bad in ({}, {**state, "matrix": np.eye(3)}, {**state, "rounds": -1}):
        with pytest.raises(InvalidInputError):
            preconditioner.restore(bad, np.dtype(np.float64))
    assert preconditioner.on(preconditioner.projection) is preconditioner
