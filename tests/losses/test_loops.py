from typing import Any

import numpy as np
import pytest

from compadagrad.losses import _loops, _scalars

P = np.array([-2.0, 0.25, 1.0, np.nan])
Y = np.array([1.0, -1.0, 1.0, 1.0])


@pytest.mark.parametrize("targets", [Y, Y[:1]], ids=["each", "one for all"])
def test_the_scalars_entry_by_entry(targets: Any) -> None:
    for loop, scalar in (
        (_loops.values_into, _scalars.value_at),
        (_loops.slopes_into, _scalars.slope_at),
    ):
        for code in (_scalars.HINGE, _scalars.QUANTILE):
            out = np.zeros(4)
            loop(code, P, targets, 0.75, out)
            for_each = np.broadcast_to(targets, 4)
            expected = [scalar(code, P[i], for_each[i], 0.75) for i in range(4)]
            np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_are_added_up_in_float64(dtype: Any) -> None:
    a = np.array([[2.0**24, 1.0], [1.0, 2.0], [-(2.0**24), 3.0]], dtype)
    out = np.array([0.0, 10.0])
    _loops.average_into(np.array([1.0, 0.5, 1.0]), a, out)
    np.testing.assert_array_equal(out, [0.5, 15.0])


def test_first_outside() -> None:
    y = np.array([1.0, -1.0, 0.5, np.inf, np.nan])
    assert _loops.first_outside(_loops.BINARY, y) == 2
    assert _loops.first_outside(_loops.REAL, y) == 3
    assert _loops.first_outside(_loops.REAL, y[4:]) == 0
    assert _loops.first_outside(_loops.COUNT, y) == 1
    assert _loops.first_outside(_loops.COUNT, y[2:]) == 1
    assert _loops.first_outside(_loops.BINARY, y[:2]) == -1
    assert _loops.first_outside(_loops.COUNT, np.array([-0.0, 1e308])) == -1
