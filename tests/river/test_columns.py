from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compadagrad import InvalidInputError
from compadagrad.river.columns import COLUMNS, Columns, GrownColumns, HashedColumns


def test_names_keep_their_columns() -> None:
    columns = GrownColumns(4)
    assert columns.places(["b", "a"], new=True).columns.tolist() == [1, 0]
    assert columns.places(["c", "b"], new=True).columns.tolist() == [2, 1]
    assert columns.places(["a", "b", "c"], new=False).columns.tolist() == [0, 1, 2]
    assert dict(columns.table) == {"a": 0, "b": 1, "c": 2}


@pytest.mark.parametrize("names", [*permutations(["w", 3, ("a", 1), 0.5])], ids=str)
def test_the_order_of_new_names_does_not_matter(names: tuple[object, ...]) -> None:
    columns = GrownColumns(4)
    columns.places(names, new=True)
    expected = GrownColumns(4)
    expected.places(sorted(names, key=repr), new=True)
    assert columns.table == expected.table


def test_a_look_gives_nobody_a_column() -> None:
    columns = GrownColumns(2)
    places = columns.places(["a"], new=False)
    assert places.columns.tolist() == [-1]
    assert not columns.table


def test_the_table_is_read_only() -> None:
    with pytest.raises(TypeError):
        GrownColumns(2).table["a"] = 0  # type: ignore[index]


def test_a_feature_without_room_is_an_error_that_changes_nothing() -> None:
    columns = GrownColumns(3)
    columns.places(["a", "b"], new=True)
    with pytest.raises(InvalidInputError) as caught:
        columns.places(["c", "a", "d"], new=True)
    message = str(caught.value)
    assert "columns for 3 features, 2 of them taken, and 'd' is one more" in message
    assert 'features="hash"' in message
    assert list(columns.table) == ["a", "b"]
    assert columns.places(["b", "c"], new=True).columns.tolist() == [1, 2]


def test_a_name_that_comes_twice_takes_one_column() -> None:
    columns = GrownColumns(1)
    assert columns.places(["a", "a"], new=True).columns.tolist() == [0, 0]


@pytest.mark.parametrize("kind", COLUMNS.values())
def test_no_names_have_no_columns(kind: type[GrownColumns | HashedColumns]) -> None:
    places = kind(4).places([], new=True)
    assert places.columns.dtype == np.intp
    assert places.columns.size == places.signs.size == 0


@given(st.lists(st.text(), max_size=8), st.integers(1, 12), st.integers(0, 2**64 - 1))
def test_hashed_columns_lie_in_the_room_and_depend_on_the_seed_alone(
    names: list[str], room: int, seed: int
) -> None:
    places = HashedColumns(room, seed).places(names, new=True)
    assert ((places.columns >= 0) & (places.columns < room)).all()
    assert set(places.signs.tolist()) <= {-1.0, 1.0}
    again = HashedColumns(room, seed).places(names, new=False)
    assert again.columns.tolist() == places.columns.tolist()
    assert again.signs.tolist() == places.signs.tolist()


def test_hashed_signs_differ_within_a_column() -> None:
    """The column and the sign come from different bits: products of strangers cancel."""
    places = HashedColumns(2).places([f"w{i}" for i in range(2000)], new=False)
    for column in (0, 1):
        assert abs(places.signs[places.columns == column].mean()) < 0.1


def test_hashed_names_are_not_kept() -> None:
    columns: Columns = HashedColumns(4)
    columns.places(["a"], new=True)
    with pytest.raises(InvalidInputError, match=r'features="hash" does not keep the names'):
        _ = columns.table
