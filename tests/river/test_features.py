from collections import OrderedDict
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.river.features import check_finite, read_features


def test_numbers_booleans_and_categories() -> None:
    x = OrderedDict(a=1, b=2.5, c=True, d=np.bool_(False), e=np.float32(0.5), f="red", g="")
    names, values = read_features(x)
    assert names == ["a", "b", "c", "d", "e", "f_red", "g_"]
    assert values.tolist() == [1.0, 2.5, 1.0, 0.0, 0.5, 1.0, 1.0]


def test_names_need_not_be_strings() -> None:
    names, values = read_features({0: 1.0, ("a", "b"): Fraction(1, 2), 1: "x"})
    assert names == [0, ("a", "b"), "1_x"]
    assert values.tolist() == [1.0, 0.5, 1.0]


def test_an_example_may_be_empty() -> None:
    names, values = read_features({})
    assert names == []
    assert values.shape == (0,)
    assert values.dtype == np.float64


@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([1.0], r"x must be a dictionary of features, got \[1\.0\]"),
        (None, "x must be a dictionary"),
        ({"a": None}, "the feature 'a' must be a number, a boolean or a string, got None"),
        ({"a": [1]}, r"the feature 'a' must be a number, a boolean or a string, got \[1\]"),
        ({"a": 1j}, "the feature 'a' must be a number, a boolean or a string"),
        ({"b": 1.0, "a": float("nan")}, "the feature 'a' must be a finite number, got nan"),
        ({"a": -np.inf}, "the feature 'a' must be a finite number, got -inf"),
        ({"a": 10**400}, "the feature 'a' must be a finite number, got an integer beyond"),
    ],
    ids=str,
)
def test_what_is_not_an_example(x: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        read_features(x)


def test_the_column_of_a_table_is_named() -> None:
    with pytest.raises(InvalidInputError, match="the feature 'b' must be a finite number, got nan"):
        check_finite(["a", "b"], np.array([[1.0, 2.0], [3.0, np.nan]]))
    check_finite(["a", "b"], np.ones((2, 2)))
