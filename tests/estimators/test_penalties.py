import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.estimators.options import Recipe, checked
from compadagrad.estimators.penalties import regularizer_of
from compadagrad.regularizers import (
    L1,
    BoundedElasticNet,
    ElasticNet,
    Regularizer,
    SquaredL2,
    Zero,
)


def made(width: int = 4, **given: object) -> Regularizer:
    recipe: Recipe = checked(CompAdaGradClassifier(**given).get_params()).recipe  # type: ignore[arg-type]
    return regularizer_of(recipe, 3, width)


FREE = np.array([1.0, 1.0, 1.0, 0.0])


def test_the_intercept_is_free() -> None:
    assert made(alpha=0.5) == SquaredL2(0.5 * FREE)
    assert made(alpha=0.5, penalty="l1") == L1(0.5 * FREE)
    net = made(alpha=0.5, penalty="elasticnet", l1_ratio=0.5)
    assert net == ElasticNet(0.25 * FREE, 0.25 * FREE)
    assert made(alpha=0.5).terms(4, 4, np.float64).free == 3


def test_without_an_intercept_one_number_holds_for_all() -> None:
    assert made(3, alpha=0.5, fit_intercept=False) == SquaredL2(0.5)
    assert made(3, alpha=0.5, penalty="l1", fit_intercept=False) == L1(0.5)


def test_padding_bears_the_weight() -> None:
    weights = np.array([1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0])
    assert made(8, alpha=0.5) == SquaredL2(0.5 * weights)
    assert made(8).terms(8, 8, np.float64).free == 3


def test_nothing_at_all() -> None:
    assert made(penalty=None) == Zero()
    assert made(alpha=0.0) == Zero()


def test_bounds_are_those_of_features() -> None:
    found = made(8, penalty="l1", alpha=0.5, bounds=(-1.0, [1.0, 2.0, 3.0]))
    assert isinstance(found, BoundedElasticNet)
    terms = found.terms(8, 8, np.float64)
    np.testing.assert_array_equal(terms.lower, [-1.0] * 3 + [-np.inf] * 5)
    np.testing.assert_array_equal(terms.upper, [1.0, 2.0, 3.0] + [np.inf] * 5)
    np.testing.assert_array_equal(terms.l1, [0.5] * 3 + [0.0] + [0.5] * 4)


def test_bounds_of_another_length() -> None:
    message = r"bounds\[0\] must be one number or one for each of the 3 features, got 2"
    with pytest.raises(InvalidInputError, match=message):
        made(bounds=([0.0, 0.0], 1.0))
