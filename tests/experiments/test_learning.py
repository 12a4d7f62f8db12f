from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import CompAdaGrad, DiagonalAdaGrad, InvalidInputError
from compadagrad.experiments import Method
from compadagrad.experiments.learning import (
    LEARNERS,
    check_method,
    learned_from,
    made,
    state_size,
)
from compadagrad.experiments.study import Setting
from compadagrad.losses import Logistic
from compadagrad.regularizers import SquaredL2, Zero

RNG = np.random.default_rng(0)
X, Y = RNG.standard_normal((23, 6)), np.where(RNG.random(23) < 0.5, 1.0, -1.0)
GRID = ({"lr": (0.5,)},)


@pytest.mark.parametrize("learner", sorted(map(str, LEARNERS)))
def test_every_learner_can_be_made(learner: str) -> None:
    fixed = {"k": 2} if learner in ("CompAdaGrad", "RadaGrad", "SAdaGrad", "TrackedAdaGrad") else {}
    method = Method("m", learner, fixed, GRID)
    check_method(method)
    assert type(made(method, {"lr": 0.5}, 6, 0)) is LEARNERS[learner]


def test_types_are_those_of_the_learner() -> None:
    fixed: Setting = {
        "k": 2,
        "scaling": "paper",
        "delta": 1,
        "tau": 0.5,
        "dtype": "float32",
        "lambda": 0,
    }
    check_method(Method("m", "CompAdaGrad", fixed, GRID))


def test_settings_become_arguments() -> None:
    method = Method("m", "CompAdaGrad", {"k": 2, "scaling": "paper"}, GRID)
    learner = made(method, {"lr": 0.5, "tau": 3.0, "lambda": 0.25}, 6, seed=7)
    reference = CompAdaGrad(6, 2, lr=0.5, tau=3.0, scaling="paper", regularizer=SquaredL2(0.25),
                            seed=7)  # fmt: skip
    assert repr(learner) == repr(reference)
    assert isinstance(made(method, {"lr": 0.5, "lambda": 0.0}, 6, 7).regularizer, Zero)


def test_one_example_a_step_is_a_pass() -> None:
    one, other = (DiagonalAdaGrad(6, lr=0.5) for _ in range(2))
    assert np.array_equal(learned_from(one, X, Y, "logistic", 1), other.one_pass(X, Y))


@pytest.mark.parametrize("is_sparse", [False, True])
def test_mini_batches_step_by_the_average_gradient(is_sparse: bool) -> None:
    rows = sparse.csr_array(X) if is_sparse else X
    learner, reference = (DiagonalAdaGrad(6, lr=0.5) for _ in range(2))
    predictions = learned_from(learner, rows, Y, "logistic", 5)
    for start in range(0, 23, 5):
        a, y = X[start : start + 5], Y[start : start + 5]
        expected = a @ reference.x
        assert predictions[start : start + 5] == pytest.approx(expected, abs=1e-12)
        slopes = np.array([Logistic().slope(p, t) for p, t in zip(expected, y, strict=True)])
        reference.step((slopes[:, None] * a).mean(axis=0))
    assert learner.x == pytest.approx(reference.x, abs=1e-12)
    assert learner.steps == 5  # the last batch is a smaller one


def test_what_a_learner_keeps_is_counted() -> None:
    learner = DiagonalAdaGrad(6, lr=0.5)
    assert state_size(learner) == 12  # the point and the diagonal


@pytest.mark.parametrize(
    ("learner", "fixed", "grid", "message"),
    [
        ("Nonsense", {}, GRID, "learner must be one of 'CompAdaGrad'"),
        ("DiagonalAdaGrad", {"k": 3}, GRID, "DiagonalAdaGrad has no argument 'k'; there are: lr"),
        ("CompAdaGrad", {}, GRID, "CompAdaGrad needs k"),
        ("DiagonalAdaGrad", {}, ({"delta": (0.1,)},), "DiagonalAdaGrad needs lr"),
        ("CompAdaGrad", {"k": 2, "seed": 3}, GRID, "no argument 'seed'"),
        ("DiagonalAdaGrad", {}, ({"lr": (0.1, "oops")},), "'m': lr must be a number, got 'oops'"),
        ("DiagonalAdaGrad", {"delta": True}, GRID, "delta must be a number, got True"),
        ("DiagonalAdaGrad", {"lambda": "1"}, GRID, "lambda must be a number, got '1'"),
        ("CompAdaGrad", {"k": 2.0}, GRID, "k must be an integer, got 2.0"),
        ("CompAdaGrad", {"k": 2, "scaling": 1}, GRID, "scaling must be a string, got 1"),
    ],
)
def test_methods_that_cannot_be_made(learner: str, fixed: Any, grid: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        check_method(Method("m", learner, fixed, grid))
