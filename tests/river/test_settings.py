from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest

from compadagrad import (
    CompAdaGrad,
    DiagonalAdaGrad,
    FullAdaGrad,
    InvalidInputError,
    TrackedAdaGrad,
)
from compadagrad.regularizers import L1, ElasticNet, SquaredL2, Zero
from compadagrad.river.columns import GrownColumns, HashedColumns
from compadagrad.river.settings import SPARSE_FROM, Settings

PLAIN = Settings(
    n=8,
    subspace="tracked",
    k=3,
    lr=0.5,
    tau=2.0,
    delta=0.1,
    l1=0.0,
    l2=0.0,
    with_intercept=True,
    features="grow",
    seed=5,
    on_inexact="raise",
)


@pytest.mark.parametrize(
    ("subspace", "expected"),
    [
        ("tracked", TrackedAdaGrad(8, 3, lr=0.5, tau=2.0, delta=0.1)),
        ("srht", CompAdaGrad(8, 3, lr=0.5, tau=2.0, delta=0.1, seed=5)),
        ("diagonal", DiagonalAdaGrad(8, lr=0.5, tau=2.0, delta=0.1)),
        ("full", FullAdaGrad(8, lr=0.5, delta=0.1)),
    ],
)
def test_a_learner_by_its_name(subspace: str, expected: Any) -> None:
    learner = replace(PLAIN, subspace=subspace).learner()
    assert type(learner) is type(expected)
    assert repr(learner) == repr(expected)


@pytest.mark.parametrize("subspace", ["tracked", "srht"])
def test_a_subspace_has_no_more_dimensions_than_there_are(subspace: str) -> None:
    learner = replace(PLAIN, subspace=subspace, k=100).learner()
    assert "k=8" in repr(learner)


@pytest.mark.parametrize(
    ("l1", "l2", "expected"),
    [
        (0.0, 0.0, Zero()),
        (0.0, 0.3, SquaredL2(0.3)),
        (0.2, 0.0, L1(0.2)),
        (0.2, 0.3, ElasticNet(0.2, 0.3)),
    ],
)
def test_the_regularizer_leaves_the_intercept_free(l1: float, l2: float, expected: Any) -> None:
    without = replace(PLAIN, with_intercept=False, l1=l1, l2=l2).learner()
    assert without.regularizer == expected
    free = np.append(np.ones(7), 0.0)
    terms = replace(PLAIN, l1=l1, l2=l2).learner().regularizer.terms(8, 8, float)
    np.testing.assert_array_equal(terms.l1 * np.ones(8), l1 * free)
    np.testing.assert_array_equal(terms.l2 * np.ones(8), l2 * free)


def test_encoders() -> None:
    grown = PLAIN.encoder()
    assert isinstance(grown.columns, GrownColumns)
    assert (grown.columns.room, grown.n, grown.is_sparse) == (7, 8, False)
    hashed = replace(PLAIN, features="hash", with_intercept=False).encoder()
    assert isinstance(hashed.columns, HashedColumns)
    assert (hashed.columns.room, hashed.columns.seed) == (8, 5)


@pytest.mark.parametrize("n", [SPARSE_FROM - 1, SPARSE_FROM])
def test_long_examples_of_a_diagonal_learner_are_sparse(n: int) -> None:
    assert replace(PLAIN, n=n, subspace="diagonal").encoder().is_sparse == (n >= SPARSE_FROM)
    assert not replace(PLAIN, n=n).encoder().is_sparse


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        PLAIN.lr = 1.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("n", 1, "n must be an integer in 2.."),
        ("n", 8.0, "n must be an integer"),
        ("k", -1, "k must be an integer >= 0, got -1"),
        ("k", 2.5, "k must be an integer"),
        ("seed", -1, "seed must be an integer in 0.."),
        ("seed", None, "seed must be an integer"),
        ("subspace", "none", "subspace must be one of 'tracked', 'srht', 'diagonal', 'full'"),
        ("features", "bag", "features must be one of 'grow', 'hash', got 'bag'"),
        ("with_intercept", 1, "with_intercept must be True or False, got 1"),
        ("lr", 0.0, "lr must be a positive, finite number, got 0.0"),
        ("tau", -1.0, "tau must be a positive"),
        ("delta", 0.0, "delta must be a positive"),
        ("l1", -1.0, "l1 must"),
        ("l2", float("nan"), "l2 must"),
        ("l2", [1.0, 2.0], "l2 must"),
        ("l1", "much", "l1 must"),
        ("on_inexact", "ignore", "on_inexact must be one of 'raise', 'warn'"),
    ],
)
def test_wrong_settings_are_refused_by_name(name: str, value: Any, message: str) -> None:
    def make() -> None:
        settings = replace(PLAIN, **{name: value})
        settings.learner()
        settings.encoder()

    with pytest.raises(InvalidInputError, match=message):
        make()
