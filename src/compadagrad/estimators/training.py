"""What an estimator has learned so far, and how it learns more."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Self, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._storage import stored_integer, stored_number
from compadagrad.errors import InvalidInputError
from compadagrad.estimators.options import MOST, Recipe, stored_recipe
from compadagrad.estimators.rows import Rows, stays_sparse
from compadagrad.estimators.subspaces import width_of
from compadagrad.estimators.team import Goal, Team, losses_of, stored_goal
from compadagrad.learners import DiagonalAdaGrad

__all__ = ["LAST_SEED", "LONGEST_CURVE", "Errors", "Training"]

LAST_SEED: Final = (1 << 31) - 2  # of the random subspace
LONGEST_CURVE: Final = 1000  # losses of epochs before a call that are kept

Floats = NDArray[np.float64]


@final
@dataclass(frozen=True)
class Errors:
    """The sum of the errors of predictions made before learning, and their number."""

    total: float = 0.0
    count: int = 0

    def plus(self, more: Floats) -> "Errors":
        """With those of more predictions."""
        return Errors(self.total + float(np.sum(more)), self.count + len(more))

    @property
    def mean(self) -> float:
        """NaN before there is one."""
        return self.total / self.count if self.count else math.nan


@final
@dataclass(eq=False)
class Training:
    """A team and what is to be known of its past.

    ``examples`` are those that were learned from, each as often as it was; ``errors`` is of their
    predictions when they were first seen; ``losses`` are those of the latest epochs.
    """

    recipe: Recipe
    n_features: int
    dtype: Any
    seed: int
    goal: Goal
    batch: int
    examples: int = 0
    epochs: int = 0
    errors: Errors = field(default_factory=Errors)
    losses: list[float] = field(default_factory=list)
    team: Team = field(init=False)

    def __post_init__(self) -> None:
        self.team = self._fresh_team()

    @contextmanager
    def as_it_was_after(self, kind: type[BaseException]) -> Iterator[None]:
        """Where a ``kind`` of error is raised inside, nothing has happened."""
        before, team = dict(vars(self)), self.team.state_dict()
        try:
            yield
        except kind:
            vars(self).update(before)
            self.team.load_state_dict(team)
            raise

    def adapt(self, recipe: Recipe, goal: Goal, batch: int) -> None:
        """Go on with other options."""
        if recipe.shape != self.recipe.shape or goal.kind != self.goal.kind:
            raise InvalidInputError(
                "subspace, k, fit_intercept, average and multiclass cannot change while a model "
                "goes on learning; call fit with warm_start=False, or use a clone"
            )
        changed = recipe != self.recipe
        self.recipe, self.goal, self.batch = recipe, goal, batch
        self.losses = self.losses[-LONGEST_CURVE:]
        if changed:
            before, self.team = self.team, self._fresh_team()
            self.team.go_on_from(before)

    def reader(self, X: Any) -> Rows:
        """Reads rows as the team takes them."""
        width = width_of(self.recipe, self.n_features)
        patient = isinstance(self.team.learners[0], DiagonalAdaGrad)
        return Rows(
            X,
            width,
            self.recipe.fit_intercept,
            self.dtype,
            self.batch,
            sparse_rows=stays_sparse(width, self.batch, patient=patient),
        )

    def learn(
        self,
        rows: Rows,
        targets: NDArray[Any],
        weights: Floats,
        order: NDArray[np.intp] | None,
        error: Any,
    ) -> float:
        """Go through the rows once; the mean loss, each before its example was learned from.

        ``error(scores, targets)`` is summed up in ``errors``, unless it is None. What has the
        weight 0 is not counted, and NaN is for nothing learned. Where this raises, whole chunks
        have been learned, by all scores, and counted.
        """
        total, before = 0.0, self.examples
        for chunk, which in rows.chunks(order):
            heavy = weights[which] if weights.size else weights
            with self.as_it_was_after(BaseException):
                total += self._learn_chunk(chunk, targets[which], heavy, error)
        learned = self.examples - before
        return total / learned if learned else math.nan

    def _learn_chunk(self, rows: Any, targets: NDArray[Any], weights: Floats, error: Any) -> float:
        """The sum of the losses."""
        scores = self.team.learn(rows, targets, weights, self.goal, self.batch)
        live: Any = weights > 0.0 if weights.size else slice(None)
        scores, targets = scores[live], targets[live]
        if not len(targets):
            return 0.0
        each = losses_of(scores, targets, self.goal)
        self.examples += len(targets)
        if error is not None:
            self.errors = self.errors.plus(error(scores, targets))
        return float(each @ weights[live] if weights.size else each.sum())

    def scores(self, rows: Rows, order: NDArray[np.intp]) -> Floats:
        """What the points as they are now say of some rows."""
        points = self.team.points().T
        found = [np.asarray(chunk @ points, np.float64) for chunk, _ in rows.chunks(order)]
        return np.concatenate(found)

    def coefficients(self) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        """The weights of the features, a row for each score, and the intercepts."""
        points = self.team.points()
        if self.recipe.fit_intercept:
            return points[:, : self.n_features].copy(), points[:, self.n_features].copy()
        return points[:, : self.n_features].copy(), np.zeros(len(points), points.dtype)

    def state_dict(self) -> dict[str, Any]:
        """Plain values and arrays, nested, from which :meth:`from_state_dict` makes it again."""
        return {
            "recipe": self.recipe.state_dict(),
            "goal": self.goal.state_dict(),
            "batch": self.batch,
            "seed": self.seed,
            "examples": self.examples,
            "epochs": self.epochs,
            "error_total": float(self.errors.total),
            "error_count": self.errors.count,
            "losses": np.array(self.losses, np.float64),
            "team": self.team.state_dict(),
        }

    @classmethod
    def from_state_dict(cls, state: dict[str, Any], n_features: int, dtype: Any) -> Self:
        """The training whose state this is; it goes on with the same bits."""
        training = cls(
            stored_recipe(state["recipe"]),
            n_features,
            dtype,
            stored_integer(state, "seed", 0, LAST_SEED),
            stored_goal(state["goal"]),
            stored_integer(state, "batch", 1, MOST),
            stored_integer(state, "examples", 0),
            stored_integer(state, "epochs", 0),
            Errors(
                stored_number(state, "error_total", float), stored_integer(state, "error_count", 0)
            ),
            [float(loss) for loss in state["losses"]],
        )
        training.team.load_state_dict(state["team"])
        return training

    def _fresh_team(self) -> Team:
        return Team(
            self.recipe, self.goal.heads, self.n_features, self.dtype, self.seed, self.batch
        )
