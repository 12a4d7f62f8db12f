"""How the regret of a game grows with its rounds."""

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.games.record import Record

__all__ = ["Growth", "regret_growth"]

Floats = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Growth:
    r"""The regret after :math:`t` rounds, each against the best fixed point of these rounds.

    Attributes
    ----------
    rounds : numpy.ndarray of int
        t, ascending.
    regret : numpy.ndarray of float64
    bound : numpy.ndarray of float64
        That of the theorem at the same point; NaN for a learner without one, or if not asked for.
    """

    rounds: NDArray[np.int64]
    regret: Floats
    bound: Floats

    @property
    def exponent(self) -> float:
        r"""p in regret :math:`\approx c\, t^p`, by least squares of logarithms.

        Only the later half of the rounds given, on a logarithmic scale, counts; NaN where fewer
        than two of them have a positive regret. The theorem allows 1/2 for gradients of one size.
        """
        late = self.rounds >= np.sqrt(float(self.rounds[0]) * float(self.rounds[-1]))
        used = late & (self.regret > 0.0)
        if np.count_nonzero(used) < 2:
            return float("nan")
        return float(np.polyfit(np.log(self.rounds[used]), np.log(self.regret[used]), 1)[0])


def regret_growth(
    record: Record, points: int = 12, *, first: int = 10, bound: bool = True
) -> Growth:
    """Regret and bound after some rounds, in equal ratios from ``first`` to all of them.

    Parameters
    ----------
    record : Record
        Of at least ``first`` rounds.
    points : int
        How many; fewer where rounds would be the same.
    first : int
        The least rounds.
    bound : bool
        Whether to evaluate the theorem too: each bound plays the game again up to there.

    Returns
    -------
    Growth

    Examples
    --------
    >>> from compadagrad import DiagonalAdaGrad
    >>> from compadagrad.games import play, regret_growth
    >>> turns = [([1.0], 1.0), ([1.0], -1.0)] * 50
    >>> growth = regret_growth(play(DiagonalAdaGrad(1, lr=1.0), turns, "absolute"), 4)
    >>> growth.rounds
    array([ 10,  22,  46, 100])
    >>> bool((growth.regret <= growth.bound).all())
    True
    """
    as_integer("points", points, 2)
    if len(record) < as_integer("first", first, 1):
        raise InvalidInputError(
            f"the game must have at least first = {first} rounds, got {len(record)}"
        )
    rounds = np.unique(np.geomspace(first, len(record), points).round().astype(np.int64))
    regret, bounds = np.empty(rounds.size), np.full(rounds.size, np.nan)
    _ = record.losses, record.penalties  # known before the record is cut: a game is played once
    x = None
    for i, t in enumerate(rounds):
        part = record.prefix(int(t))
        x = part.comparator(x0=x).x
        regret[i] = part.regret()
        if bound and record.has_bound:
            bounds[i] = part.bound()
    return Growth(rounds, regret, bounds)
