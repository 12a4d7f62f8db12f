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


def test_state() -> None:
    preconditioner, memory = run()
    state = memory.state_dict()
    again = preconditioner.restore(state, np.dtype(np.float64))
    np.testing.assert_array_equal(again.inverse, state["inverse"])
    for bad in ({}, {**state, "matrix": np.eye(3)}, {**state, "rounds": -1}):
        with pytest.raises(InvalidInputError):
            preconditioner.restore(bad, np.dtype(np.float64))
    assert preconditioner.on(preconditioner.projection) is preconditioner
