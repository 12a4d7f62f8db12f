from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.losses._targets import Labels, as_targets


@pytest.mark.parametrize(
    ("labels", "y", "message"),
    [
        ("binary", 0, r"the labels -1 and 1, got 0\.0; make them .* numpy\.where\(y == positive"),
        ("binary", [1, 1, 0, 2], r"the labels -1 and 1, got 0\.0 at entry 2; "),
        ("binary", [[1, 1], [-1, 3]], r"the labels -1 and 1, got 3\.0 at entry \(1, 1\); "),
        ("real", [1.0, np.nan], "finite numbers, got nan at entry 1; leave out examples"),
        ("count", [1.0, -2.0], r"0 or more, got -2\.0 at entry 1; "),
        ("count", np.inf, "0 or more, got inf; "),
    ],
)
def test_wrong_targets(labels: Labels, y: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=f"^y must hold .*{message}"):
        as_targets(labels, y)


def test_what_is_no_array_of_numbers() -> None:
    hostile: list[Any] = ["spam", None, 1j, ["1"]]
    for bad in hostile:
        with pytest.raises(InvalidInputError, match="y must hold float32, float64 or integer"):
            as_targets("binary", bad)
    with pytest.raises(InvalidInputError, match="y is empty"):
        as_targets("real", [])


@pytest.mark.parametrize(
    ("labels", "y"),
    [
        ("binary", [-1, 1]),
        ("binary", np.array([-1, 1], np.int8)),
        ("real", [-1e308, 0.0, -0.0]),
        ("count", [0, -0.0, 0.5, 1e308]),
        ("count", np.array([2**40], np.uint64)),
    ],
)
def test_right_targets(labels: Labels, y: Any) -> None:
    found = as_targets(labels, y)
    assert found.dtype == np.float64
    assert found.flags.carray
    np.testing.assert_array_equal(found, y)


def test_read_only_and_strided_targets() -> None:
    y = np.array([1.0, 5.0, -1.0, 5.0])
    y.flags.writeable = False
    assert as_targets("binary", y[::2]).tolist() == [1.0, -1.0]
