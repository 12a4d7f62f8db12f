"""Each pass against the formula that its docstring states."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.projections._chunks import CHUNK
from compadagrad.updates._dense_passes import (
    begin,
    bend,
    move,
    outside,
    residual_of,
    solution,
    weigh,
)

Array = NDArray[Any]
K, N, LAM = 5, 2 * CHUNK + 7, 0.25
RNG = np.random.default_rng(0)
U = np.linalg.qr(RNG.standard_normal((N, K)))[0].T.copy()
D = np.exp(RNG.uniform(-1, 1, N))
G, A, R, W, Y = RNG.standard_normal((5, N))
P, Q, C = RNG.standard_normal((3, K))


def room() -> Array:
    return np.full(N, np.nan)


def same(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("free", [-1, 0, CHUNK, N - 1])
def test_begin(free: int) -> None:
    r = room()
    v, va = begin(U, G, A, LAM, free, r)
    weights = np.where(np.arange(N) == free, 0.0, LAM)
    same(r, -(G + weights * A))
    same(v, U @ r)
    same(va, U @ A)


def test_weigh() -> None:
    y, w = room(), room()
    py, pw, gram = weigh(U, D, LAM, R, P, A, Q, y, w)
    same(y, (R - P @ U) / (D + LAM))
    same(w, D * (A - Q @ U))
    same(py, U @ y)
    same(pw, U @ w)
    same(gram, (U / (D + LAM)) @ U.T)


def test_outside() -> None:
    y = room()
    py = outside(U, D, LAM, R, P, y)
    same(y, (R - P @ U) / (D + LAM))
    same(py, U @ y)


def test_solution() -> None:
    out = room()
    solution(U, D, LAM, Y, P, Q, out)
    same(out, P @ U + Y - (Q @ U) / (D + LAM))


def test_the_first_move() -> None:
    s, trial = room(), room()
    v, force, pull, given = move(U, D, LAM, Y, P, Q, 0.0, A[:0], A, s, trial, G, W, C)
    same(s, P @ U + Y - (Q @ U) / (D + LAM))
    np.testing.assert_array_equal(trial, A + s)
    same(v, U @ (trial - A))
    same(force, np.abs(G - (W + C @ U)).max())
    same(pull, np.abs(W + C @ U).max())
    assert given == np.abs(G).max()


def test_a_later_move_with_a_column_onto_its_own_y() -> None:
    s, y = R.copy(), Y.copy()
    v, *_ = move(U, D, LAM, y, P, Q, 0.5, W, A, s, y, G, W, C[:0])
    same(s, R + P @ U + Y - (Q @ U) / (D + LAM) + 0.5 * W)
    np.testing.assert_array_equal(y, A + s)
    same(v, U @ (y - A))


def test_bend() -> None:
    w = room()
    pw = bend(U, D, Y, A, P, w)
    same(w, D * ((Y - A) - P @ U))
    same(pw, U @ w)


@pytest.mark.parametrize("free", [-1, 0, CHUNK, N - 1])
def test_residual_of(free: int) -> None:
    r = room()
    top = residual_of(U, G, W, C, LAM, free, Y, r)
    weights = np.where(np.arange(N) == free, 0.0, LAM)
    same(r, -(G + W + C @ U + weights * Y))
    assert top == np.abs(r).max()
