"""Three coordinates at a time, by hand."""

import numpy as np
import pytest

from compadagrad.updates._pieces import (
    descent,
    face_of_point,
    face_of_slacks,
    first_end,
    free_residual,
    half_way,
    move_to_pieces,
    release,
    shift_of_face,
    stop_at,
)

INF = np.float64(np.inf)
ZERO, ONE, TWO = np.float64(0), np.float64(1), np.float64(2)


def sides(*values: int) -> np.ndarray:
    return np.array(values, np.int8)


def test_shift_of_face() -> None:
    out = np.empty(3)
    shift_of_face(sides(1, 0, -1), 2.0, np.array([1.0, 2.0, 3.0]), out)
    np.testing.assert_array_equal(out, [2.0, np.inf, 6.0])


def test_free_residual() -> None:
    x, q = np.array([1.0, 0.0, -2.0]), np.array([3.0, 9.0, 1.0])
    out = np.empty(3)
    largest = free_residual(x, q, sides(1, 0, -1), 2.0, ONE, ONE, out)
    np.testing.assert_array_equal(out, [-(3 + 2 + 2), 0.0, -(1 - 4 - 2)])
    assert largest == 7.0


def test_free_residual_of_nan() -> None:
    out = np.empty(1)
    q = np.array([np.nan])
    assert np.isnan(free_residual(np.ones(1), q, sides(1), 1.0, ONE, ZERO, out))


def test_move_to_pieces() -> None:
    x = np.array([0.5, -0.5, 3.0, -0.5, -3.0, -5.0])
    side = sides(1, 1, 1, -1, -1, 0)
    assert move_to_pieces(x, side, 1.0, ONE, np.float64(-2), np.float64(2)) == 3
    np.testing.assert_array_equal(x, [0.5, 0.0, 2.0, -0.5, -2.0, -5.0])
    np.testing.assert_array_equal(side, sides(1, 0, 0, -1, 0, 0))


def test_without_a_kink_zero_is_no_end() -> None:
    x, side = np.array([-0.5]), sides(1)
    assert move_to_pieces(x, side, 1.0, ZERO, -INF, INF) == 0
    assert x[0] == -0.5


@pytest.mark.parametrize(
    ("x", "q", "lower", "upper", "expected"),
    [
        (0.0, -1.5, -2, 2, 1),  # pulled off the kink
        (0.0, 1.5, -2, 2, -1),
        (0.0, 0.9, -2, 2, 0),  # held by it
        (0.0, 1.0, -2, 2, 0),  # and exactly so
        (2.0, -0.5, -2, 2, -1),  # the weight alone pulls it off the bound
        (2.0, -1.5, -2, 2, 0),
        (-2.0, 0.5, -2, 2, 1),
        (0.0, 1.5, 0, 2, 0),  # a bound at 0
        (0.0, -1.5, 0, 2, 1),
        (1.0, -9.0, 1, 1, 0),  # equal bounds
        (1.0, 9.0, 1, 1, 0),
    ],
)
def test_release(x: float, q: float, lower: float, upper: float, expected: int) -> None:
    side = sides(0)
    arguments = (ONE, ZERO, np.float64(lower), np.float64(upper))
    count = release(np.array([x]), np.array([q]), side, 1e-12, 1.0, *arguments)
    released = {1: 1 if x >= 0 else -1, -1: 1 if x > 0 else -1, 0: 0}[expected]
    assert side[0] == released
    assert count == abs(expected)


def test_face_of_point() -> None:
    side = np.empty(5, np.int8)
    x = np.array([0.0, 0.5, -0.5, 2.0, -2.0])
    face_of_point(x, 1.0, ONE, np.float64(-2), np.float64(2), side)
    np.testing.assert_array_equal(side, sides(0, 1, -1, 0, 0))
    face_of_point(x, 1.0, ZERO, -INF, INF, side)
    np.testing.assert_array_equal(side, sides(1, 1, -1, 1, -1))


def test_face_of_slacks() -> None:
    x = np.array([1e-9, 0.5, 1.0, 0.3])
    s = np.array([[1e-9, 1e-9, 1, 1], [1e-9, 1.0, 1, 1], [1, 1, 1e-9, 0.7], [1, 1, 1, 0.3]])
    z = np.array([[0.5, 1.0, 0, 0], [0.5, 1e-9, 0, 0], [0, 0, 1.0, 1e-9], [0, 0, 0, 1e-9]])
    side = np.empty(4, np.int8)
    lower, upper = np.full(4, -INF), np.array([INF, INF, 1.0, 1.0])
    face_of_slacks(x, s, z, np.ones(4), lower, upper, side)
    np.testing.assert_array_equal(side, sides(0, 1, 0, 1))
    np.testing.assert_array_equal(x, [0.0, 0.5, 1.0, 0.3])


def test_first_end_and_stop_at() -> None:
    x = np.array([1.0, 1.0, -1.0, 5.0])
    way = np.array([-2.0, -1.0, 0.5, 9.0])
    side = sides(1, 1, -1, 0)
    bounds = (-INF, INF)
    step = first_end(x, way, side, 1.0, ONE, *bounds)
    assert step == 0.5
    stop_at(x, way, step, side, 1.0, ONE, *bounds)
    np.testing.assert_array_equal(x, [0.0, 0.5, -0.75, 5.0])
    np.testing.assert_array_equal(side, sides(0, 1, -1, 0))
    assert first_end(x, 0 * way, side, 1.0, ONE, *bounds) == 1.0


def test_descent() -> None:
    x, end, side = np.array([1.0, 0.0, 3.0]), np.array([3.0, 1.0, 3.5]), sides(1, -1, 0)
    q, slope = np.array([0.0, 1.0, 5.0]), np.array([4.0, 2.0, 5.0])
    promised, bent = descent(x, q, side, end, slope, 2.0, ONE, ONE)
    assert promised == -(0 + 2 * 1 + 2) * 2 - (1 + 0 - 2) * 1
    assert bent == (4 + 2 * 2) * 2 + (1 + 2) * 1 + (2 * 0.5) * 0.5


def test_half_way() -> None:
    """<g, d> + <d, A d> / 2 for A = 3 and d = 2."""
    anchor, g = np.array([1.0], np.float32), np.array([5.0], np.float32)
    assert half_way(np.array([3.0]), anchor, g, np.array([5.0 + 3 * 2])) == 5 * 2 + 3 * 2 * 2 / 2
