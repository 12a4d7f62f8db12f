import pytest

from compadagrad.cli.fit import LOSSES
from compadagrad.cli.options import FORMATS, LONGEST_LINE, column, columns, completing
from compadagrad.cli.task import CLASSIFIER_LOSSES, REGRESSOR_LOSSES
from compadagrad.streams import Limits, reading


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


def test_what_shells_complete_is_what_the_library_takes() -> None:
    assert reading.FORMATS == FORMATS
    assert LOSSES == CLASSIFIER_LOSSES + REGRESSOR_LOSSES
    assert completing(("tracked", "full"))("t") == ["tracked"]
