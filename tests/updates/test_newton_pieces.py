"""Each pass against its formula, and against the one in float64 that other solvers go by."""

from typing import Any

import numpy as np
import pytest

from compadagrad.regularizers._loops import kkt_distance
from compadagrad.updates import _newton_pieces as pieces
from compadagrad.updates._pieces import release
from updates.problems import Array
from updates.tiled_faces import TiledFace

DTYPES = [np.float32, np.float64]


@pytest.fixture(scope="module", params=DTYPES)
def face(request: pytest.FixtureRequest) -> TiledFace:
    return TiledFace(request.param)


def test_the_weights_of_three_gram_matrices(face: TiledFace) -> None:
    a = face.D * face.b
    for which, expected in enumerate((face.D * (1 - a), 1 - a, face.b)):
        out = np.full_like(face.x, np.nan)
        pieces.weights_of(face.side, face.D, face.w, face.l2, which, out)
        face.close(out, expected)
        if which == 2:
            np.testing.assert_array_equal(out != 0, face.free)


def violation(face: TiledFace, q: Array) -> float:
    return float(pieces.violation(face.tiling, face.x, q, face.w, *face.terms))


@pytest.mark.parametrize("many", [True, False])
@pytest.mark.parametrize("dtype", DTYPES)
def test_violation(dtype: Any, many: bool) -> None:
    face = TiledFace(dtype, many=many)
    expected = float(kkt_distance(face.x.astype(float), face.q.astype(float), *face.wide))
    assert expected > 1.0
    face.close(violation(face, face.q), expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_no_violation_exactly_on_the_kinks(dtype: Any) -> None:
    """Every slope at the end of what its kink holds."""
    face = TiledFace(dtype, many=False)
    face.x[:] = 0.0
    face.x[::3], face.x[1::3] = face.lower, face.upper
    hold = face.w * face.l1
    q = np.where(face.x == 0, hold, 0).astype(dtype)
    q[::3] = -(face.w * (face.l2 * face.lower)) + hold
    q[1::3] = -(face.w * (face.l2 * face.upper)) - hold
    assert violation(face, q) == 0.0
    assert violation(face, q * dtype(1.01)) > 0.0


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", DTYPES)
def test_what_is_not_a_number_is_no_small_violation(dtype: Any, bad: float) -> None:
    face = TiledFace(dtype, many=False)
    face.q[face.n - 3] = bad
    assert not violation(face, face.q) < np.inf


@pytest.mark.parametrize("threshold", [0.0, 0.5])
def test_those_that_are_pulled_are_released(face: TiledFace, threshold: float) -> None:
    """As in float64, but for what lies within rounding of the threshold."""
    least, narrow = face.dtype.type(threshold), face.side.copy()
    freed = pieces.free_pulled(face.x, face.q, narrow, least, face.w, *face.terms)
    x, q, (w, *wide) = face.x.astype(float), face.q.astype(float), face.wide
    sides = [face.side.copy() for _ in "ab"]
    for side, shift in zip(sides, (-1e-5, 1e-5), strict=True):
        release(x, q, side, threshold + shift, w, *wide)
    sure = sides[0] == sides[1]
    assert freed
    assert sure.mean() > 0.999
    np.testing.assert_array_equal(narrow[sure], sides[0][sure])
    assert np.count_nonzero(narrow != face.side) > 1000
    np.testing.assert_array_equal(narrow[face.free], face.side[face.free])


def test_nothing_is_released_below_the_threshold(face: TiledFace) -> None:
    side, far = face.side.copy(), face.dtype.type(1e6)
    assert not pieces.free_pulled(face.x, face.q, side, far, face.w, *face.terms)
    np.testing.assert_array_equal(side, face.side)
