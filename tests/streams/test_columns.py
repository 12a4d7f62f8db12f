from dataclasses import replace
from typing import Any

import pytest

from compadagrad import InvalidInputError
from compadagrad.streams import Reading, hash_names
from compadagrad.streams._comma_separated import CATEGORY, IGNORED, NUMBER, TARGET, WEIGHT
from compadagrad.streams.columns import by_names, columns_of

NAMES = ["id", "y", "a", "b", "w"]


def reading(**options: Any) -> Reading:
    return Reading(format="csv", **options)


def test_every_column_has_a_role() -> None:
    options: dict[str, Any] = {"target": "y", "weight": 4, "ignore": ("id",), "categorical": (3,)}
    columns = columns_of(NAMES, reading(**options, hash_bits=5, hash_seed=2), "t.csv")
    assert columns.roles.tolist() == [IGNORED, TARGET, NUMBER, CATEGORY, WEIGHT]
    assert columns.features == ("a", "b")
    assert columns.seeds.tolist() == hash_names(NAMES, seed=2).tolist()


@pytest.mark.parametrize("target", ["y", 1])
def test_a_target_that_is_not_needed_is_ignored_where_it_is(target: str | int) -> None:
    wanted = reading(target=target, targets="optional")
    assert columns_of(NAMES, wanted, "t.csv").features == ("id", "a", "b", "w")
    assert columns_of(["a"], wanted, "t.csv").features == ("a",)


def test_neither_target_nor_weight_are_read_where_none_is_needed() -> None:
    wanted = reading(target="y", weight="w", targets="optional")
    assert columns_of(NAMES, wanted, "t.csv").features == ("id", "a", "b")
    assert columns_of(["a", "b"], wanted, "t.csv").roles.tolist() == [NUMBER, NUMBER]


def test_what_is_dropped_need_not_be_there() -> None:
    wanted = reading(target="y", dropped=("id", "absent", 9))
    assert columns_of(NAMES, wanted, "t.csv").features == ("a", "b", "w")


def test_numbers_of_columns_become_names() -> None:
    wanted = reading(target=1, weight=4, ignore=(0, "a"), categorical=(3,), dropped=(2, 7),
                     hash_bits=3)  # fmt: skip
    named = by_names(wanted, NAMES)
    assert (named.target, named.weight, named.ignore) == ("y", "w", ("id", "a"))
    assert (named.categorical, named.dropped) == (("b",), ("a", 7))
    assert by_names(named, NAMES[::-1]) == named


def test_columns_without_names_keep_their_places_and_their_number() -> None:
    bare = by_names(reading(target=1, header=False), ["0", "1", "2"])
    assert (bare.target, bare.columns) == (1, 3)
    assert columns_of(["0", "1", "2"], bare, "t.csv").features == ("0", "2")
    with pytest.raises(InvalidInputError, match=r"t.csv has 2 columns and no header, and should"):
        columns_of(["0", "1"], replace(bare, targets="optional"), "t.csv")


def test_a_wide_header_takes_the_time_of_its_length() -> None:
    """Were each name counted among all, this would take minutes."""
    names = [f"c{i}" for i in range(200_000)]
    wide = reading(target="c0", hash_bits=20, categorical=tuple(names[100_000:]))
    assert len(columns_of(names, wide, "t.csv").features) == 199_999
    with pytest.raises(InvalidInputError, match="more than one column 'c199999'"):
        columns_of([*names, "c199999"], wide, "t.csv")


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        (NAMES, {"target": "z"}, "t.csv has no column 'z'; it has 'id', 'y', 'a', 'b', 'w'"),
        (NAMES, {"target": 5}, "t.csv has no column 5"),
        (NAMES, {"target": -1}, "t.csv has no column -1"),
        (NAMES, {"target": "y", "ignore": ("q",)}, "has no column 'q'"),
        (NAMES, {"target": "y", "ignore": (1,)}, "'y' of t.csv is the target and cannot be ignor"),
        (NAMES, {}, "say which column of t.csv is the target: 'id'"),
        (["a", "b", "a"], {"target": "b"}, "t.csv has more than one column 'a'"),
        (["y"], {"target": "y"}, "t.csv has no column left for features"),
        ([str(i) for i in range(20)], {"target": "y"}, "and 10 more"),
    ],
)
def test_columns_that_do_not_fit(names: list[str], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        columns_of(names, reading(**options), "t.csv")
    assert message in str(caught.value)
