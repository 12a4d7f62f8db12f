import math

import numpy as np
import pytest

from compadagrad.spectral._numba.bracket import next_offset, start
from compadagrad.spectral._numba.secular import secular_roots
from spectral.cases import participants


@pytest.mark.parametrize("m", [1, 2, 20])
def test_the_bracket_holds_the_root_and_the_guess(m: int) -> None:
    for s, z in participants(m):
        base, found = np.empty(s.size, np.int64), np.empty(s.size)
        secular_roots(s, z, base, found)
        nearer = np.empty(s.size, np.int64)
        tau, low, high, rest = np.empty((4, s.size))
        start(s, z, nearer, tau, low, high, rest)
        np.testing.assert_array_equal(nearer, base)
        assert (low <= found + 1e-14 * np.abs(found)).all()
        assert (found <= high + 1e-14 * np.abs(found)).all()
        assert ((low <= tau) & (tau <= high)).all()
        assert (low * high > 0).all()


def test_two_poles_are_guessed_exactly() -> None:
    s, z = np.array([1.0, 0.5]), np.array([0.3, 0.4])
    nearer = np.empty(2, np.int64)
    tau, low, high, rest = np.empty((4, 2))
    start(s, z, nearer, tau, low, high, rest)
    exact = np.linalg.eigvalsh(np.diag(s**2) + np.outer(z, z))[::-1]
    np.testing.assert_allclose(s[nearer] ** 2 + tau, exact, rtol=1e-15)


def test_a_step_is_exact_for_two_poles() -> None:
    """f = 1 - 0.2 / t + 0.3 / (1 - t) from t = 0.5 in one step."""
    t, f, below, above = 0.5, 1 - 0.4 + 0.6, 0.2 / 0.25, 0.3 / 0.25
    new = next_offset(f, below, above, -t, 1 - t, t, 1e-9, t)
    assert 1 - 0.2 / new + 0.3 / (1 - new) == pytest.approx(0, abs=1e-14)


def test_a_step_is_exact_for_one_pole() -> None:
    new = next_offset(1 - 0.2 / 0.5, 0.2 / 0.25, 0.0, -0.5, math.inf, 0.5, 1e-9, 0.5)
    assert new == pytest.approx(0.2, abs=1e-15)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_step_that_leaves_the_bracket_halves_it(sign: float) -> None:
    low, high = sorted([sign * 1e-8, sign * 1e-4])
    new = next_offset(1 - 0.2 / 0.5, 0.2 / 0.25, 0.0, -0.5, math.inf, sign * 1e-4, low, high)
    assert new == pytest.approx(sign * 1e-6)


def test_an_exhausted_bracket_gives_the_offset_back() -> None:
    t = 0.7
    assert next_offset(-1e-3, 1.0, 1.0, -t, 1 - t, t, t, math.nextafter(t, 1)) == t
