import math
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.estimators.options import checked
from compadagrad.estimators.team import Goal
from compadagrad.estimators.training import LONGEST_CURVE, Errors, Training
from compadagrad.losses import Hinge, Logistic, Squared
from estimators.examples import COUNT, FEATURES, numbers, rows

X = rows()
Y = numbers(X)[:, None]
NONE = np.empty(0)


def training(**given: Any) -> Training:
    recipe = checked(CompAdaGradClassifier(**given).get_params()).recipe
    return Training(recipe, FEATURES, np.float64, 0, Goal(1, Squared()), 1)


def distances(scores: Any, targets: Any) -> Any:
    return np.abs(scores[:, 0] - targets[:, 0])


def count_wrong(scores: Any, targets: Any) -> Any:
    return (np.sign(scores) != targets).any(axis=1).astype(float)


def test_errors() -> None:
    assert math.isnan(Errors().mean)
    assert Errors(3.0, 4).mean == 0.75
    assert Errors(3.0, 4).plus(np.array([0.5, 1.0])) == Errors(4.5, 6)


def test_what_is_counted() -> None:
    new = training()
    weights = np.where(np.arange(COUNT) % 3, 2.0, 0.0)
    loss = new.learn(new.reader(X), Y, weights, None, distances)
    assert new.examples == new.errors.count == 80
    assert 0.0 < new.errors.mean < 2.0
    alone = training()
    scores = alone.team.learn(np.hstack([X, np.ones((COUNT, 1))]), Y, weights, alone.goal, 1)
    live = weights > 0
    errors = (scores - Y)[live, 0]
    assert loss == pytest.approx(np.sum(errors**2) / 80)
    assert new.errors.mean == pytest.approx(np.mean(np.abs(errors)))
    new.learn(new.reader(X), Y, weights, None, None)
    assert new.errors.count == 80
    assert new.examples == 160


def test_nothing_with_a_weight() -> None:
    new = training()
    assert math.isnan(new.learn(new.reader(X), Y, np.zeros(COUNT), None, distances))
    assert new.examples == new.errors.count == 0
    assert not new.team.points().any()


def test_coefficients_and_scores() -> None:
    for intercept in (True, False):
        new = training(fit_intercept=intercept)
        new.learn(new.reader(X), Y, NONE, None, None)
        coef, constant = new.coefficients()
        assert coef.shape == (1, FEATURES)
        assert bool(constant[0]) == intercept
        order = np.array([5, 2, 9])
        found = new.scores(new.reader(X), order)
        np.testing.assert_allclose(found, (X @ coef.T + constant)[order])


def test_other_options() -> None:
    new = training()
    new.learn(new.reader(X), Y, NONE, None, None)
    before = new.team
    new.adapt(new.recipe, new.goal, 1)
    assert new.team is before
    new.adapt(new.recipe._replace(l2=0.5), new.goal, 4)
    assert new.team is not before
    np.testing.assert_array_equal(new.team.points(), before.points())
    three = Goal(3, Logistic())
    new = Training(new.recipe, FEATURES, np.float64, 0, three, 1)
    for goal in (Goal(4, Logistic()), Goal(3, None)):
        with pytest.raises(InvalidInputError, match="multiclass cannot change while a model goes"):
            new.adapt(new.recipe, goal, 1)
    new.adapt(new.recipe, Goal(3, Hinge()), 1)
    for other in ({"subspace": "full"}, {"k": 3}, {"fit_intercept": False}, {"average": 1}):
        with pytest.raises(InvalidInputError, match="cannot change while a model goes on"):
            new.adapt(new.recipe._replace(**other), new.goal, 4)


def test_of_losses_before_a_call_the_latest_are_kept() -> None:
    new = training()
    new.losses = [float(i) for i in range(LONGEST_CURVE + 5)]
    new.adapt(new.recipe, new.goal, 1)
    assert new.losses == [float(i) for i in range(5, LONGEST_CURVE + 5)]


@pytest.mark.parametrize("options", [{}, {"subspace": "diagonal"}, {"average": True}], ids=str)
@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt])
def test_where_a_chunk_raises_those_before_it_are_learned_by_all(
    options: dict[str, Any], kind: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = checked(CompAdaGradClassifier(**options).get_params()).recipe
    signs = np.where(rows(1, COUNT)[:, :3] > 0, 1.0, -1.0)
    new, half = (
        Training(recipe, FEATURES, np.float64, 0, Goal(3, Logistic()), 1) for _ in range(2)
    )
    half.learn(half.reader(X[:50]), signs[:50], NONE, None, count_wrong)
    monkeypatch.setattr("compadagrad.estimators.rows.ROOM", 50 * (FEATURES + 1))
    last = new.team.learners[2]
    calls, one_pass = iter([None, kind("stop")]), last.one_pass

    def stopping(*args: Any, **more: Any) -> Any:
        found = one_pass(*args, **more)
        error = next(calls)
        if error is not None:
            raise error
        return found

    monkeypatch.setattr(last, "one_pass", stopping)
    with pytest.raises(kind, match="stop"):
        new.learn(new.reader(X), signs, NONE, None, count_wrong)
    assert (new.examples, new.errors) == (50, half.errors)
    assert new.team.points().tobytes() == half.team.points().tobytes()
    assert [learner.steps for learner in new.team.learners] == [50, 50, 50]


def test_states() -> None:
    first = training(average=True, bounds=(-1, [2.0] * FEATURES), delta=(0.1, 0.2))
    first.learn(first.reader(X), Y, NONE, None, distances)
    first.losses, first.epochs = [0.5], 1
    second = Training.from_state_dict(first.state_dict(), FEATURES, np.float64)
    assert (second.recipe, second.goal, second.batch) == (first.recipe, first.goal, 1)
    for one in (first, second):
        one.learn(one.reader(X), Y, NONE, None, distances)
    assert first.team.points().tobytes() == second.team.points().tobytes()
    assert (first.examples, first.errors, first.losses) == (240, second.errors, second.losses)
    assert second.epochs == 1
