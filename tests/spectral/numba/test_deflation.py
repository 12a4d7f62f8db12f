from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.spectral._numba.deflation import deflate, rotate

Array = NDArray[Any]
TOLERANCE = 1e-15


def deflated(s: Array, z: Array) -> tuple[int, Array, Array, Array]:
    slot, partner, turns = (
        np.empty(s.size, np.int64),
        np.empty(s.size, np.int64),
        np.empty((2, s.size)),
    )
    count = deflate(s, z, slot, partner, turns, TOLERANCE)
    return count, slot, partner, turns


def test_nothing_to_leave_alone() -> None:
    s, z = np.array([1.0, 0.5, 0.0]), np.array([0.1, -0.2, 0.3])
    count, slot, _, _ = deflated(s, z)
    assert count == 3
    np.testing.assert_array_equal(slot, [0, 1, 2])
    np.testing.assert_array_equal(s, [1.0, 0.5, 0.0])
    np.testing.assert_array_equal(z, [0.1, -0.2, 0.3])


def test_negligible_entries() -> None:
    above = np.nextafter(TOLERANCE, 1)
    count, slot, partner, _ = deflated(
        np.linspace(1, 0, 5), np.array([0.0, -TOLERANCE, -above, 1.0, TOLERANCE])
    )
    assert count == 2
    np.testing.assert_array_equal(slot, [2, 3, 0, 1, 4])
    assert (partner < 0).all()


def test_one_row_carries_equal_poles() -> None:
    s = np.array([1.0, 1.0, 0.5, 0.0, 0.0, 0.0])
    z = np.array([0.3, -0.4, 0.2, 0.1, 0.0, -0.7])
    before = z.copy()
    count, slot, partner, turns = deflated(s, z)
    assert count == 3
    np.testing.assert_array_equal(slot, [0, 2, 3, 1, 4, 5])
    np.testing.assert_array_equal(partner[[1, 5]], [0, 3])
    rows = np.eye(6)
    for i in (1, 5):
        rotate(rows[partner[i]], rows[i], turns[0, i], turns[1, i])
    np.testing.assert_allclose(rows @ rows.T, np.eye(6), atol=1e-15)
    turned = rows @ before
    np.testing.assert_allclose(turned[slot[:3]], z[slot[:3]], atol=1e-15)
    np.testing.assert_allclose(turned[slot[3:]], 0, atol=1e-15)


def test_small_poles_are_not_taken_for_equal() -> None:
    s = np.array([1.0, 1e-12, 1e-12 * (1 - 1e-15), 1e-20, 0.0])
    assert deflated(s, np.ones(5))[0] == 5


def test_poles_out_of_range_are_zeros_if_they_take_part() -> None:
    s = np.array([1.0, 1e-40, 1e-50, 1e-60])
    count, slot, partner, _ = deflated(s, np.array([0.5, 0.5, 0.0, 0.5]))
    assert count == 2
    np.testing.assert_array_equal(s, [1.0, 0.0, 1e-50, 0.0])
    np.testing.assert_array_equal(slot, [0, 1, 2, 3])
    assert partner[3] == 1
