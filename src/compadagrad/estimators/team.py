"""Learners that see the same rows: one for each score."""

from collections.abc import Sequence
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._storage import stored_integer
from compadagrad.errors import InvalidInputError
from compadagrad.estimators.multinomial import softmax_losses, softmax_pass
from compadagrad.estimators.options import Recipe
from compadagrad.estimators.subspaces import make_learner
from compadagrad.learners import Learner
from compadagrad.losses import Loss, from_config

__all__ = ["Goal", "Team", "losses_of", "stored_goal"]

Floats = NDArray[np.float64]


class Goal(NamedTuple):
    """What is to be learned.

    ``heads`` scores are learned with ``loss``, each from targets of its own, or, where ``loss`` is
    None, together as a softmax from classes.
    """

    heads: int
    loss: Loss | None

    @property
    def kind(self) -> tuple[int, bool]:
        """What cannot change while a model goes on learning: scores, and whether a softmax."""
        return self.heads, self.loss is None

    def state_dict(self) -> dict[str, Any]:
        """Plain values, from which :func:`stored_goal` makes it again."""
        return {"heads": self.heads, "loss": None if self.loss is None else self.loss.config()}


def stored_goal(state: dict[str, Any]) -> Goal:
    """The goal whose :meth:`Goal.state_dict` this is."""
    heads, loss = stored_integer(state, "heads", 1), state["loss"]
    if loss is None and heads < 3:
        raise InvalidInputError(f"a softmax has three scores or more, got {heads}")
    return Goal(heads, None if loss is None else from_config(loss))


@final
class Team:
    """As many learners as there are scores, alike but for what they have seen.

    Parameters
    ----------
    recipe : Recipe
        What they are made of.
    heads : int
        How many they are.
    n_features : int
    dtype : dtype
        float32 or float64.
    seed : int
        Of the random subspace that they share.
    batch : int
        How many examples a step is made of; it says when averages of points begin.
    """

    def __init__(
        self, recipe: Recipe, heads: int, n_features: int, dtype: Any, seed: int, batch: int
    ) -> None:
        self.learners: tuple[Learner, ...] = tuple(
            make_learner(recipe, n_features, dtype, seed) for _ in range(heads)
        )
        begin = () if recipe.average is None else self.learners
        after = -(-(recipe.average or 1) // batch) - 1
        self.averages = tuple(learner.point_average(after) for learner in begin)

    def learn(
        self, rows: Any, targets: NDArray[Any], weights: Floats, goal: Goal, batch: int
    ) -> Floats:
        """Learn from rows; the scores before each was learned from, one column a learner."""
        if goal.loss is None:
            return softmax_pass(self.learners, self.averages, rows, targets, weights, batch)
        averages: Sequence[Any] = self.averages or [None] * len(self.learners)
        scores = [
            learner.one_pass(
                rows,
                targets[:, head],
                goal.loss,
                sample_weight=weights if weights.size else None,
                batch_size=batch,
                average=average,
            )
            for head, (learner, average) in enumerate(zip(self.learners, averages, strict=True))
        ]
        return np.stack(scores, axis=1)

    def points(self) -> NDArray[np.floating]:
        """The points that predict, a row each: averages of points where they are wanted."""
        dtype = self.learners[0].dtype
        if self.averages and self.averages[0].has_begun:
            return np.stack([average.x for average in self.averages]).astype(dtype)
        return np.stack([learner.x for learner in self.learners])

    def state_dict(self) -> dict[str, Any]:
        """The states of the members, by their number."""
        return {
            "learners": _numbered(self.learners),
            "averages": _numbered(self.averages),
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from the state of a team of the same shape."""
        for i, learner in enumerate(self.learners):
            learner.load_state_dict(state["learners"][str(i)])
        for i, average in enumerate(self.averages):
            average.load_state_dict(state["averages"][str(i)])

    def go_on_from(self, other: "Team") -> None:
        """Take over what a team with other rates and regularizers has learned."""
        for mine, theirs in zip(self.learners, other.learners, strict=True):
            state = theirs.state_dict()
            state["x"] = theirs._point().copy()
            mine.load_state_dict({k: v for k, v in state.items() if not k.startswith("waiting.")})
        for average, before in zip(self.averages, other.averages, strict=True):
            average.load_state_dict(before.state_dict())


def losses_of(scores: Floats, targets: NDArray[Any], goal: Goal) -> Floats:
    """The loss of each row, summed over its scores."""
    if goal.loss is None:
        return softmax_losses(scores, targets)
    each: Floats = goal.loss.value(scores, targets)
    return np.asarray(each.sum(axis=1))


def _numbered(members: Sequence[Any]) -> dict[str, Any]:
    return {str(i): member.state_dict() for i, member in enumerate(members)}
