"""Which setting of a grid is best, and how much each hyper-parameter matters."""

import math
from dataclasses import dataclass
from typing import Any, final

from compadagrad.experiments.stored import entry, items, loss, natural, table, text
from compadagrad.experiments.study import Method, Setting, Value
from compadagrad.experiments.trial import Outcome

__all__ = ["MARGIN", "Score", "Tuned", "score"]

MARGIN = 5e-3
"""An edge counts if nothing away from it comes this near to the best, relative to it."""

Score = tuple[float, float]


def score(outcome: Outcome, tune_by: str) -> Score:
    """What is to be lowest, and the online loss, which breaks ties."""
    value = {
        "online_error": outcome.online_error,
        "online_loss": outcome.online_loss,
        "training_error": outcome.training_error,
    }[tune_by]
    return (math.inf if outcome.failure else value), outcome.online_loss


@final
@dataclass(frozen=True)
class Tuned:
    """The grid of a method on one seed, with the score of each setting.

    Attributes
    ----------
    seed : int
    scores : tuple of (float, float)
        In the order of ``method.settings()``: what is to be lowest, and the online loss.
    failures : int
        How many settings came to nothing.
    reason : str
        Why the first of them did.
    """

    seed: int
    scores: tuple[Score, ...]
    failures: int = 0
    reason: str = ""

    def best(self, method: Method) -> Setting:
        """The setting with the lowest score; the first of several."""
        return method.settings()[self.scores.index(min(self.scores))]

    def profile(self, method: Method, name: str) -> dict[Value, float]:
        """For each value of one hyper-parameter the lowest score that it has with any others."""
        lowest: dict[Value, float] = {}
        for setting, (value, _) in zip(method.settings(), self.scores, strict=True):
            if name in setting:
                lowest[setting[name]] = min(value, lowest.get(setting[name], math.inf))
        return lowest

    def edges(self, method: Method) -> list[str]:
        """The hyper-parameters whose best value is the least or the largest that was tried."""
        best, least = self.best(method), min(self.scores)[0]
        return [name for name in best if self._at_edge(method, name, best, least)]

    def _at_edge(self, method: Method, name: str, best: Setting, least: float) -> bool:
        profile = self.profile(method, name)
        range_ = sorted(float(value) for value in profile if _is_positive(value))
        value = best[name]
        if len(range_) < 2 or value not in (range_[0], range_[-1]):
            return False
        return min(s for v, s in profile.items() if v != value) > least * (1.0 + MARGIN)

    def to_plain(self) -> dict[str, Any]:
        """A dictionary for JSON, which knows no infinity."""
        scores = [[s if math.isfinite(s) else None for s in pair] for pair in self.scores]
        return {
            "seed": self.seed,
            "scores": scores,
            "failures": self.failures,
            "reason": self.reason,
        }

    @classmethod
    def from_plain(cls, plain: Any) -> "Tuned":
        """What :meth:`to_plain` gave; anything else is an InvalidInputError."""
        known = table(plain, "what was tuned")
        return cls(
            natural(entry(known, "seed"), "seed"),
            tuple(_pair(values) for values in items(entry(known, "scores"), "scores")),
            natural(entry(known, "failures"), "failures"),
            text(known.get("reason", ""), "reason"),
        )


def _pair(values: Any) -> Score:
    first, second = items(values, "a score", 2)
    return loss(first, "a score"), loss(second, "a score")


def _is_positive(value: Value) -> bool:
    """Whether a value can be at the edge of a range: zero and words have nothing beyond them."""
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0
