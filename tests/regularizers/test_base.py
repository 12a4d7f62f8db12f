from typing import ClassVar, final

import numpy as np
import pytest
from numpy.typing import ArrayLike

from compadagrad.regularizers import L1, Box, ElasticNet, Regularizer, SquaredL2, Zero
from compadagrad.regularizers._coefficients import Coefficient, as_weight
from compadagrad.regularizers._padding import Coefficients


@final
class Cone(Regularizer):
    """The least that a regularizer writes: here lam |x| for x >= 0."""

    kind: ClassVar[str] = "cone"
    parameters: ClassVar[tuple[str, ...]] = ("lam",)

    lam: Coefficient

    def __init__(self, lam: ArrayLike) -> None:
        self._keep(lam=as_weight("lam", lam))

    def _coefficients(self) -> Coefficients:
        return Coefficients(l1=self.lam, lower=0.0)


def test_the_least_member() -> None:
    r = Cone(2.0)
    c = np.array([-3.0, 0.5, 3.0])
    np.testing.assert_array_equal(r.prox(c, 0.5), [0.0, 0.0, 2.0])
    np.testing.assert_array_equal(r.nearest(c), [0.0, 0.5, 3.0])
    assert r.value([0.0, 1.0]) == 2.0
    assert r.value([-1.0, 1.0]) == np.inf
    assert r == Cone(2.0)
    assert repr(r) == "Cone(lam=2.0)"


def test_a_weight_holds_for_the_padding_and_a_bound_does_not() -> None:
    terms = Cone(2.0).terms(2, 4, np.float32)
    np.testing.assert_array_equal(terms.l1, [2, 2, 2, 2])
    np.testing.assert_array_equal(terms.lower, [0, 0, -np.inf, -np.inf])


def test_terms_are_kept_for_one_pair_of_lengths() -> None:
    r = Cone(2.0)
    for n in (3, 2, 3):
        terms = r.terms(n, 4, np.float32)
        assert np.count_nonzero(np.isfinite(terms.lower)) == n
        assert r.terms(n, 4, np.float32) is terms


def test_the_base_is_abstract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Regularizer()  # type: ignore[abstract]


def test_nobody_is_equal_to_another_kind() -> None:
    everyone = [Zero(), SquaredL2(1), L1(1), L1(2), ElasticNet(1, 1), Box(1, 1), Cone(1)]
    for i, one in enumerate(everyone):
        assert [one == other for other in everyone] == [i == j for j in range(len(everyone))]
    assert len(set(everyone)) == len(everyone)


def test_a_long_repr_is_short() -> None:
    assert repr(L1(np.arange(3))) == "L1(lam=[0., 1., 2.])"
    assert len(repr(L1(np.arange(1000)))) < 60


def test_integers_and_lists_and_strides() -> None:
    r = SquaredL2(1)
    np.testing.assert_array_equal(r.prox([2, 4], 1), [1.0, 2.0])
    x = np.arange(10.0)
    np.testing.assert_array_equal(r.prox(x[::-2], 1), x[::-2] / 2)


def test_input_is_left_alone() -> None:
    r, c, step = L1(1.0), np.linspace(-2, 2, 8), np.ones(8)
    before = c.copy()
    r.prox(c, step), r.prox_derivative(c, step), r.distance(c, c), r.nearest(c)
    np.testing.assert_array_equal(c, before)
    assert not np.shares_memory(Zero().prox(c, 1.0), c)
    assert not np.shares_memory(Zero().nearest(c), c)


def test_read_only_input() -> None:
    c = np.array([-2.0, 2.0])
    c.flags.writeable = False
    np.testing.assert_array_equal(L1(1.0).prox(c, c * 0 + 1), [-1.0, 1.0])
