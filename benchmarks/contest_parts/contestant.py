"""What the harness asks of whoever takes part."""

from abc import ABC, abstractmethod
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from contest_parts.task import Examples, Labels

__all__ = ["Contestant", "Pass", "Scores"]

Scores = NDArray[np.float64]


@final
class Pass(NamedTuple):
    """The scores before each update, and how many seconds went into learning."""

    scores: Scores
    seconds: float


class Contestant(ABC):
    """A linear model that learns from one example after the other."""

    @abstractmethod
    def learn(self, X: Examples, y: Labels) -> Pass:
        """Predict each example and then learn it.

        Whatever brings examples into the form that a library wants is not on the clock.
        """

    @abstractmethod
    def scores(self, X: Examples) -> Scores:
        """What the model, as it is now, says of each example."""

    @abstractmethod
    def state_size(self) -> int:
        """How many numbers it keeps from one example to the next."""
