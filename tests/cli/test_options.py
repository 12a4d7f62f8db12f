import pytest

from compadagrad.cli.options import LONGEST_LINE, column, columns
from compadagrad.streams import Limits


@pytest.mark.parametrize(
    ("text", "wanted"), [("a", "a"), ("0", 0), ("12", 12), ("-1", "-1"), ("٣", "٣"), (None, None)]
)
def test_digits_are_the_number_of_a_column(text: str | None, wanted: str | int | None) -> None:
    assert column(text) == wanted


def test_columns_stand_between_commas() -> None:
    assert columns("a,2,b") == ("a", 2, "b")
    assert columns("") == ()


def test_the_longest_line_is_that_of_the_library() -> None:
    assert Limits().line == LONGEST_LINE
