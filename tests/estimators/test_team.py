from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.estimators.options import Recipe, checked
from compadagrad.estimators.team import Goal, Team, losses_of, stored_goal
from compadagrad.losses import Huber, Logistic, Squared

RNG = np.random.default_rng(0)
A = RNG.standard_normal((40, 5))
SIGNS = np.where(RNG.standard_normal((40, 3)) > 0, 1.0, -1.0)
NONE = np.empty(0)
GOAL = Goal(3, Logistic())


def recipe(**given: Any) -> Recipe:
    options = {"fit_intercept": False, **given}
    return checked(CompAdaGradClassifier(**options).get_params()).recipe


def team(batch: int = 1, **given: Any) -> Team:
    return Team(recipe(**given), 3, 5, np.float64, 0, batch)


def test_each_learns_from_targets_of_its_own() -> None:
    together, alone = team(), team()
    scores = together.learn(A, SIGNS, NONE, GOAL, 1)
    for head, learner in enumerate(alone.learners):
        np.testing.assert_array_equal(scores[:, head], learner.one_pass(A, SIGNS[:, head]))
    np.testing.assert_array_equal(together.points(), alone.points())
    assert together.points().shape == (3, 5)


def test_goals_come_back() -> None:
    for goal in (GOAL, Goal(1, Huber(0.5)), Goal(4, None)):
        assert stored_goal(goal.state_dict()) == goal
    with pytest.raises(InvalidInputError, match="a softmax has three scores or more, got 1"):
        stored_goal({"heads": 1, "loss": None})


def test_a_softmax_is_learned_together() -> None:
    members = team()
    scores = members.learn(A, np.zeros(40, np.intp), NONE, Goal(3, None), 1)
    assert scores.shape == (40, 3)
    assert members.points()[0] @ A.sum(axis=0) > members.points()[1] @ A.sum(axis=0)


@pytest.mark.parametrize(("average", "after"), [(True, 0), (4, 1), (5, 2), (6, 2)])
def test_averages_begin_after_some_examples(average: Any, after: int) -> None:
    """The mean begins with the step that brings their number to ``average``, two a step here."""
    members, points = team(2, average=average), []
    for first in range(0, 12, 2):
        part = slice(first, first + 2)
        members.learn(A[part], SIGNS[part], NONE, GOAL, 2)
        points.append(members.learners[1].x)
        if len(points) <= after:
            np.testing.assert_array_equal(members.points()[1], points[-1])
    np.testing.assert_allclose(members.points()[1], np.mean(points[after:], axis=0))


def test_states_go_on_with_the_same_bits() -> None:
    first, second = team(average=True), team(average=True)
    first.learn(A[:20], SIGNS[:20], NONE, GOAL, 1)
    second.load_state_dict(first.state_dict())
    for members in (first, second):
        members.learn(A[20:], SIGNS[20:], NONE, GOAL, 1)
    assert first.points().tobytes() == second.points().tobytes()


@pytest.mark.parametrize("subspace", ["tracked", "diagonal"])
def test_another_recipe_takes_over_what_was_learned(subspace: str) -> None:
    first = team(subspace=subspace, tau=2.0, eta0=0.5)
    second = team(subspace=subspace, tau=2.0, alpha=0.5, eta0=0.1)
    first.learn(A, SIGNS, NONE, GOAL, 1)
    second.go_on_from(first)
    np.testing.assert_array_equal(first.points(), second.points())
    assert second.learners[0].steps == 40
    assert second.learners[0].lr == 0.1
    second.learn(A, SIGNS, NONE, GOAL, 1)
    assert np.abs(second.points()).sum() < np.abs(first.points()).sum()


def test_losses_are_summed_over_scores() -> None:
    scores, targets = np.array([[1.0, 3.0]]), np.array([[0.0, 1.0]])
    np.testing.assert_array_equal(losses_of(scores, targets, Goal(2, Squared())), [2.5])
    found = losses_of(np.zeros((1, 4)), np.array([2]), Goal(4, None))
    np.testing.assert_allclose(found, [np.log(4.0)])
