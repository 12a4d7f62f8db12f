from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.spectral._checked import checked_coordinates, checked_decomposition, checked_rows


def test_what_kernels_take_comes_out() -> None:
    s, W = checked_decomposition([2, 1], np.eye(3, dtype=np.float32)[:, :2].T)
    assert s.dtype == W.dtype == np.float64
    assert s.flags.c_contiguous
    assert W.flags.c_contiguous


def test_good_arrays_are_not_copied() -> None:
    s, W = np.ones(2), np.eye(2)
    checked = checked_decomposition(s, W)
    assert checked[0] is s
    assert checked[1] is W


def test_nothing_is_fine() -> None:
    s, W = checked_decomposition([], np.empty((0, 3)))
    assert s.shape == (0,)
    assert W.shape == (0, 3)
    assert checked_coordinates("Z", np.empty((0, 2)), 2, 2).shape == (0, 2)


@pytest.mark.parametrize(
    ("roots", "rows", "message"),
    [
        ([[1.0]], np.eye(1), r"roots must have 1 dimension, got shape \(1, 1\)"),
        ([1.0], [1.0], r"rows must have 2 dimensions, got shape \(1,\)"),
        ([1.0, 1.0], np.ones((2, 1)), r"no more than their length, got shape \(2, 1\)"),
        ([1.0], np.eye(2), "one entry for each of the 2 rows, got 1"),
        ([1.0, 2.0], np.eye(2), r"non-negative and descend, got \[1. 2.\]; sort them"),
        ([1.0, -1.0], np.eye(2), "non-negative and descend"),
        ([np.inf, 1.0], np.eye(2), r"roots must be finite, got inf at index \(0,\)"),
        ([1.0, 1.0], [[1, 0], [0, np.nan]], r"rows must be finite, got nan at index \(1, 1\)"),
        (["a"], np.eye(1), "roots must hold float32, float64 or integer numbers"),
    ],
)
def test_bad_decompositions(roots: Any, rows: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        checked_decomposition(roots, rows)


def test_bad_rows() -> None:
    with pytest.raises(InvalidInputError, match="rows must have 2 dimensions"):
        checked_rows(1.0)


def test_bad_coordinates() -> None:
    with pytest.raises(InvalidInputError, match=r"each of the 3 rows, got shape \(2,\).*rows @ g"):
        checked_coordinates("z", [1.0, 2.0], 3, 1)
    with pytest.raises(InvalidInputError, match=r"Z must have 2 dimensions, got shape \(3,\)"):
        checked_coordinates("Z", np.ones(3), 3, 2)
    with pytest.raises(InvalidInputError, match=r"z must be finite, got -inf at index \(1,\)"):
        checked_coordinates("z", [1.0, -np.inf], 2, 1)
