import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compadagrad.streams._decimal import MOST_DIGITS, decimal_at
from streams.plain import NUMBER


def parsed(text: str) -> tuple[float, int]:
    array = np.frombuffer(text.encode() + b"#", np.uint8)
    return decimal_at(array, 0, len(text))


@given(st.floats(allow_nan=False, allow_infinity=False))
@settings(max_examples=500)
def test_what_python_prints_is_read_back(value: float) -> None:
    found, end = parsed(repr(value))
    assert (found, end) == (value, len(repr(value)))
    assert math.copysign(1.0, found) == math.copysign(1.0, value)


@given(st.integers(0, 10**MOST_DIGITS - 1), st.integers(-350, 320), st.integers(0, 19))
@settings(max_examples=1000)
def test_up_to_19_digits_give_the_nearest_number(digits: int, power: int, point: int) -> None:
    text = str(digits)
    point = min(point, len(text))
    text = f"{text[:point]}.{text[point:]}e{power}"
    wanted = float(text)
    assert parsed(text) == ((0.0, 0) if math.isinf(wanted) else (wanted, len(text)))


HALFWAY = st.tuples(st.integers(1 << 52, (1 << 53) - 1), st.integers(0, 10))


@given(HALFWAY)
def test_a_tie_goes_to_the_even_neighbour(case: tuple[int, int]) -> None:
    text = str((2 * case[0] + 1) << case[1])
    if len(text) <= MOST_DIGITS:
        assert parsed(text) == (float(text), len(text))


@given(st.text("0123456789", min_size=20, max_size=60), st.integers(-40, 40))
def test_more_digits_may_be_off_by_a_unit_in_the_last_place(digits: str, power: int) -> None:
    text = f"{digits}e{power}"
    wanted = float(text)
    found, end = parsed(text)
    assert end == len(text)
    assert abs(found - wanted) <= math.ulp(wanted)


@pytest.mark.parametrize(
    "text",
    [
        "2.4703282292062327e-324", "2.4703282292062328e-324", "4.9e-324", "2.2250738585072011e-308",
        "2.2250738585072014e-308", "1.7976931348623157e308", "1e-400", "1e22", "1e23", "0e99999999",
        "9007199254740993", "-0", "+.5", "5.", "0" * 400 + "1", "0." + "0" * 400 + "1e401",
        "1" + "0" * 400 + "e-400", "1e-99999999999999999999",
    ],
)  # fmt: skip
def test_the_ends_of_the_range(text: str) -> None:
    assert parsed(text) == (float(text), len(text))


@pytest.mark.parametrize("text", ["1.7976931348623159e308", "1e309", "1e99999999999999999999"])
def test_too_large_a_number_is_none(text: str) -> None:
    assert parsed(text) == (0.0, 0)


@given(st.text("0123456789+-.eE", max_size=8))
@settings(max_examples=500)
def test_what_is_read_is_the_longest_beginning_that_is_a_number(text: str) -> None:
    found = NUMBER.match(text)
    value, end = parsed(text)
    if found is None:
        assert end == 0
    elif not math.isinf(float(found[0])):
        assert (value, end) == (float(found[0]), found.end())


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "infinity", "", ".", "-", "e5", "x1"])
def test_what_is_no_number(text: str) -> None:
    assert parsed(text)[1] == 0


def test_nothing_is_read_beyond_the_end() -> None:
    array = np.frombuffer(b"1234567", np.uint8)
    assert decimal_at(array, 2, 5) == (345.0, 5)
