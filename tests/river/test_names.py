import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compadagrad import InvalidInputError
from compadagrad.river.names import hashed_name, stable_bytes

LEAVES = st.text() | st.integers() | st.floats(allow_nan=False) | st.booleans()
NAMES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)


@given(NAMES, NAMES)
def test_names_have_the_same_bytes_exactly_when_they_are_equal(a: object, b: object) -> None:
    assert (stable_bytes(a) == stable_bytes(b)) == (a == b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1, 1.0),
        (True, 1),
        (np.int64(7), 7),
        (np.float64(0.5), 0.5),
        (np.bool_(True), 1),
        (np.str_("a"), "a"),
        (("a", 1), ("a", True)),
        (-0.0, 0),
    ],
    ids=repr,
)
def test_equal_names_of_different_types_have_the_same_bytes(a: object, b: object) -> None:
    assert a == b
    assert stable_bytes(a) == stable_bytes(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [("1", 1), ("a", ("a",)), (("ab", "c"), ("a", "bc")), ((("a",), "b"), ("a", ("b",)))],
    ids=repr,
)
def test_names_that_look_alike_have_different_bytes(a: object, b: object) -> None:
    assert stable_bytes(a) != stable_bytes(b)


@pytest.mark.parametrize(
    "name",
    [None, object(), frozenset("ab"), b"bytes", ("a", None)],
    ids=["None", "object", "set", "bytes", "tuple"],
)
def test_names_that_cannot_be_told_apart_in_another_process_are_refused(name: object) -> None:
    with pytest.raises(InvalidInputError, match="name must be a string, a number or a tuple"):
        stable_bytes(name)


@pytest.mark.parametrize("name", [float("nan"), float("inf")])
def test_names_that_are_no_finite_numbers_still_have_bytes(name: float) -> None:
    assert stable_bytes(name) == stable_bytes(name)


def test_hashes_are_the_same_in_another_process_with_another_seed_of_python() -> None:
    program = (
        "from compadagrad.river.names import hashed_name;"
        "print(hashed_name('word', 3), hashed_name(('a', 1), 3))"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("1", "2")
    ]
    here = [str(hashed_name("word", 3)), str(hashed_name(("a", 1), 3))]
    assert found == [here, here]


def test_hashes_are_spread_and_differ_by_seed() -> None:
    columns = np.bincount([hashed_name(f"w{i}", 0) % 64 for i in range(6400)], minlength=64)
    assert columns.min() > 50
    assert columns.max() < 160
    signs = sum(hashed_name(f"w{i}", 0) & 1 for i in range(6400))
    assert abs(signs - 3200) < 250
    assert hashed_name("word", 0) != hashed_name("word", 1)
