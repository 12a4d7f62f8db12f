from typing import Any

import numpy as np
import pytest
from numpy.random import RandomState

from compadagrad import InvalidInputError
from compadagrad.estimators.holding import held_back


@pytest.mark.parametrize("strata", [None, np.arange(40) % 3])
def test_every_row_is_learned_or_held_back(strata: Any) -> None:
    learned, held = held_back(40, 0.2, strata, RandomState(0))
    assert (len(learned), len(held)) == (32, 8)
    np.testing.assert_array_equal(np.sort(np.concatenate([learned, held])), np.arange(40))
    assert (np.diff(learned) > 0).all()
    assert (np.diff(held) > 0).all()


def test_classes_are_held_back_in_proportion() -> None:
    strata = np.repeat(["many", "few"], [100, 20])
    _, held = held_back(120, 0.25, strata, RandomState(0))
    assert (strata[held] == "few").sum() == 5


def test_of_few_rows_one_is_held_back_for_each_class() -> None:
    strata = np.array(["a", "b", "c"] * 4)
    learned, held = held_back(12, 0.1, strata, RandomState(0))
    assert sorted(strata[held]) == ["a", "b", "c"]
    assert len(learned) == 9


@pytest.mark.parametrize(
    ("count", "fraction", "strata"), [(1, 0.5, None), (4, 0.5, [0, 0, 0, 1]), (3, 0.1, [0, 0, 1])]
)
def test_too_few_are_an_error(count: int, fraction: float, strata: Any) -> None:
    with pytest.raises(InvalidInputError, match=f"cannot hold back validation_fraction={fraction}"):
        held_back(count, fraction, strata, RandomState(0))
