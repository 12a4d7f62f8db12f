"""The reference against matrices, and the number of additions that the documentation proves."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from compadagrad import reference


class Counted:
    """An integer that counts the additions and subtractions of all its kind."""

    additions = 0

    def __init__(self, value: int) -> None:
        self.value = value

    def __add__(self, other: Counted) -> Counted:
        Counted.additions += 1
        return Counted(self.value + other.value)

    def __sub__(self, other: Counted) -> Counted:
        Counted.additions += 1
        return Counted(self.value - other.value)

    def __neg__(self) -> Counted:
        return Counted(-self.value)

    def __mul__(self, sign: int) -> Counted:
        assert abs(sign) == 1
        return Counted(sign * self.value)


Array = NDArray[Any]


def counted(values: Array) -> Array:
    """``values`` as counting numbers, the count set to zero."""
    Counted.additions = 0
    return np.array([Counted(int(v)) for v in values], dtype=object)


def plain(values: Array) -> Array:
    return np.array([v.value for v in values])


def dense_transform(x: Array) -> Array:
    n = len(x)
    result: Array = np.rint(np.sqrt(n) * reference.hadamard_matrix(n) @ x).astype(int)
    return result


@st.composite
def sparse_vectors(draw: st.DrawFn) -> tuple[Array, Array, int]:
    m = draw(st.integers(0, 7))
    n = 1 << m
    rows = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=n, unique=True))
    values = draw(st.lists(st.integers(-99, 99), min_size=len(rows), max_size=len(rows)))
    return np.array(values), np.array(rows), n


def test_hadamard_matrix_is_symmetric_orthonormal_and_in_natural_order() -> None:
    H = reference.hadamard_matrix(8)
    np.testing.assert_allclose(H @ H, np.eye(8), atol=1e-15)
    np.testing.assert_array_equal(H, H.T)
    sylvester = np.array([[1]])
    for _ in range(3):
        sylvester = np.block([[sylvester, sylvester], [sylvester, -sylvester]])
    np.testing.assert_allclose(H * np.sqrt(8), sylvester)


@given(sparse_vectors())
def test_sparse_transform_costs_what_the_theorem_says(vector: tuple[Array, Array, int]) -> None:
    values, rows, n = vector
    x = np.zeros(n, int)
    x[rows] = values
    result = reference.sparse_transform(counted(values), rows, n)
    spent = Counted.additions
    np.testing.assert_array_equal(plain(result), dense_transform(x))
    r, R = len(rows), reference.high_parts(len(rows))
    h = len(set(rows // (n // R)))
    log_R = R.bit_length() - 1
    assert R // 2 < r <= R
    assert spent == n * log_R + (r - h) * n // R
    assert spent <= n * (log_R + 1)


@given(sparse_vectors(), st.integers(0, 99))
def test_trimmed_transform_costs_what_transposition_says(
    vector: tuple[Array, Array, int], seed: int
) -> None:
    _, rows, n = vector
    x = np.random.default_rng(seed).integers(-99, 99, n)
    result = reference.trimmed_transform(counted(x), rows)
    spent = Counted.additions
    np.testing.assert_array_equal(plain(result), dense_transform(x)[rows])
    k, R = len(rows), reference.high_parts(len(rows))
    assert spent == n * (R.bit_length() - 1) + k * (n // R - 1)


def test_transposition_of_a_full_table_adds_outputs_less_inputs() -> None:
    """One nonzero in every high part: both algorithms are the same circuit, run both ways."""
    n, rows = 64, np.array([3, 17, 40, 63])
    reference.sparse_transform(counted(np.arange(4)), rows, n)
    sparse = Counted.additions
    reference.trimmed_transform(counted(np.arange(n)), rows)
    assert Counted.additions == sparse + n - len(rows)


def test_butterflies_cost_n_log_n() -> None:
    x = np.arange(32)
    result = reference.butterflies(counted(x))
    assert Counted.additions == 32 * 5
    np.testing.assert_array_equal(plain(result), dense_transform(x))


@given(
    st.integers(0, 6).flatmap(lambda m: st.tuples(st.just(1 << m), st.integers(0, (1 << m) - 1)))
)
def test_algorithm_1_adds_nothing(case: tuple[int, int]) -> None:
    n, row = case
    x = np.zeros(n, int)
    x[row] = 7
    Counted.additions = 0
    result = reference.one_sparse(Counted(7), row, n)
    assert Counted.additions == 0
    np.testing.assert_array_equal(plain(result), dense_transform(x))


def test_dyadic_gram_identity() -> None:
    rng = np.random.default_rng(0)
    b, rows = rng.standard_normal(16), np.array([1, 4, 6, 15])
    transformed = reference.hadamard_matrix(16) @ b
    by_identity = transformed[rows[:, None] ^ rows] / np.sqrt(16)
    np.testing.assert_allclose(by_identity, reference.dyadic_gram(b, rows), atol=1e-15)


def test_srht_basis_is_orthonormal() -> None:
    signs = np.array([1, -1, -1, 1], np.int8)
    V = reference.srht_basis(np.array([0, 2]), signs)
    np.testing.assert_allclose(V.T @ V, np.eye(2), atol=1e-15)
    np.testing.assert_allclose(V[:, 0], signs / 2)


def full_metric(gradients: Array, delta: float) -> Array:
    """``G^(1/2) + delta I`` by an eigendecomposition."""
    values, vectors = np.linalg.eigh(gradients.T @ gradients)
    root: Array = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    return root + delta * np.eye(len(root))


def test_metric_of_the_whole_space_is_full_matrix_adagrad() -> None:
    G = np.random.default_rng(0).standard_normal((9, 4))
    for V in (np.eye(4), np.linalg.qr(G[:4])[0]):
        A = reference.metric(G, V, delta=(0.5, 9.0), tau=7.0)
        np.testing.assert_allclose(A, full_metric(G, 0.5), atol=1e-12)


def test_metric_of_no_subspace_is_diagonal_adagrad() -> None:
    G = np.random.default_rng(0).standard_normal((9, 4))
    expected = 3.0 * (np.sqrt((G**2).sum(0)) + 0.5)
    for scaling in ("unit", "paper"):
        A = reference.metric(G, np.zeros((4, 0)), delta=(9.0, 0.5), tau=3.0, scaling=scaling)
        np.testing.assert_allclose(A, np.diag(expected), atol=1e-14)


def test_metric_by_the_papers_definition_of_psi() -> None:
    """``Pi^T (Pi G Pi^T + delta_r I)^(1/2) Pi`` inside, for the scaled Pi, and D outside."""
    G = np.random.default_rng(0).standard_normal((5, 8))
    V = reference.srht_basis(np.array([1, 4, 6]), np.array([1, -1, 1, 1, -1, 1, -1, -1], np.int8))
    Pi = np.sqrt(8 / 3) * V.T
    values, vectors = np.linalg.eigh(Pi @ G.T @ G @ Pi.T + 0.25 * np.eye(3))
    inside = Pi.T @ (vectors * np.sqrt(values)) @ vectors.T @ Pi
    P = np.eye(8) - V @ V.T
    D = np.diag(np.sqrt(np.diag(P @ G.T @ G @ P))) + 0.5 * np.eye(8)
    A = reference.metric(G, V, delta=(0.25, 0.5), tau=2.0, scaling="paper")
    np.testing.assert_allclose(A, inside + 2.0 * P @ D @ P, atol=1e-12)


def test_metric_of_the_theorem_drops_the_scale_and_has_delta_outside_the_root() -> None:
    G = np.random.default_rng(0).standard_normal((5, 8))
    V = reference.srht_basis(np.array([0, 7]), np.ones(8, np.int8))
    A = reference.metric(G, V, delta=(0.25, 0.5), tau=2.0)
    np.testing.assert_allclose(V.T @ A @ V, full_metric(G @ V, 0.25), atol=1e-12)
    np.testing.assert_allclose(A @ V, V @ (V.T @ A @ V), atol=1e-12)  # no coupling


def test_metric_of_radagrad_is_constant_outside() -> None:
    G = np.random.default_rng(0).standard_normal((5, 8))
    V = reference.srht_basis(np.array([0, 7]), np.ones(8, np.int8))
    A = reference.metric(G, V, delta=(0.25, 0.5), tau=2.0, outside="constant")
    P = np.eye(8) - V @ V.T
    np.testing.assert_allclose(P @ A @ P, 2.0 * P, atol=1e-12)


def test_small_singular_values_are_not_lost_in_squares() -> None:
    """The root of M by way of M would have an error of 1e-8 here."""
    G = np.diag([1.0, 1e-12])
    A = reference.metric(G, np.eye(2), delta=(1e-300, 1.0))
    np.testing.assert_allclose(np.diag(A), [1.0, 1e-12], rtol=1e-14)


def test_soft_threshold() -> None:
    c = np.array([3.0, 1.0, 0.5, 0.0, -0.5, -1.0, -3.0])
    np.testing.assert_array_equal(reference.soft_threshold(c, 1.0), [2, 0, 0, 0, 0, 0, -2])
    assert reference.soft_threshold(-3.0, 0.0) == -3.0


def brute_minimum(A: Array, u: Array, l1: Array, l2: Array, lower: Array, upper: Array) -> Array:
    """The best of all faces: every coordinate at a bound, at 0 or free with either sign."""
    n, best, least = len(u), np.zeros(len(u)), np.inf
    B = A + np.diag(l2)

    def value(x: Array) -> float:
        return float(u @ x + x @ B @ x / 2 + l1 @ np.abs(x))

    for face in itertools.product((-1, 1, 0, "lower", "upper"), repeat=n):
        x, free = np.zeros(n), np.array([side in (-1, 1) for side in face])
        for i, side in enumerate(face):
            x[i] = {"lower": lower[i], "upper": upper[i]}.get(str(side), 0.0)
        if not np.isfinite(x).all():
            continue
        if free.any():
            sign = np.array([float(side) for side in face if side in (-1, 1)])
            r = u[free] + l1[free] * sign + B[np.ix_(free, ~free)] @ x[~free]
            x[free] = -np.linalg.solve(B[np.ix_(free, free)], r)
        if (x >= lower).all() and (x <= upper).all() and value(x) < least:
            best, least = x, value(x)
    return best


@pytest.mark.parametrize("seed", range(12))
def test_composite_minimum_is_the_best_of_all_faces(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = 4
    C = rng.standard_normal((n, n))
    A, u = C @ C.T + 0.1 * np.eye(n), 2 * rng.standard_normal(n)
    l1, l2 = rng.random(n) * (rng.random(n) < 0.7), rng.random(n) * (rng.random(n) < 0.7)
    lower = np.where(rng.random(n) < 0.4, -0.3, -np.inf)
    upper = np.where(rng.random(n) < 0.4, rng.choice([0.0, 0.2]), np.inf)
    found = reference.composite_minimum(A, u, l1, l2, lower, upper)
    expected = brute_minimum(A, u, l1, l2, lower, upper)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(found == 0, expected == 0)


def bounds(n: int) -> tuple[Array, Array]:
    return np.full(n, -np.inf), np.full(n, np.inf)


def test_trajectory_of_mirror_descent_by_hand() -> None:
    """No regularizer: ``x <- x - lr A^-1 g``."""
    G, zeros = np.random.default_rng(0).standard_normal((4, 3)), np.zeros(3)
    metrics = [(t + 1.0) * np.eye(3) for t in range(4)]
    start = np.array([1.0, 0.0, -1.0])
    points = reference.trajectory(G, metrics, 0.5, zeros, zeros, *bounds(3), start)
    x = start
    for t, point in enumerate(points):
        x = x - 0.5 * G[t] / (t + 1)
        np.testing.assert_allclose(point, x, atol=1e-13)


def test_trajectory_of_dual_averaging_by_hand() -> None:
    """Squared l2: ``(A + lr t l2) x = A x_1 - lr sum g``, with the weight growing by the round."""
    G, zeros = np.random.default_rng(0).standard_normal((4, 3)), np.zeros(3)
    metrics = [(t + 1.0) * np.eye(3) for t in range(4)]
    start = np.array([1.0, 0.0, -1.0])
    points = reference.trajectory(
        G, metrics, 0.5, zeros, zeros + 2.0, *bounds(3), start, "dual_averaging"
    )
    for t, point in enumerate(points, start=1):
        expected = (t * start - 0.5 * G[:t].sum(0)) / (t + 0.5 * t * 2.0)
        np.testing.assert_allclose(point, expected, atol=1e-13)


def test_trajectory_shrinks_to_exact_zeros() -> None:
    G, zeros = np.zeros((3, 2)), np.zeros(2)
    points = reference.trajectory(
        G, [np.eye(2)] * 3, 0.5, zeros + 1.0, zeros, *bounds(2), np.array([1.2, -0.4])
    )
    np.testing.assert_allclose(points, [[0.7, 0.0], [0.2, 0.0], [0.0, 0.0]], atol=1e-15)
    assert points[2][0] == 0.0
