import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad._jit import kernel
from compadagrad.spectral._numba.update import update
from spectral.cases import orthogonality_error, orthonormal_rows, problems, root_error

Array = NDArray[Any]


def updated(s: Array, W: Array, z: Array) -> tuple[Array, Array, int]:
    new_s, new_W = np.full(s.shape, np.nan), np.full(W.shape, np.nan)
    count = update(s, W, z, new_s, new_W)
    return new_s, new_W, count


@pytest.mark.parametrize(("m", "n"), [(1, 1), (2, 3), (3, 3), (16, 16), (16, 50), (40, 40)])
def test_hard_cases(m: int, n: int) -> None:
    W = orthonormal_rows(np.random.default_rng(0), m, n)
    for s, z in problems(m):
        new_s, new_W, _ = updated(s, W, z)
        assert orthogonality_error(new_W) <= 5e-15
        assert root_error(new_s, new_W, np.vstack([s[:, None] * W, z @ W])) <= 3e-14
        largest = math.hypot(s[0], float(np.linalg.norm(z)))
        assert (new_s[1:] <= new_s[:-1]).all()
        assert (new_s >= s - 1e-15 * largest).all()
        assert (new_s[1:] <= s[:-1] + 1e-15 * largest).all()
        assert new_s[-1] >= 0


def test_no_rows() -> None:
    assert updated(np.empty(0), np.empty((0, 4)), np.empty(0))[2] == 0


def test_all_rows_take_part() -> None:
    rng = np.random.default_rng(0)
    s, W = np.linspace(1, 0.1, 20), orthonormal_rows(rng, 20, 20)
    assert updated(s, W, rng.standard_normal(20))[2] == 20


def test_the_rank_bounds_the_work() -> None:
    rng = np.random.default_rng(0)
    s, W = np.zeros(30), np.eye(30)
    for t in range(10):
        s, W, count = updated(s, W, W @ rng.standard_normal(30))
        assert count == t + 1
        assert np.count_nonzero(s) == t + 1


def test_zero_roots_stay_zero_inside_the_span() -> None:
    rng = np.random.default_rng(0)
    basis, s, W = rng.standard_normal((7, 30)), np.zeros(30), np.eye(30)
    for _ in range(100):
        s, W, _ = updated(s, W, W @ (rng.standard_normal(7) @ basis))
    assert np.count_nonzero(s) == 7
    outside = W[7:] @ basis.T
    assert np.abs(outside).max() <= 1e-13


def test_rows_left_alone_are_copied() -> None:
    rng = np.random.default_rng(0)
    s, W = np.array([3.0, 2.0, 1.0, 0.5]), orthonormal_rows(rng, 4, 9)
    new_s, new_W, count = updated(s, W, np.array([0.0, 1.0, 0.0, 0.5]))
    assert count == 2
    assert new_s[0] == 3.0
    np.testing.assert_array_equal(new_W[0], W[0])
    assert new_s[2] == 1.0
    np.testing.assert_array_equal(new_W[2], W[2])


@pytest.mark.parametrize("size", [0.0, 1e-16, 1e-300])
def test_a_negligible_vector_changes_nothing(size: float) -> None:
    s, W = np.array([1.0, 0.5, 0.0]), orthonormal_rows(np.random.default_rng(0), 3, 3)
    new_s, new_W, count = updated(s, W, np.full(3, size))
    assert count == 0
    np.testing.assert_array_equal(new_s, s)
    np.testing.assert_array_equal(new_W, W)


@pytest.mark.parametrize("exponent", [-600, -500, 500, 1000])
def test_scaled_by_a_power_of_two_bit_for_bit(exponent: int) -> None:
    W = orthonormal_rows(np.random.default_rng(0), 12, 12)
    for s, z in problems(12):
        if s[s > 0].min(initial=1) < 1e-30:
            continue
        new_s, new_W, count = updated(s, W, z)
        far_s, far_W, far_count = updated(np.ldexp(s, exponent), W, np.ldexp(z, exponent))
        assert far_count == count
        np.testing.assert_array_equal(far_s, np.ldexp(new_s, exponent))
        np.testing.assert_array_equal(far_W, new_W)


@pytest.mark.parametrize("size", [1e308, 1e-308, 5e-324])
def test_the_ends_of_the_range(size: float) -> None:
    new_s, new_W, _ = updated(np.array([size, 0.0]), np.eye(2), np.array([0.0, size]))
    np.testing.assert_allclose(new_s, [size, size], rtol=1e-15)
    assert orthogonality_error(new_W) <= 1e-15


def test_the_same_input_gives_the_same_bits_and_is_left_alone() -> None:
    W = orthonormal_rows(np.random.default_rng(0), 16, 20)
    for s, z in problems(16):
        before = s.copy(), W.copy(), z.copy()
        first, second = updated(s, W, z), updated(s, W, z)
        np.testing.assert_array_equal(first[0], second[0])
        np.testing.assert_array_equal(first[1], second[1])
        for array, copy in zip((s, W, z), before, strict=True):
            np.testing.assert_array_equal(array, copy)


@kernel
def _twice(s: Array, W: Array, z: Array, new_s: Array, new_W: Array) -> int:
    middle_s, middle_W = np.empty_like(s), np.empty_like(W)
    count = update(s, W, z, middle_s, middle_W)
    return count + update(middle_s, middle_W, z, new_s, new_W)


def test_other_kernels_may_call_it() -> None:
    rng = np.random.default_rng(0)
    s, W, z = np.linspace(1, 0.1, 6), orthonormal_rows(rng, 6, 6), rng.standard_normal(6)
    new_s, new_W = np.empty_like(s), np.empty_like(W)
    assert _twice(s, W, z, new_s, new_W) == 12
    expected = updated(*updated(s, W, z)[:2], z)
    np.testing.assert_array_equal(new_s, expected[0])
    np.testing.assert_array_equal(new_W, expected[1])
