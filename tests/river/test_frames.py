from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from compadagrad import InvalidInputError
from compadagrad.river.frames import (
    frame_like,
    matrix_of,
    read_frame,
    read_series,
    rows_of,
    series_like,
)

DATA = {"a": [1, 2, 3], "b": [0.5, 1.5, 2.5], "c": [True, False, True]}
KINDS = {"pandas": pd, "polars": pl}


@pytest.fixture(params=KINDS)
def library(request: pytest.FixtureRequest) -> Any:
    return KINDS[request.param]


def test_a_frame_of_numbers_is_a_matrix(library: Any) -> None:
    frame = read_frame(library.DataFrame(DATA))
    assert (len(frame), frame.names, frame.is_numeric) == (3, ["a", "b", "c"], True)
    assert matrix_of(frame).tolist() == [[1.0, 0.5, 1.0], [2.0, 1.5, 0.0], [3.0, 2.5, 1.0]]


def test_a_frame_with_words_is_read_by_rows(library: Any) -> None:
    frame = read_frame(library.DataFrame({"a": [1, 2], "b": ["x", "y"]}))
    assert not frame.is_numeric
    assert list(rows_of(frame)) == [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]


def test_missing_numbers_are_nan() -> None:
    frames = [
        pl.DataFrame({"a": [1, None]}),
        pd.DataFrame({"a": [1.0, None]}),
        pd.DataFrame({"a": pd.array([1, None], dtype="Int64")}),
    ]
    for frame in map(read_frame, frames):
        assert frame.is_numeric
        np.testing.assert_array_equal(matrix_of(frame), [[1.0], [np.nan]])


def test_columns_of_pandas_may_have_any_name() -> None:
    frame = read_frame(pd.DataFrame([[1.0, 2.0]], columns=[0, ("a", 1)]))
    assert frame.names == [0, ("a", 1)]


def test_series(library: Any) -> None:
    target = read_series("y", library.Series([1.0, 2.0]), 2)
    assert target.values.tolist() == [1.0, 2.0]
    assert read_series("y", pd.Series([1], name="price"), 1).name == "price"


def test_results_are_of_the_kind_of_the_frame(library: Any) -> None:
    frame = read_frame(library.DataFrame(DATA))
    series = series_like(frame, np.array([1.0, 2.0, 3.0]), "y")
    assert isinstance(series, library.Series)
    assert series.to_list() == [1.0, 2.0, 3.0]
    assert series.name == "y"
    table = frame_like(frame, {False: np.zeros(3), True: np.ones(3)})
    assert isinstance(table, library.DataFrame)
    assert table.shape == (3, 2)
    assert frame_like(frame, {}).shape[1] == 0


def test_pandas_keeps_its_index_and_its_names() -> None:
    frame = read_frame(pd.DataFrame(DATA, index=[7, 8, 9]))
    assert series_like(frame, [1, 2, 3], None).index.tolist() == [7, 8, 9]
    table = frame_like(frame, {False: np.zeros(3), True: np.ones(3)})
    assert table.columns.tolist() == [False, True]
    assert table.index.tolist() == [7, 8, 9]
    assert frame_like(frame, {}).empty


def test_polars_has_names_that_are_strings() -> None:
    table = frame_like(read_frame(pl.DataFrame(DATA)), {False: np.zeros(3), True: np.ones(3)})
    assert table.columns == ["False", "True"]


@pytest.mark.parametrize("X", [[[1.0]], np.ones((2, 2)), {"a": 1}, None], ids=str)
def test_what_is_not_a_frame(X: Any) -> None:
    with pytest.raises(InvalidInputError, match="X must be a data frame of pandas or Polars"):
        read_frame(X)


def test_what_is_not_a_series_of_the_right_length(library: Any) -> None:
    with pytest.raises(InvalidInputError, match="y must be a series of pandas or Polars, got list"):
        read_series("y", [1.0], 1)
    with pytest.raises(InvalidInputError, match="one value for each of the 3 rows of X, got 2"):
        read_series("y", library.Series([1.0, 2.0]), 3)
