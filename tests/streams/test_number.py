import pytest

from compadagrad.streams.number import is_infinite, is_nan, number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1.0), ("-.5", -0.5), ("+2e3", 2000.0), ("1_0", None), (" 1", None), ("", None),
     ("\uff11", None), ("nan", None), ("inf", None), ("1e999", None), ("0x10", None), ("1x", None),
     ("\udcff", None)],
)  # fmt: skip
def test_numbers_are_those_of_the_readers(text: str, number: float | None) -> None:
    assert number_in(text) == number


def test_what_programs_write_where_there_is_no_number() -> None:
    assert all(map(is_nan, ("nan", "NaN", "-nan")))
    assert all(map(is_infinite, ("inf", "-Infinity", "+INF")))
    assert not any(map(is_nan, ("nancy", "", "1")))
    assert not any(map(is_infinite, ("infra", "", "1")))
