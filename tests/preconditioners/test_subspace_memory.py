from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.preconditioners.subspace_memory import (
    SubspaceMemory,
    empty_subspace,
    rescaled_subspace,
    subspace_from_state,
)


def memory() -> SubspaceMemory:
    start = empty_subspace(5, 2, 5, 5, np.dtype(np.float64), 3)
    rows = np.zeros((3, 5))
    rows[0, 1], rows[1, 4] = 1.0, -1.0
    return replace(
        start,
        rounds=7,
        outside=np.arange(5.0),
        roots=np.array([3.0, 2.0]),
        rows=rows,
        rank=2,
        lost=0.5,
        pending=(np.ones(5),),
        inside=(np.array([0.5, -2.0]),),
        recent=np.ones(5),
        updates=4,
    )


def test_the_start_knows_nothing() -> None:
    start = empty_subspace(5, 2, 5, 5, np.dtype(np.float32), 3)
    assert start.basis.shape == (0, 5)
    assert start.outside.dtype == start.recent.dtype == np.float32
    assert start.rows.shape == start.spare.shape == (3, 5)


def test_a_state_is_plain_and_complete() -> None:
    state = memory().state_dict()
    again = subspace_from_state(state, empty_subspace(5, 2, 5, 5, np.dtype(np.float64), 0))
    assert again.rank == 2
    for name, value in again.state_dict().items():
        np.testing.assert_array_equal(value, state[name])
    for name in state:
        short = {key: value for key, value in state.items() if key != name}
        with pytest.raises(InvalidInputError, match=f"lacks {name}"):
            subspace_from_state(short, empty_subspace(5, 2, 5, 5, np.dtype(np.float64), 0))


@pytest.mark.parametrize(
    ("name", "bad", "message"),
    [
        ("roots", np.array([2.0, 3.0]), "roots must descend"),
        ("roots", np.array([3.0, 0.0]), "have a row for each"),
        ("rows", np.ones((2, 5)), "rows must be orthonormal"),
        ("lost", -0.5, "lost must be a finite number"),
        ("outside", -np.ones(5), "outside must hold finite numbers"),
        ("inside", np.ones((1, 3)), "inside must"),
        ("inside", np.ones((0, 2)), "inside must"),
        ("recent", np.ones(4), "recent must"),
        ("recent", -np.ones(5), "recent must hold finite numbers"),
    ],
)
def test_bad_states(name: str, bad: Any, message: str) -> None:
    like = empty_subspace(5, 2, 5, 5, np.dtype(np.float64), 0)
    with pytest.raises(InvalidInputError, match=message):
        subspace_from_state({**memory().state_dict(), name: bad}, like)


def test_a_new_unit_changes_no_number() -> None:
    old = memory()
    assert rescaled_subspace(old, 2.0**252) is old
    new = rescaled_subspace(old, 2.0**300)
    assert new.exponent == 301
    for name, power in (
        ("roots", 1),
        ("pending", 1),
        ("inside", 1),
        ("outside", 2),
        ("recent", 2),
        ("lost", 2),
    ):
        np.testing.assert_array_equal(
            np.ldexp(np.array(getattr(new, name)), power * new.exponent),
            np.ldexp(np.array(getattr(old, name)), power * old.exponent),
        )
