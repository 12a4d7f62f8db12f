from typing import Any

import pytest

from compadagrad import InvalidInputError
from compadagrad.streams import Reading, hash_names
from compadagrad.streams._comma_separated import CATEGORY, IGNORED, NUMBER, TARGET, WEIGHT
from compadagrad.streams.columns import columns_of

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
