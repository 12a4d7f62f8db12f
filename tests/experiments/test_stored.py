import math
from collections.abc import Callable
from typing import Any

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.stored import (
    entry,
    items,
    loss,
    natural,
    number,
    share,
    table,
    text,
)


def test_what_is_right_comes_back() -> None:
    assert entry({"a": 1}, "a") == 1
    assert table({"a": 1}, "x") == {"a": 1}
    assert items([1, 2], "x", 2) == [1, 2]
    assert text("a", "x") == "a"
    assert natural(3, "x", 3) == 3
    assert (number(0.5, "x"), number(2, "x"), share(1, "x")) == (0.5, 2.0, 1.0)
    assert (loss(None, "x"), loss(-1.5, "x")) == (math.inf, -1.5)


@pytest.mark.parametrize(
    ("check", "value", "message"),
    [
        (table, [], r"x must be a table, got \[\]"),
        (items, "ab", "x must be a list, got 'ab'"),
        (lambda value, what: items(value, what, 3), [1], r"x must be a list of 3, got \[1\]"),
        (text, 3, "x must be a string, got 3"),
        (natural, 1.0, "x must be an integer >= 0, got 1.0"),
        (natural, True, "got True"),
        (natural, -1, "got -1"),
        (number, "1", "x must be a number in 0..1.79769e[+]308, got '1'"),
        (number, math.inf, "got inf"),
        (number, True, "got True"),
        (share, 1.5, "x must be a number in 0..1, got 1.5"),
        (share, math.nan, "got nan"),
        (loss, math.nan, "got nan"),
    ],
)
def test_what_is_wrong_is_named(check: Callable[..., Any], value: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        check(value, "x")


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(InvalidInputError, match="b is missing"):
        entry({"a": 1}, "b")
