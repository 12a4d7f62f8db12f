from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.projections.state import checked_state, read_only, stored_array, stored_rows


def test_read_only_views_share_memory() -> None:
    x = np.zeros(3)
    view = read_only(x)
    x[0] = 1.0
    assert view[0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 2.0


def test_a_state_of_the_right_kind_passes() -> None:
    state = {"kind": "a", "n": 1}
    assert checked_state("a", state, ("n",)) == {"n": 1}


def test_a_state_names_what_it_lacks() -> None:
    with pytest.raises(InvalidInputError, match="lacks m, k"):
        checked_state("a", {"kind": "a", "n": 1}, ("n", "m", "k"))
    with pytest.raises(InvalidInputError, match="expected the state of 'a', got None"):
        checked_state("a", {}, ())


@pytest.mark.parametrize("rows", [[0, 1], [0, 1, 2, 3], [1, 0, 2], [0, 1, 9], [0, 0, 1]])
def test_stored_rows_are_checked(rows: list[int]) -> None:
    with pytest.raises(InvalidInputError, match="rows"):
        stored_rows(rows, 3, 8)


@pytest.mark.parametrize("value", [np.zeros(3), np.zeros(2, np.int8), [1.9, 1.0, 1.0], None])
def test_stored_arrays_are_not_converted(value: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"signs must be an array of int8 and shape \(3,\)"):
        stored_array("signs", value, np.int8, (3,))


def test_no_rows() -> None:
    assert stored_rows(np.empty(0, np.intp), 0, 8).shape == (0,)
