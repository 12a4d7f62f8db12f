from typing import Any

import numpy as np
import pytest

from compadagrad.updates import Certificate
from compadagrad.updates.rounding import held_to, narrowed

F64, F32 = np.dtype(np.float64), np.dtype(np.float32)


@pytest.mark.parametrize("force", [1.0, 1e-200, 1e200])
def test_residuals_are_relative_to_the_force(force: float) -> None:
    certificate = held_to(1e-8, 3e-9 * force, force, force, F64, 2, "closed form")
    assert certificate.residual == pytest.approx(3e-9)
    assert certificate.tolerance == 1e-8
    assert (certificate.iterations, certificate.solver) == (2, "closed form")
    assert certificate.ok
    assert not held_to(1e-8, 3e-8 * force, force, force, F64, 2, "closed form").ok


@pytest.mark.parametrize(("dtype", "epsilon"), [(F64, 2.0**-52), (F32, 2.0**-23)])
def test_where_terms_cancel_their_rounding_is_allowed_and_said(dtype: Any, epsilon: float) -> None:
    """u is 1e-10 of the terms that it is the difference of."""
    rounding = 64 * epsilon
    certificate = held_to(1e-8, 0.9 * rounding, 1e-10, 1.0, dtype, 0, "prox")
    assert certificate.residual == pytest.approx(0.9 * rounding / 1e-10)
    assert certificate.tolerance == pytest.approx(rounding / 1e-10)
    assert certificate.ok
    assert not held_to(1e-8, 1.1 * rounding, 1e-10, 1.0, dtype, 0, "prox").ok


def test_a_tolerance_below_rounding_is_raised_to_it() -> None:
    assert held_to(1e-300, 1e-15, 1.0, 1.0, F64, 0, "prox").tolerance == 64 * 2.0**-52


def test_no_force() -> None:
    """u = 0: what is left is relative to its terms, and to nothing where they are 0 too."""
    exact = held_to(1e-8, 0.0, 0.0, 5.0, F64, 0, "prox")
    assert (exact.residual, exact.ok) == (0.0, True)
    assert held_to(1e-8, 1e-3, 0.0, 5.0, F64, 0, "prox").residual == pytest.approx(2e-4)
    nothing = held_to(1e-8, 0.0, 0.0, 0.0, F64, 0, "prox")
    assert (nothing.residual, nothing.tolerance, nothing.ok) == (0.0, 1e-8, True)
    assert not held_to(1e-8, 1e-3, 0.0, 0.0, F64, 0, "prox").ok


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_a_number_is_not_good_enough(bad: float) -> None:
    assert not held_to(1e-8, bad, 1.0, 1.0, F64, 0, "prox").ok


def test_a_rounded_point_raises_the_tolerance_of_an_exact_one() -> None:
    rounded = narrowed(Certificate(1e-15, 3, "newton", 1e-5), 2e-4)
    assert rounded == Certificate(2e-4, 3, "newton", 2e-4)
    assert rounded.ok
    assert narrowed(Certificate(1e-15, 3, "newton", 1e-5), 2e-6).tolerance == 1e-5


def test_the_miss_of_an_inexact_point_remains_one() -> None:
    missed = narrowed(Certificate(1e-3, 3, "newton", 1e-5), 2e-3)
    assert missed == Certificate(2e-3, 3, "newton", 1e-5)
    assert not missed.ok
