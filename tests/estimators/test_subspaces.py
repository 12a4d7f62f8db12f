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
from compadagrad.estimators import CompAdaGradRegressor
from compadagrad.estimators.options import checked
from compadagrad.estimators.subspaces import make_learner, width_of
from compadagrad.learners import Learner


def made(n: int = 40, **given: Any) -> Learner:
    recipe = checked(CompAdaGradRegressor(**given).get_params()).recipe
    learner = make_learner(recipe, n, np.float32, seed=7)
    assert learner.n == width_of(recipe, n)
    return learner


@pytest.mark.parametrize(
    ("subspace", "kind", "width"),
    [
        ("tracked", TrackedAdaGrad, 41),
        ("srht", CompAdaGrad, 64),
        ("diagonal", DiagonalAdaGrad, 41),
        ("full", FullAdaGrad, 41),
    ],
)
def test_each_subspace_has_its_learner(subspace: str, kind: type[Learner], width: int) -> None:
    learner = made(subspace=subspace, eta0=0.25)
    assert type(learner) is kind
    assert (learner.n, learner.lr) == (width, 0.25)
    assert learner.dtype == np.float32


def test_tau_delta_and_k_arrive() -> None:
    arguments = made(tau=3.0, delta=(0.5, 0.25), k=9)._arguments
    assert (arguments["tau"], arguments["delta"], arguments["k"]) == (3.0, [0.5, 0.25], 9)
    assert made(subspace="srht")._arguments["seed"] == 7


def test_the_dimension() -> None:
    assert made()._arguments["k"] == 16
    assert made(3)._arguments["k"] == 4
    assert made(3, fit_intercept=False)._arguments["k"] == 3
    message = r"k must be an integer in 0..4, the number of coordinates here, got 5; None takes 4"
    with pytest.raises(InvalidInputError, match=message):
        made(3, k=5)


def test_powers_of_two() -> None:
    recipe = checked(CompAdaGradRegressor(subspace="srht").get_params()).recipe
    assert [width_of(recipe, n) for n in (1, 2, 3, 4, 400)] == [2, 4, 4, 8, 512]
