"""Each pass against its formula, on two groups of tiles."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.projections import SRHT
from compadagrad.projections._tiles import GROUP, TILE_BYTES, tiling_of
from compadagrad.updates import _tiled_passes as passes

Array = NDArray[Any]

N = 2 * GROUP * TILE_BYTES // 8
K = 20
LAM = 0.25


@pytest.fixture(scope="module")
def space() -> SRHT:
    return SRHT(N, K, seed=1)


@pytest.fixture(scope="module")
def vectors() -> dict[str, Array]:
    rng = np.random.default_rng(0)
    drawn = dict(zip(("g", "a", "r", "x"), rng.standard_normal((4, N)), strict=True))
    small = dict(zip(("p", "q", "s", "t"), rng.standard_normal((4, K)), strict=True))
    return drawn | small | {"D": rng.uniform(0.5, 2.0, N)}


def frame(space: SRHT, like: Array) -> tuple[Any, Any]:
    basis: Any = space.compiled(like.dtype)
    return basis, tiling_of(basis, like)


def close(a: Any, b: Any) -> None:
    np.testing.assert_allclose(a, b, rtol=0, atol=1e-11)


def test_begin(space: SRHT, vectors: dict[str, Array]) -> None:
    g, a = vectors["g"], vectors["a"]
    v, va = passes.begin(*frame(space, g), g, a, LAM)
    close(v, space.project(-(g + LAM * a)))
    close(va, space.project(a))


def test_weigh(space: SRHT, vectors: dict[str, Array]) -> None:
    g, a, D, p, q = (vectors[name] for name in "gaDpq")
    b = np.empty(N)
    nu, pa = passes.weigh(*frame(space, g), D, LAM, g, a, p, q, b)
    close(b, 1 / (D + LAM))
    close(nu, space.project(b * (-(g + LAM * a) - space.lift(p))))
    close(pa, space.project(D * (a - space.lift(q))))


def test_outside(space: SRHT, vectors: dict[str, Array]) -> None:
    r, D, p = (vectors[name] for name in "rDp")
    nu = passes.outside(*frame(space, r), D, LAM, r, p)
    close(nu, space.project((r - space.lift(p)) / (D + LAM)))


def test_first_move(space: SRHT, vectors: dict[str, Array]) -> None:
    g, a, D, p, q, s, t = (vectors[name] for name in "gaDpqst")
    x = np.empty(N)
    v, u, terms = passes.first_move(*frame(space, g), D, LAM, g, a, s, t, p, q, x)
    r = -(g + LAM * a)
    close(x, a + space.lift(q) + (r - space.lift(p)) / (D + LAM))
    close(v, space.project(x - a))
    pull = space.lift(t) + D * (a - space.lift(s))
    assert u == pytest.approx(np.abs(g - pull).max(), rel=1e-12)
    assert terms == pytest.approx(np.abs(g).max() + np.abs(pull).max(), rel=1e-12)


def test_move(space: SRHT, vectors: dict[str, Array]) -> None:
    r, a, x, D, p, q = (vectors[name] for name in "raxDpq")
    trial = np.empty(N)
    v = passes.move(*frame(space, r), D, LAM, r, p, q, a, x, trial)
    close(trial, x + space.lift(q) + (r - space.lift(p)) / (D + LAM))
    close(v, space.project(trial - a))


def test_bend_and_residual(space: SRHT, vectors: dict[str, Array]) -> None:
    g, a, x, D, p, q = (vectors[name] for name in "gaxDpq")
    w = np.empty(N)
    bent = passes.bend(*frame(space, g), D, x, a, p, w)
    close(w, D * (x - a - space.lift(p)))
    close(bent, space.project(w))
    expected = -(g + w + space.lift(q) + LAM * x)
    largest = passes.residual_of(*frame(space, g), g, w, q, LAM, x)
    close(w, expected)
    assert largest == pytest.approx(np.abs(expected).max(), rel=1e-12)
