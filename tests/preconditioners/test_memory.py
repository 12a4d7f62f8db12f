from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compadagrad import InvalidInputError
from compadagrad.preconditioners.memory import (
    HEADROOM,
    Memory,
    empty_memory,
    memory_from_state,
    rescaled,
    unit_of,
)

K, N = 3, 5


def some_memory(dtype: Any = np.float64) -> Memory:
    rng = np.random.default_rng(0)
    return Memory(
        exponent=-4,
        rounds=7,
        outside=rng.random(N).astype(dtype),
        roots=np.sort(rng.random(K))[::-1].copy(),
        rows=np.linalg.qr(rng.standard_normal((K, K)))[0],
        pending=rng.standard_normal((2, K)),
        updates=5,
    )


def sums(memory: Memory) -> tuple[Any, Any]:
    """M and d, as the formula of the class has them."""
    inside = (memory.rows.T * memory.roots**2) @ memory.rows + memory.pending.T @ memory.pending
    return np.ldexp(inside, 2 * memory.exponent), np.ldexp(memory.outside, 2 * memory.exponent)


def test_empty() -> None:
    memory = empty_memory(K, N, np.dtype(np.float32), 9)
    assert (memory.exponent, memory.rounds, memory.updates) == (9, 0, 0)
    assert memory.outside.dtype == np.float32
    assert memory.roots.dtype == memory.rows.dtype == memory.pending.dtype == np.float64
    inside, outside = sums(memory)
    np.testing.assert_array_equal(inside, np.zeros((K, K)))
    np.testing.assert_array_equal(outside, np.zeros(N))


@given(st.lists(st.floats(0, 1e300), min_size=1, max_size=3))
def test_the_unit_is_the_power_of_two_next_above(sizes: list[float]) -> None:
    largest, unit = max(sizes), unit_of(*sizes)
    if largest == 0:
        assert unit == 0
    elif unit > -1000:
        assert 2.0 ** (unit - 1) <= largest < 2.0**unit
    else:
        assert largest < 2.0**-1000


def test_units_have_inverses() -> None:
    """Both 2^e and 2^-e are numbers."""
    assert unit_of(5e-324) == -1000
    assert unit_of(1.7e308) == 1000


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_gradient_that_fits_changes_nothing(dtype: Any) -> None:
    memory = some_memory(dtype)
    fits = 2.0 ** (memory.exponent + HEADROOM[np.dtype(dtype)]) * 0.99
    for size in (0.0, 1e-300, 1.0, fits):
        assert rescaled(memory, size) is memory


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_larger_gradient_sets_the_unit_and_the_sums_are_the_same(dtype: Any) -> None:
    memory = some_memory(dtype)
    size = 2.0 ** (memory.exponent + HEADROOM[np.dtype(dtype)])
    grown = rescaled(memory, size)
    assert grown.exponent == unit_of(size) > memory.exponent
    assert grown.outside.dtype == dtype
    for before, after in zip(sums(memory), sums(grown), strict=True):
        np.testing.assert_array_equal(before, after)  # powers of two do not round
    assert (grown.rounds, grown.updates) == (memory.rounds, memory.updates)
    np.testing.assert_array_equal(grown.rows, memory.rows)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_squares_of_what_is_left_in_its_unit_fit(dtype: Any) -> None:
    """A million gradients as large as a unit bears, squared and summed over a million entries."""
    headroom = HEADROOM[np.dtype(dtype)]
    assert 2 * headroom + 40 < np.finfo(dtype).maxexp


def test_what_is_far_below_the_new_unit_vanishes_without_a_warning() -> None:
    memory = rescaled(some_memory(np.float32), 2.0**120)
    assert (memory.outside == 0).all()
    assert (memory.roots > 0).all()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_states_come_back_bit_for_bit(dtype: Any) -> None:
    memory = some_memory(dtype)
    again = memory_from_state(memory.state_dict(), empty_memory(K, N, np.dtype(dtype), 0))
    for name, value in memory.state_dict().items():
        other = again.state_dict()[name]
        assert type(other) is type(value)
        if isinstance(value, np.ndarray):
            assert (other.dtype, other.shape) == (value.dtype, value.shape)
            assert other.tobytes() == value.tobytes()
            assert not np.shares_memory(other, value)
        else:
            assert other == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("exponent", 3000),
        ("exponent", 0.0),
        ("rounds", -1),
        ("updates", -1),
        ("outside", np.zeros(N + 1)),
        ("outside", np.zeros(N, np.float32)),
        ("outside", -np.ones(N)),
        ("roots", np.array([1.0, 0.5, -0.5])),
        ("roots", np.zeros(K + 1)),
        ("rows", np.full((K, K), np.nan)),
        ("rows", np.eye(K)[:2]),
        ("pending", np.zeros((2, K + 1))),
        ("pending", np.zeros(K)),
    ],
)
def test_states_that_do_not_fit(name: str, value: Any) -> None:
    like = empty_memory(K, N, np.dtype(np.float64), 0)
    with pytest.raises(InvalidInputError, match=f"{name} must"):
        memory_from_state({**some_memory().state_dict(), name: value}, like)


def test_a_memory_does_not_change() -> None:
    memory = some_memory()
    with pytest.raises(FrozenInstanceError):
        memory.rounds = 3  # type: ignore[misc]
    assert replace(memory, rounds=8).rounds == 8
