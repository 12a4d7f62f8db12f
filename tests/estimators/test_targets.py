from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.estimators.targets import (
    ClassWeights,
    as_classes,
    as_sample_weight,
    codes_of,
    signs_of,
)

CLASSES = np.array(["bear", "fox", "wolf"])


def test_classes_are_distinct_and_ascending() -> None:
    np.testing.assert_array_equal(as_classes(["wolf", "bear", "wolf", "fox"]), CLASSES)
    with pytest.raises(InvalidInputError, match="greater than one; got 1 class"):
        as_classes([3, 3])


def test_codes() -> None:
    np.testing.assert_array_equal(codes_of(np.array(["fox", "bear", "wolf"]), CLASSES), [1, 0, 2])
    for strange in ("ant", "elk", "zebu"):
        with pytest.raises(InvalidInputError, match=f"'{strange}'.* which is not among"):
            codes_of(np.array(["fox", strange]), CLASSES)


def test_signs() -> None:
    np.testing.assert_array_equal(signs_of(np.array([1, 0]), 2), [[1.0], [-1.0]])
    np.testing.assert_array_equal(signs_of(np.array([2, 0]), 3), [[-1, -1, 1], [1, -1, -1]])


def test_sample_weights() -> None:
    assert as_sample_weight(None, 3).size == 0
    np.testing.assert_array_equal(as_sample_weight(2, 3), [2.0, 2.0, 2.0])
    np.testing.assert_array_equal(as_sample_weight([0, 1, 2], 3), [0.0, 1.0, 2.0])
    bad: list[tuple[Any, str]] = [
        ([1.0], r"one weight for each of the 3 rows of X, got shape \(1,\)"),
        (np.ones((3, 1)), r"got shape \(3, 1\)"),
        ([1.0, -1.0, 0.0], "finite numbers that are 0 or more"),
        ([1.0, np.nan, 0.0], "finite numbers that are 0 or more"),
        (["a", "b", "c"], "sample_weight must hold float32"),
    ]
    for given, message in bad:
        with pytest.raises(InvalidInputError, match=message):
            as_sample_weight(given, 3)


def test_no_class_weights_leave_weights_alone() -> None:
    weights = np.array([1.0, 2.0])
    assert ClassWeights(None, CLASSES).applied(weights, np.array([0, 1])) is weights


def test_class_weights_multiply() -> None:
    factors = ClassWeights({"fox": 3.0, "wolf": 0.0}, CLASSES)
    codes = np.array([0, 1, 2, 1])
    np.testing.assert_array_equal(factors.applied(np.empty(0), codes), [1.0, 3.0, 0.0, 3.0])
    np.testing.assert_array_equal(factors.applied(np.full(4, 2.0), codes), [2.0, 6.0, 0.0, 6.0])


def test_weights_of_classes_that_are_not_there_count_nothing() -> None:
    factors = ClassWeights({"elk": 3.0, "fox": np.float32(2.0), 7: 0}, CLASSES)
    np.testing.assert_array_equal(factors.applied(np.empty(0), np.arange(3)), [1.0, 2.0, 1.0])
    nobody = ClassWeights({}, CLASSES)
    np.testing.assert_array_equal(nobody.applied(np.empty(0), np.arange(3)), np.ones(3))


def test_balanced_is_that_of_scikit_learn() -> None:
    from sklearn.utils.class_weight import compute_sample_weight

    codes = np.array([0, 1, 1, 2, 2, 2, 2])
    expected = compute_sample_weight("balanced", codes)
    found = ClassWeights("balanced", CLASSES).applied(np.empty(0), codes)
    np.testing.assert_allclose(found, expected)


def test_balanced_counts_as_it_goes() -> None:
    factors = ClassWeights("balanced", CLASSES)
    first = factors.applied(np.empty(0), np.array([0, 0, 1]))
    np.testing.assert_allclose(first, [0.75, 0.75, 1.5])  # of two classes seen so far
    factors.applied(np.array([0.0, 0.0]), np.array([2, 2]))  # counts nothing
    np.testing.assert_array_equal(factors.counts, [2.0, 1.0, 0.0])
    later = factors.applied(np.array([2.0, 1.0]), np.array([2, 1]))
    np.testing.assert_allclose(later, [2.0, 1.0])


def test_balanced_weights_of_classes_without_weight_are_0() -> None:
    factors = ClassWeights("balanced", CLASSES)
    codes = np.array([0, 1, 2])
    np.testing.assert_array_equal(factors.applied(np.zeros(3), codes), np.zeros(3))
    one = factors.applied(np.array([0.0, 2.0, 0.0]), codes)
    np.testing.assert_array_equal(one, [0.0, 2.0, 0.0])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("even", "class_weight must be a dictionary, 'balanced' or None, got 'even'"),
        ({"elk": 1.0}, r"class_weight names none of the classes \['bear', 'fox', 'wolf'\], it has"),
        ({"fox": -1.0}, r"class_weight\['fox'\] must be a number in \[0, inf\], got -1.0"),
        ({"fox": "much"}, r"class_weight\['fox'\] must be a number .* got 'much'"),
        ({"fox": None}, r"class_weight\['fox'\] must be a number .* got None"),
        ({"fox": np.inf}, r"class_weight\['fox'\] must be a number .* got inf"),
        ({"fox": 10**400}, r"class_weight\['fox'\] must be a number .* got 1000"),
        ({"fox": True}, r"class_weight\['fox'\] must be a number .* got True"),
        ({"fox": 1.0, "elk": "much"}, r"class_weight\['elk'\] must be a number .* got 'much'"),
    ],
)
def test_bad_class_weights(given: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        ClassWeights(given, CLASSES)
