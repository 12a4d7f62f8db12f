from functools import partial
from typing import Any

import numpy as np
import pytest

from compadagrad.projections import SRHT, Coordinates
from compadagrad.updates._shift import (
    blocks_into,
    product_into,
    reciprocal_shift,
    scaled_slack,
    sides_into,
    slack,
    solution_into,
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


@pytest.mark.parametrize("make", [SRHT, Coordinates])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_passes_through_a_subspace(make: Any, dtype: Any) -> None:
    """Against dense matrices."""
    rng = np.random.default_rng(0)
    projection = make(16, 5, seed=0)
    V = projection.lift(np.eye(5)).T
    basis = projection.compiled(np.dtype(np.float64))
    d, g, anchor = (np.abs(rng.standard_normal((3, 16))) + 0.1).astype(dtype)
    r, theta = rng.standard_normal(16), rng.choice([0.0, 0.7, np.inf], 16)
    rows, kappa = np.linalg.qr(rng.standard_normal((5, 5)))[0], np.arange(1.0, 6.0)
    close = partial(np.testing.assert_allclose, rtol=0, atol=1e-12)

    work, out = np.empty((2, 16))
    P = np.eye(16) - V @ V.T
    A = V @ rows.T @ np.diag(kappa) @ rows @ V.T + P @ np.diag(d.astype(float)) @ P
    product_into(basis, rows, kappa, d, None, None, r, work, out)
    close(out, A @ r)
    product_into(basis, rows, kappa, d, anchor, g, r, work, out)
    close(out, g + A @ (r - anchor))

    b, blocks = np.empty(16), np.empty((3, 5, 5))
    blocks_into(basis, d, theta, b, work, *blocks)
    close(b, 1 / (d + theta))
    for block, weights in zip(blocks, (d * (1 - d * b), 1 - d * b, b), strict=True):
        close(block, V.T @ np.diag(weights) @ V)

    top, low, p, q = np.empty((4, 5))
    sides_into(basis, b, d, r, work, top, low)
    close(top, V.T @ (b * r))
    close(low, V.T @ (d * b * r))
    p, q = rng.standard_normal((2, 5))
    solution_into(basis, b, d, r, p, q, work, out)
    close(out, b * (r - V @ p - d * (V @ q)))
