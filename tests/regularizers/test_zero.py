from fractions import Fraction
from typing import Any

import numpy as np

from compadagrad.regularizers import Zero
from regularizers.conformance import RegularizerConformance


class TestZero(RegularizerConformance):
    def make(self, weight: Any) -> Zero:
        return Zero()

    def phi(self, x: Fraction, weight: Fraction) -> Fraction:
        return Fraction(0)

    def kinks(self, step: Any, weight: Any) -> list[Any]:
        return []


def test_nothing_happens() -> None:
    r, x = Zero(), np.array([-1.5, 0.0, 1e300])
    np.testing.assert_array_equal(r.prox(x, 7.0), x)
    np.testing.assert_array_equal(r.distance(x, x), np.abs(x))
    assert r.value(x) == 0.0
    assert repr(r) == "Zero()"


def test_terms_are_numbers_with_any_padding() -> None:
    terms = Zero().terms(5, 8, np.float32)
    assert terms.uniform
    assert terms.smooth
    assert not terms.bounded
