"""Each pass against its formula in float64, on two groups of tiles."""

import numpy as np
import pytest

from compadagrad.updates import _newton_slopes as slopes
from updates.problems import Array
from updates.tiled_faces import TiledFace, W


@pytest.fixture(scope="module", params=[np.float32, np.float64])
def face(request: pytest.FixtureRequest) -> TiledFace:
    return TiledFace(request.param)


def slope_at(face: TiledFace, point: Array) -> Array:
    """``g + D (s - V v) + V c``."""
    step = point.astype(float) - face.anchor
    slope: Array = face.g + face.D * (step - face.lift(face.v)) + face.lift(face.c)
    return slope


def test_bend(face: TiledFace) -> None:
    found = slopes.bend(*face.frame, face.x, face.anchor, face.v)
    assert found.dtype == np.float64
    step = face.x.astype(float) - face.anchor
    face.close(found, face.project(face.D * (step - face.lift(face.v))))


def test_slopes(face: TiledFace) -> None:
    q = np.full_like(face.x, np.nan)
    rise = slopes.slopes(*face.frame, face.x, face.anchor, face.g, face.v, face.c, q)
    expected = slope_at(face, face.x)
    face.close(q, expected)
    each = 0.5 * (face.g + expected) * (face.x.astype(float) - face.anchor)
    assert abs(rise - each.sum()) <= 30 * np.finfo(face.dtype).eps * np.abs(each).sum()


def test_slopes_after(face: TiledFace) -> None:
    guess, q = face.x[::-1].copy(), face.q.copy()
    promised, bent, rest = slopes.slopes_after(
        *face.frame, face.x, face.side, guess, face.anchor, face.g, face.v, face.c,
        face.w, face.l1, face.l2, q,
    )  # fmt: skip
    expected = slope_at(face, guess)
    face.close(q, expected)
    face.close(rest, np.abs(face.pull_at(guess, expected)).max())
    change = guess.astype(float) - face.x
    epsilon = np.finfo(face.dtype).eps
    falls = face.pull * change
    assert abs(promised - falls.sum()) <= 30 * epsilon * np.abs(falls).sum()
    rises = (expected - face.q + W * face.l2 * change) * change
    assert abs(bent - rises.sum()) <= 30 * epsilon * np.abs(rises).sum()


def test_force_of(face: TiledFace) -> None:
    found, terms = slopes.force_of(*face.frame, face.anchor, face.g, face.v, face.c)
    anchor = face.anchor.astype(float)
    pull = face.D * (anchor - face.lift(face.v)) + face.lift(face.c)
    face.close(found, np.abs(face.g - pull).max())
    face.close(terms, np.abs(face.g).max() + np.abs(pull).max())


def test_what_is_not_a_number_is_not_lost(face: TiledFace) -> None:
    g = face.g.copy()
    g[face.n // 2] = np.nan
    found = slopes.force_of(*face.frame, face.anchor, g, face.v, face.c)
    assert np.isnan(found).all()
