"""Each pass against its formula in float64, on two groups of tiles."""

from typing import Any

import numpy as np
import pytest

from compadagrad.updates import _newton_passes as passes
from updates.problems import Array
from updates.tiled_faces import TiledFace, W

DTYPES = [np.float32, np.float64]


@pytest.fixture(scope="module", params=DTYPES)
def face(request: pytest.FixtureRequest) -> TiledFace:
    return TiledFace(request.param)


def test_pulls(face: TiledFace) -> None:
    arguments = (face.x, face.q, face.side, face.w, face.l1, face.l2)
    top, low, most = passes.pulls(*face.frame, *arguments)
    y = face.b * face.pull
    face.close(top, face.project(y))
    face.close(low, face.project(face.D * y))
    face.close(most, np.abs(face.pull).max())


def moved(face: TiledFace, step: float) -> tuple[Array, Array, Array, bool]:
    """The guess, its sides, its projection, and whether anything was stopped."""
    guess, sides = np.full_like(face.x, np.nan), np.full_like(face.side, 9)
    v, stopped = passes.points(
        *face.frame, face.x, face.q, face.side, face.anchor, face.p, face.m,
        face.dtype.type(step), face.w, *face.terms, guess, sides,
    )  # fmt: skip
    return guess, sides, v, stopped


def way(face: TiledFace) -> Array:
    rest = face.pull - face.free * (face.lift(face.p) + face.D * face.lift(face.m))
    return np.asarray(face.b * rest)


def ends(face: TiledFace) -> tuple[Array, Array]:
    """The pieces of free coordinates: between bounds, and on one side of a kink at 0."""
    kinked = W * face.l1 > 0
    left = np.where(kinked & (face.side > 0), np.maximum(face.lower, 0), face.lower)
    right = np.where(kinked & (face.side < 0), np.minimum(face.upper, 0), face.upper)
    return left, right


@pytest.mark.parametrize("step", [1.0, 0.25])
def test_points_stop_at_the_ends_of_pieces(face: TiledFace, step: float) -> None:
    guess, sides, v, stopped = moved(face, step)
    there, (left, right) = face.x + step * way(face), ends(face)
    expected = np.where(face.free, np.clip(there, left, right), face.x)
    face.close(guess, expected)
    assert stopped
    at_end = face.free & ((guess == left) | (guess == right))
    assert np.count_nonzero(at_end) > 1000
    np.testing.assert_array_equal(sides, np.where(at_end, 0, face.side))
    np.testing.assert_array_equal(guess[~face.free], face.x[~face.free])
    face.close(v, face.project(guess - face.anchor.astype(float)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_short_step_stops_nowhere(dtype: Any) -> None:
    face = TiledFace(dtype, many=False)
    face.x = (face.side * np.maximum(np.abs(face.x), 0.1)).clip(-1.9, 1.9).astype(dtype)
    guess, sides, _, stopped = moved(face, 1e-4)
    assert not stopped
    face.close(guess, face.x + 1e-4 * way(face))
    np.testing.assert_array_equal(sides, face.side)
