import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad.spectral._numba.secular import secular_roots
from spectral.cases import participants

Array = NDArray[Any]

EPS = 2.0**-53


def solved(s: Array, z: Array) -> tuple[Array, Array, int]:
    base, offset = np.empty(s.size, np.int64), np.empty(s.size)
    sweeps = secular_roots(s, z, base, offset)
    return base, offset, sweeps


def differences(s: Array, base: Array) -> Array:
    """``d_j - d_base`` for each root (row) and pole (column), in extended precision."""
    wide = s.astype(np.longdouble)
    return (wide - wide[base, None]) * (wide + wide[base, None])


def by_bisection(s: Array, z: Array, base: Array, sign: Array) -> Array:
    """The offsets from the same poles, on the given side, in extended precision."""
    away, weights = differences(s, base), z.astype(np.longdouble) ** 2
    low = np.full(s.size, 1e-100, np.longdouble)
    high = np.full(s.size, 4 * (1 + weights.sum()), np.longdouble)
    for i in range(1, s.size):
        high[i] = abs(away[i, i] + away[i, i - 1])  # one of them is zero
    for _ in range(140):
        middle = np.sqrt(low * high)
        f = 1 + (weights / (away - (sign * middle)[:, None])).sum(axis=1)
        beyond = f * sign > 0
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    return sign * high


@pytest.mark.parametrize("m", [1, 2, 3, 10, 33])
def test_against_bisection_in_extended_precision(m: int) -> None:
    for s, z in participants(m):
        base, offset, _ = solved(s, z)
        expected = by_bisection(s, z, base, np.sign(offset))
        terms = z.astype(np.longdouble) ** 2 / (differences(s, base) - expected[:, None])
        slope = (terms**2 / z**2).sum(axis=1)
        noise = (8 + math.sqrt(s.size)) * (1 + np.abs(terms).sum(axis=1)) / slope
        allowed = 3 * EPS * (noise + np.abs(expected))
        assert (np.abs(offset - expected) <= allowed).all()


@pytest.mark.parametrize("m", [2, 33])
def test_roots_are_measured_from_the_nearer_pole(m: int) -> None:
    for s, z in participants(m):
        base, offset, _ = solved(s, z)
        assert base[0] == 0
        assert 0 < offset[0] <= (z @ z) * (1 + 1e-14)
        index = np.arange(1, s.size)
        gaps = (s[:-1] - s[1:]) * (s[:-1] + s[1:])
        assert (base[1:] == np.where(offset[1:] > 0, index, index - 1)).all()
        assert (np.abs(offset[1:]) <= gaps / 2 * (1 + 1e-14)).all()
        assert (offset != 0).all()


def test_one_pole_is_solved_at_once() -> None:
    base, offset, sweeps = solved(np.array([0.5]), np.array([0.25]))
    assert (base[0], offset[0], sweeps) == (0, 0.0625, 1)


def test_few_sweeps() -> None:
    assert max(solved(s, z)[2] for s, z in participants(50)) <= 25
    rng = np.random.default_rng(0)
    s, z = np.sort(rng.random(200))[::-1].copy(), rng.standard_normal(200)
    assert solved(s, z / 20)[2] <= 12
