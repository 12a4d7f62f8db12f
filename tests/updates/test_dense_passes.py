"""Each pass against the formula that its docstring states."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.projections._chunks import CHUNK
from compadagrad.updates._dense_passes import (
    bend,
    first_move,
    first_residual,
    gather,
    move,
    outside,
    residual_of,
    solution,
)

Array = NDArray[Any]
K, N, LAM = 5, 2 * CHUNK + 7, 0.25
RNG = np.random.default_rng(0)
U = np.linalg.qr(RNG.standard_normal((N, K)))[0].T.copy()
D = np.exp(RNG.uniform(-1, 1, N))
G, A, R, W, Y = RNG.standard_normal((5, N))
WA, S = RNG.standard_normal((2, N))
P, Q, C, CA = RNG.standard_normal((4, K))
FREE = pytest.mark.parametrize("free", [-1, 0, CHUNK, N - 1])
NONE = A[:0]


def room() -> Array:
    return np.full(N, np.nan)


def same(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def weights(free: int) -> Array:
    """lam for every coordinate but the free one."""
    return np.where(np.arange(N) == free, 0.0, LAM)


@FREE
def test_gather(free: int) -> None:
    r = room()
    v, va, pulled, gram, most = gather(U, D, LAM, G, A, free, r)
    same(r, -(G + weights(free) * A))
    same(v, U @ r)
    same(va, U @ A)
    same(pulled, U @ (r / (D + LAM)))
    same(gram, (U / (D + LAM)) @ U.T)
    assert most == D.max()


def test_outside() -> None:
    y = room()
    py = outside(U, D, LAM, R, P, y)
    same(y, (R - P @ U) / (D + LAM))
    same(py, U @ y)


def test_solution() -> None:
    out = room()
    solution(U, D, LAM, Y, P, Q, out)
    same(out, P @ U + Y - (Q @ U) / (D + LAM))


@pytest.mark.parametrize("column", [NONE, Y], ids=["without", "with"])
def test_the_first_move(column: Array) -> None:
    """With a column the projection of the step is known ahead; without, it is what lies inside."""
    s, trial, w, wa = (room() for _ in range(4))
    expected = P @ U + (R - Q @ U) / (D + LAM)
    if column.size:
        expected += 0.5 * column
    ahead = C if column.size else P
    v, pw, pwa = first_move(
        U, D, LAM, R, P, Q, ahead, 0.5, column, A, CA, s, trial, w, wa
    )  # fmt: skip
    same(s, expected)
    np.testing.assert_array_equal(trial, A + s)
    same(v, U @ (trial - A))
    same(w, D * ((trial - A) - ahead @ U))
    same(wa, D * (A - CA @ U))
    same(pw, U @ w)
    same(pwa, U @ wa)


@FREE
def test_the_first_residual(free: int) -> None:
    r = room()
    top, force, pull, given = first_residual(U, G, W, C, WA, CA, LAM, free, Y, r)
    same(r, -(G + W + C @ U + weights(free) * Y))
    assert top == np.abs(r).max()
    same(force, np.abs(G - (WA + CA @ U)).max())
    same(pull, np.abs(WA + CA @ U).max())
    assert given == np.abs(G).max()


def test_a_move_without_a_column() -> None:
    s, trial = S.copy(), room()
    v = move(U, D, LAM, Y, P, Q, 0.0, NONE, A, s, trial)
    same(s, S + P @ U + Y - (Q @ U) / (D + LAM))
    np.testing.assert_array_equal(trial, A + s)
    same(v, U @ (trial - A))


def test_a_move_with_a_column_onto_its_own_y() -> None:
    s, y = R.copy(), Y.copy()
    v = move(U, D, LAM, y, P, Q, 0.5, W, A, s, y)
    same(s, R + P @ U + Y - (Q @ U) / (D + LAM) + 0.5 * W)
    np.testing.assert_array_equal(y, A + s)
    same(v, U @ (y - A))


def test_bend() -> None:
    w = room()
    pw = bend(U, D, Y, A, P, w)
    same(w, D * ((Y - A) - P @ U))
    same(pw, U @ w)


@FREE
def test_residual_of(free: int) -> None:
    r = room()
    top = residual_of(U, G, W, C, LAM, free, Y, r)
    same(r, -(G + W + C @ U + weights(free) * Y))
    assert top == np.abs(r).max()
