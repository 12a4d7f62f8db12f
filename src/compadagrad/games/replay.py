"""A game played again, step by step, from the learner that it began with."""

import copy
import warnings
from collections.abc import Callable, Sequence

from compadagrad.errors import InexactUpdateWarning
from compadagrad.games.rounds import Round, once_more
from compadagrad.learners import Learner
from compadagrad.updates import Certificate

__all__ = ["replay"]


def _ignore(learner: Learner, certificate: Certificate) -> None:
    pass


def replay(
    start: Learner,
    rounds: Sequence[Round],
    before: Callable[[Learner], None],
    after: Callable[[Learner, Certificate], None] = _ignore,
) -> Learner:
    """The learner after ``rounds``; ``before`` and ``after`` see it around every step.

    The points are those of the game: bit for bit where it was stepped. Where it was compiled they
    are so to rounding, and the slopes are those of the predictions that were made then: on a kink
    the last digit of a prediction decides between subgradients that are far apart.
    """
    learner = copy.deepcopy(start)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InexactUpdateWarning)  # the game has said so
        for each in rounds:
            before(learner)
            after(learner, learner.step(once_more(each, learner).gradient))
    return learner
