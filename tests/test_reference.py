"""The reference against matrices, and the number of additions that the documentation proves."""

from __future__ import annotations

from typing import Any

import numpy as np
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
