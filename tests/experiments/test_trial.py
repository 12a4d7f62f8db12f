import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from compadagrad import DiagonalAdaGrad
from compadagrad.experiments import Features, Method, Outcome, Protocol, Task
from compadagrad.experiments.task import Labels, in_order
from compadagrad.experiments.trial import Trial, run_trial

RNG = np.random.default_rng(0)
X = RNG.standard_normal((80, 5))
Y = np.where(X @ RNG.standard_normal(5) > 0, 1.0, -1.0)
TASK = Task("t", X, Y)
METHOD = Method("m", "DiagonalAdaGrad", grid=({"lr": (0.5,)},))


def trial(**changes: Any) -> Trial:
    made = Trial.of(METHOD, {"lr": 0.5}, Features(), Protocol(), data="d", release="r", seed=3)
    return replace(made, **changes)


def test_outcomes_are_those_of_the_definitions() -> None:
    key, outcome = run_trial(TASK, Features(), trial())
    examples = in_order(TASK, 3, 0.75)
    learner = DiagonalAdaGrad(5, lr=0.5)
    margins = examples.y * learner.one_pass(examples.X, examples.y)
    assert key == trial().key
    assert outcome.online_error == np.mean(margins <= 0.0)
    assert outcome.online_loss == pytest.approx(np.log1p(np.exp(-margins)).mean())
    assert outcome.training_error == np.mean(examples.y * (examples.X @ learner.x) <= 0.0)
    assert outcome.test_error == np.mean(examples.y_test * (examples.X_test @ learner.x) <= 0.0)
    assert (outcome.count, outcome.numbers, outcome.failure) == (60, 10, "")
    assert outcome.seconds > 0.0
    for count, error in outcome.curve:
        assert error == np.mean(margins[:count] <= 0.0)
    assert outcome.curve[-1] == (60, outcome.online_error)


def test_a_trial_may_end_early() -> None:
    _, outcome = run_trial(TASK, Features(), trial(examples=20))
    _, whole = run_trial(TASK, Features(), trial())
    assert outcome.count == 20
    assert outcome.online_error == dict(whole.curve)[20]


def test_features_are_made_for_each_permutation() -> None:
    kernel = Features("gaussian_kernel", {"prototypes": 4})
    _, outcome = run_trial(TASK, kernel, trial(features=kernel))
    assert outcome.numbers == 2 * 9


def test_what_decides_the_outcome_decides_the_key() -> None:
    keys = {trial().key}
    for changes in (
        {"data": "other"}, {"release": "other"}, {"learner": "FullAdaGrad"},
        {"fixed": {"tau": 2.0}}, {"setting": {"lr": 0.25}}, {"loss": "hinge"}, {"batch": 2},
        {"features": Features("gaussian_kernel")}, {"train_share": 0.5}, {"seed": 4},
        {"examples": 10},
    ):  # fmt: skip
        keys.add(trial(**changes).key)
    assert len(keys) == 12
    assert trial().key == trial().key


def test_names_and_grids_do_not() -> None:
    other = Method("another name", "DiagonalAdaGrad", grid=({"lr": (0.5, 7.0)},))
    made = Trial.of(other, {"lr": 0.5}, Features(), Protocol(), data="d", release="r", seed=3)
    assert made.key == trial().key


@pytest.mark.parametrize(
    ("lr", "failure"),
    [
        (-1.0, "InvalidInputError: lr must be a positive"),
        (0.5, "FloatingPointError: a prediction is not finite"),
    ],
)
def test_a_trial_that_comes_to_nothing_says_why(
    lr: float, failure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learned_from(learner: object, X: object, y: Labels, loss: str, batch: int) -> Labels:
        return np.full(len(y), np.nan)

    monkeypatch.setattr("compadagrad.experiments.trial.learned_from", learned_from)
    _, outcome = run_trial(TASK, Features(), trial(setting={"lr": lr}))
    assert failure in outcome.failure
    assert (outcome.online_error, outcome.test_error, outcome.curve) == (1.0, 1.0, ())
    assert outcome.online_loss == np.inf


def test_outcomes_survive_json() -> None:
    for changes in ({}, {"setting": {"lr": -1.0}}):
        _, outcome = run_trial(TASK, Features(), trial(**changes))
        text = json.dumps(outcome.to_plain(), allow_nan=False)
        assert Outcome.from_plain(json.loads(text)) == outcome
