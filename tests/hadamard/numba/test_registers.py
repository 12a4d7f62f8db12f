from typing import Any

import numpy as np
import pytest
from numba import njit

from compadagrad import reference
from compadagrad.hadamard._numba import registers as reg


@njit
def parities(bits: Any) -> Any:
    out = np.empty(bits.size, np.int64)
    for i in range(bits.size):
        out[i] = reg.odd_parity(bits[i])
    return out


@njit
def exponents(powers: Any) -> Any:
    out = np.empty(powers.size, np.int64)
    for i in range(powers.size):
        out[i] = reg.log2(powers[i])
    return out


@njit
def across_then_back(src: Any, dst: Any, signs: Any) -> None:
    lanes = src.size // 8
    reg.across8(src, 0, lanes, dst, 0, lanes, signs, 0)
    reg.emit8(dst, 0, lanes, dst, 0, lanes, signs, 0)


@njit
def inside_one_register(src: Any, dst: Any, scale: float) -> None:
    reg.within1(src, 0, dst, 0, scale)


@pytest.mark.parametrize("dtype", [np.uint32, np.uint64])
def test_odd_parity(dtype: Any) -> None:
    bits = np.array([0, 1, 3, 7, 2**31, 2**32 - 1], dtype)
    np.testing.assert_array_equal(parities(bits), np.bitwise_count(bits) % 2)


def test_log2() -> None:
    np.testing.assert_array_equal(exponents(1 << np.arange(40)), np.arange(40))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_levels_across_registers_are_their_own_inverse(dtype: Any) -> None:
    """Signs go on when loading and come off when storing: twice the transform is 8 times x."""
    lanes = reg.VECTOR_BYTES // np.dtype(dtype).itemsize
    rng = np.random.default_rng(0)
    x = rng.integers(-99, 99, 8 * lanes).astype(dtype)
    signs = rng.choice(np.array([-1, 1], np.int8), x.size)
    out = np.empty_like(x)
    across_then_back(x, out, signs)
    np.testing.assert_array_equal(out, 8 * x)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_levels_inside_a_register(dtype: Any) -> None:
    lanes = reg.VECTOR_BYTES // np.dtype(dtype).itemsize
    x = np.random.default_rng(1).standard_normal(lanes).astype(dtype)
    out = np.empty_like(x)
    inside_one_register(x, out, 0.3)
    np.testing.assert_array_equal(out, reference.butterflies(x * dtype(0.3)))
