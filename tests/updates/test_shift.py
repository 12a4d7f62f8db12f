import numpy as np

from compadagrad.updates._shift import (
    corrected,
    outside,
    reciprocal_shift,
    scaled,
    scaled_slack,
    slack,
)

D = np.array([1.0, 2.0, 4.0])
THETA = np.array([0.0, 6.0, np.inf])


def test_the_three_diagonals() -> None:
    out = np.empty(3)
    reciprocal_shift(THETA, D, out)
    np.testing.assert_array_equal(out, [1.0, 0.125, 0.0])
    slack(THETA, D, out)
    np.testing.assert_array_equal(out, [0.0, 0.75, 1.0])
    scaled_slack(THETA, D, out)
    np.testing.assert_array_equal(out, [0.0, 1.5, 4.0])


def test_huge_shifts_do_not_overflow() -> None:
    out = np.empty(1)
    scaled_slack(np.array([1e300]), np.array([1e200]), out)
    np.testing.assert_allclose(out, 1e200)


def test_the_passes() -> None:
    b, r = np.array([1.0, 0.5, 0.0]), np.array([3.0, 4.0, 5.0])
    y, dy = np.empty(3), np.empty(3)
    scaled(b, D, r, y, dy)
    np.testing.assert_array_equal(y, [3.0, 2.0, 0.0])
    np.testing.assert_array_equal(dy, [3.0, 4.0, 0.0])
    corrected(y, b, D, np.ones(3), r)
    np.testing.assert_array_equal(y, [3.0 - 4.0, 2.0 - 4.5, 0.0])
    inside = np.array([1.0, 1.0, 2.0])
    outside(r, D, inside)
    np.testing.assert_array_equal(inside, [2.0, 6.0, 12.0])
