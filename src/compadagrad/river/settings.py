"""What a model for river is made with: a learner by its name, its numbers, its columns."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, final

import numpy as np

from compadagrad._validation import LONGEST, as_choice, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.learners import (
    CompAdaGrad,
    DiagonalAdaGrad,
    FullAdaGrad,
    Learner,
    TrackedAdaGrad,
)
from compadagrad.regularizers import L1, ElasticNet, Regularizer, SquaredL2, Zero
from compadagrad.regularizers._coefficients import as_weight
from compadagrad.river.columns import COLUMNS
from compadagrad.river.encoder import Encoder

__all__ = ["SPARSE_FROM", "Settings"]

SPARSE_FROM = 8192  # columns from which a diagonal learner gains by sparse examples
LAST_SEED = (1 << 64) - 1

Delta: TypeAlias = float | tuple[float, float]


@final
@dataclass(frozen=True)
class Settings:
    """The parameters that the models have in common; see :class:`RiverClassifier`."""

    n: int
    subspace: str
    k: int
    lr: float
    tau: float
    delta: Delta
    l1: float
    l2: float
    with_intercept: bool
    features: str
    seed: int
    on_inexact: str

    def __post_init__(self) -> None:
        as_integer("n", self.n, 1 + self.intercepts, LONGEST)
        as_integer("k", self.k, 0)
        as_integer("seed", self.seed, 0, LAST_SEED)
        as_choice("subspace", self.subspace, _LEARNERS)

    @property
    def intercepts(self) -> int:
        """How many columns the intercept takes."""
        if type(self.with_intercept) is not bool:
            raise InvalidInputError(
                f"with_intercept must be True or False, got {self.with_intercept!r}"
            )
        return int(self.with_intercept)

    def learner(self) -> Learner:
        """A learner that has seen nothing."""
        common = {
            "lr": self.lr,
            "delta": self.delta,
            "regularizer": self._regularizer(),
            "on_inexact": self.on_inexact,
        }
        return as_choice("subspace", self.subspace, _LEARNERS)(self, common)

    def encoder(self) -> Encoder:
        """What makes vectors of examples; it knows no feature yet."""
        columns = as_choice("features", self.features, COLUMNS)
        by_nonzeros = self.subspace == "diagonal" and self.n >= SPARSE_FROM
        return Encoder(columns(self.n - self.intercepts, self.seed), self.n, by_nonzeros)

    def _regularizer(self) -> Regularizer:
        """Both weights; the intercept, in the last column, is left free."""
        l1, l2 = _as_weight("l1", self.l1), _as_weight("l2", self.l2)
        if l1 == 0.0 and l2 == 0.0:
            return Zero()
        penalised = np.ones(self.n)
        penalised[self.n - self.intercepts :] = 0.0
        each: Any = penalised if self.intercepts else 1.0
        if l1 == 0.0:
            return SquaredL2(l2 * each)
        return ElasticNet(l1 * each, l2 * each) if l2 else L1(l1 * each)


def _as_weight(name: str, value: Any) -> float:
    if np.ndim(value):
        raise InvalidInputError(f"{name} must be one number, 0 or more, got {value!r}")
    return float(as_weight(name, value))


Make: TypeAlias = Callable[[Settings, dict[str, Any]], Learner]


def _tracked(s: Settings, common: dict[str, Any]) -> Learner:
    return TrackedAdaGrad(s.n, min(s.k, s.n), tau=s.tau, **common)


def _srht(s: Settings, common: dict[str, Any]) -> Learner:
    return CompAdaGrad(s.n, min(s.k, s.n), tau=s.tau, seed=s.seed, **common)


def _diagonal(s: Settings, common: dict[str, Any]) -> Learner:
    return DiagonalAdaGrad(s.n, tau=s.tau, **common)


def _full(s: Settings, common: dict[str, Any]) -> Learner:
    return FullAdaGrad(s.n, **common)


_LEARNERS: Final[dict[str | None, Make]] = {
    "tracked": _tracked,
    "srht": _srht,
    "diagonal": _diagonal,
    "full": _full,
}
