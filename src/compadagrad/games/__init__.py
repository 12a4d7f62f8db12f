"""The online game: a learner against a sequence of convex functions, and its regret."""

from compadagrad.games import adversaries
from compadagrad.games.batch import online_to_batch
from compadagrad.games.best import best_fixed_point
from compadagrad.games.bounds import RegretBound
from compadagrad.games.comparator import Comparator
from compadagrad.games.examples import Examples
from compadagrad.games.growth import Growth, regret_growth
from compadagrad.games.playing import play
from compadagrad.games.record import Record
from compadagrad.games.rounds import ConvexFunction

__all__ = [
    "Comparator",
    "ConvexFunction",
    "Examples",
    "Growth",
    "Record",
    "RegretBound",
    "adversaries",
    "best_fixed_point",
    "online_to_batch",
    "play",
    "regret_growth",
]
