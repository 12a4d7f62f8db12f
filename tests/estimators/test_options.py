import math
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.estimators.options import (
    DELTA,
    ETA0,
    MOST,
    TAU,
    Options,
    checked,
    stored_recipe,
)


def options(**given: Any) -> Options:
    return checked(CompAdaGradClassifier(**given).get_params())


def test_defaults() -> None:
    found = options()
    assert found.recipe.subspace == "tracked"
    assert (found.recipe.eta0, found.recipe.delta, found.recipe.tau) == (ETA0, DELTA, TAU)
    assert (found.recipe.l1, found.recipe.l2) == (0.0, 1e-4)
    assert found.recipe.average is None
    assert found.recipe.bounds is None
    assert found.schedule.tol == 1e-3
    assert found.batch_size == 1


def test_penalties() -> None:
    assert options(penalty="l1", alpha=0.5).recipe[5:7] == (0.5, 0.0)
    assert options(penalty="elasticnet", alpha=0.5, l1_ratio=0.25).recipe[5:7] == (0.125, 0.375)
    assert options(penalty=None).recipe[5:7] == (0.0, 0.0)


def test_bounds() -> None:
    assert options(positive=True).recipe.bounds == (0.0, math.inf)
    assert options(bounds=(-1, None)).recipe.bounds == (-1.0, math.inf)
    given = options(bounds=(np.array([-1, 1]), 5.0), positive=True).recipe.bounds
    assert given == ((0.0, 1.0), 5.0)


def test_averages() -> None:
    assert options(average=True).recipe.average == 1
    assert options(average=np.int64(10)).recipe.average == 10
    assert options(average=0).recipe.average is None


def test_more_examples_than_can_be_are_all_of_them() -> None:
    found = options(batch_size=1 << 70, average=1 << 70)
    assert found.batch_size == found.recipe.average == MOST
    X, y = np.eye(3), np.array([0, 1, 1])
    model = CompAdaGradClassifier(batch_size=1 << 70, average=1 << 70, max_iter=2, tol=None)
    assert model.fit(X, y).learners_[0].steps == 2


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"subspace": "diagonal", "penalty": "elasticnet", "average": 7, "fit_intercept": False},
        {"delta": [0.1, 0.2], "k": 3, "positive": True},
        {"bounds": ([-1.0, 0.5], None), "penalty": None},
    ],
    ids=str,
)
def test_recipes_come_back(given: dict[str, Any]) -> None:
    recipe = options(**given).recipe
    assert stored_recipe(recipe.state_dict()) == recipe


def test_no_tolerance_never_stops() -> None:
    assert options(tol=None).schedule.tol == -math.inf
    assert options(tol=-math.inf).schedule.tol == -math.inf


def test_numpy_numbers_are_numbers() -> None:
    found = options(alpha=np.float32(0.5), k=np.int32(3), shuffle=np.False_, verbose=True)
    assert (found.recipe.l2, found.recipe.k, found.schedule.shuffle) == (0.5, 3, False)
    assert found.verbose == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"penalty": "l3"}, "penalty must be one of 'l2', 'l1', 'elasticnet', None, got 'l3'"),
        ({"subspace": None}, "subspace must be one of 'tracked', 'srht', 'diagonal', 'full'"),
        ({"alpha": -1.0}, r"alpha must be a number in \[0, inf\], got -1.0"),
        ({"alpha": math.inf}, "alpha must be a number"),
        ({"alpha": 10**400}, "alpha must be a number"),
        ({"alpha": "small"}, "alpha must be a number .* got 'small'"),
        ({"alpha": True}, "alpha must be a number"),
        ({"l1_ratio": 1.5}, r"l1_ratio must be a number in \[0, 1\], got 1.5"),
        ({"k": -1}, "k must be an integer >= 0, got -1"),
        ({"k": 2.0}, "k must be an integer >= 0, got 2.0"),
        ({"eta0": 0.0}, "eta0 must be a positive, finite number, got 0.0"),
        ({"tau": math.nan}, "tau must be a positive"),
        ({"max_iter": 0}, "max_iter must be an integer >= 1, got 0"),
        ({"tol": math.nan}, "tol must be a number"),
        ({"n_iter_no_change": 0}, "n_iter_no_change must be an integer >= 1"),
        ({"validation_fraction": 1.0}, "validation_fraction must be more than 0 and less than 1"),
        ({"batch_size": 0}, "batch_size must be an integer >= 1, got 0"),
        ({"verbose": -1}, "verbose must be an integer >= 0"),
        ({"average": -1}, "average must be an integer >= 0"),
        ({"average": "yes"}, "average must be an integer >= 0, got 'yes'"),
        ({"shuffle": 1}, "shuffle must be True or False, got 1"),
        ({"fit_intercept": "no"}, "fit_intercept must be True or False, got 'no'"),
        ({"bounds": 3.0}, r"bounds must be a pair \(lower, upper\)"),
        ({"bounds": (0, [[1.0]])}, r"bounds\[1\] must be one number or a vector"),
        ({"bounds": ("low", 1)}, r"bounds\[0\] must hold float32"),
    ],
    ids=str,
)
def test_bad_options(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        options(**given)
