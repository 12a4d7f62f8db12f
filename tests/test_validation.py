from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compadagrad import InvalidInputError, _validation


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3)])
def test_integers_of_any_kind(value: Any) -> None:
    number = _validation.as_integer("k", value, 0, 5)
    assert number == 3
    assert type(number) is int


@pytest.mark.parametrize("value", [3.0, "3", None, True, np.True_, [3], np.array([3]), 6, -1])
def test_what_is_not_an_integer_in_range(value: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"k must be an integer in 0\.\.5, got"):
        _validation.as_integer("k", value, 0, 5)


@pytest.mark.parametrize(
    "value", [3, 0.5, np.float32(0.5), np.int8(3), 5e-324, np.finfo(float).max]
)
def test_positive_numbers_of_any_kind(value: Any) -> None:
    number = _validation.as_positive("tau", value)
    assert number == value
    assert type(number) is float


@pytest.mark.parametrize(
    "value",
    [0, 0.0, -0.0, -1, np.inf, -np.inf, np.nan, True, np.True_, "1", None, 1j, [1.0], np.ones(1)],
)
def test_what_is_not_a_positive_number(value: Any) -> None:
    with pytest.raises(InvalidInputError, match="tau must be a positive, finite number, got"):
        _validation.as_positive("tau", value)


def test_integers_beyond_every_float_are_not_finite_numbers() -> None:
    with pytest.raises(InvalidInputError, match="tau must be a positive, finite number"):
        _validation.as_positive("tau", 10**400)


@pytest.mark.parametrize(
    ("value", "pair"),
    [(2, (2.0, 2.0)), ((1, 0.5), (1.0, 0.5)), ([1, 2], (1.0, 2.0)), (np.float32(0.5), (0.5, 0.5))],
)
def test_pairs(value: Any, pair: tuple[float, float]) -> None:
    assert _validation.as_pair("delta", value) == pair


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ((1.0,), r"delta must be one number or a pair, got \(1\.0,\)"),
        ((), "delta must be one number or a pair"),
        ([1.0, 2.0, 3.0], "delta must be one number or a pair"),
        ((0.0, 1.0), r"delta\[0\] must be a positive, finite number, got 0\.0"),
        ((1.0, None), r"delta\[1\] must be a positive, finite number, got None"),
        (((1.0, 2.0), 1.0), r"delta\[0\] must be a positive"),
        (0.0, r"delta must be a positive, finite number, got 0\.0"),
        (np.ones(2), "delta must be a positive"),
        ("ab", "delta must be a positive"),
    ],
    ids=str,
)
def test_what_is_not_a_pair(value: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        _validation.as_pair("delta", value)


def test_float_arrays_come_back_as_they_are() -> None:
    for dtype in (np.float32, np.float64):
        x = np.zeros((2, 3), dtype)[:, ::2]
        assert _validation.as_floats("x", x) is x


class Wrapped:
    """Something that numpy.asarray understands without a copy."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.array


def test_array_likes_share_their_memory() -> None:
    x = np.zeros(3)
    assert np.shares_memory(_validation.as_floats("x", Wrapped(x)), x)


def test_an_array_subclass_becomes_a_plain_array() -> None:
    result = _validation.as_floats("x", np.ma.masked_array([1.0, 2.0]))
    assert type(result) is np.ndarray


@given(st.integers(1, 10**6))
def test_the_length_to_pad_to_is_the_next_power_of_two(n: int) -> None:
    if n & (n - 1) == 0:
        assert _validation.as_transform_length("n", n) == n
        return
    with pytest.raises(InvalidInputError) as caught:
        _validation.as_transform_length("n", n)
    advised = int(str(caught.value).split()[-1])
    assert advised // 2 < n < advised
    assert advised & (advised - 1) == 0


@given(st.lists(st.integers(-2, 20), max_size=6))
def test_rows_are_taken_exactly_when_distinct_and_in_range(rows: list[int]) -> None:
    good = 0 < len(rows) == len(set(rows)) and all(0 <= row < 16 for row in rows)
    if good:
        assert _validation.as_rows(rows, 16).tolist() == rows
    else:
        with pytest.raises(InvalidInputError):
            _validation.as_rows(rows, 16)


@pytest.mark.parametrize("rows", [[16], [0, 16], [16, 0], [-1], [3, -1]])
def test_the_first_row_out_of_range_is_out(rows: list[int]) -> None:
    assert _validation.as_rows([15, 0], 16).tolist() == [15, 0]
    with pytest.raises(InvalidInputError, match=r"rows must lie in 0\.\.15, got (16|-1)"):
        _validation.as_rows(rows, 16)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint64])
def test_rows_of_any_integer_type(dtype: Any) -> None:
    rows = _validation.as_rows(np.array([5, 0, 200], dtype), 256)
    assert rows.dtype == np.intp
    assert rows.tolist() == [5, 0, 200]


def test_a_huge_unsigned_row_is_out_of_range() -> None:
    with pytest.raises(InvalidInputError, match=str(2**64 - 1)):
        _validation.as_rows(np.array([2**64 - 1], np.uint64), 8)


def test_choices_are_named() -> None:
    assert _validation.as_choice("mode", "a", {"a": 1, None: 2}) == 1
    with pytest.raises(InvalidInputError, match="mode must be one of 'a', None, got 'b'"):
        _validation.as_choice("mode", "b", {"a": 1, None: 2})


def test_kernels_get_contiguous_writeable_aligned_arrays() -> None:
    x = np.zeros((4, 4))
    assert _validation.as_contiguous(x) is x
    frozen = x.copy()
    frozen.flags.writeable = False
    for awkward in (x.T[1:], x[:, 1], frozen):
        assert _validation.as_contiguous(awkward).flags.carray
