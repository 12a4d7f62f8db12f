"""From a game to one point: online-to-batch conversion."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import as_choice
from compadagrad.errors import InvalidInputError
from compadagrad.games.record import Record
from compadagrad.games.replay import replay
from compadagrad.learners import Learner

__all__ = ["online_to_batch"]

Floats = NDArray[np.float64]

WEIGHTS: Final[dict[str | None, Callable[[int], float]]] = {
    "average": lambda t: 1.0,
    "weighted": float,
    "last": lambda t: 0.0,
}


def online_to_batch(record: Record, iterate: str = "average") -> Floats:
    r"""One point for new examples, from the points of a game.

    .. math:: \bar x = \frac1T \sum_{t=1}^T x_t, \qquad
        \hat x = \frac{\sum_t t\, x_t}{\sum_t t}, \qquad x_{T+1}

    for ``"average"``, ``"weighted"`` and ``"last"``. Where the rounds are independent draws from
    one distribution, the expected composite loss of :math:`\bar x` on a new one exceeds that of any
    fixed :math:`x^*` by at most the expected regret over T. For the other two nothing of this kind
    is claimed here; they forget the first rounds, which is often better.

    Parameters
    ----------
    record : Record
        The game is played again.
    iterate : {"average", "weighted", "last"}
        Which point.

    Returns
    -------
    numpy.ndarray of float64, shape (n,)

    Examples
    --------
    >>> from compadagrad import DiagonalAdaGrad
    >>> from compadagrad.games import online_to_batch, play
    >>> record = play(DiagonalAdaGrad(1, lr=1.0, delta=1e-9), [([1.0], 4.0)] * 2, "absolute")
    >>> [online_to_batch(record, which).round(3) for which in ("average", "weighted", "last")]
    [array([0.5]), array([0.667]), array([1.707])]
    """
    weight = as_choice("iterate", iterate, WEIGHTS)
    if not len(record):
        raise InvalidInputError("an empty game has no points; play at least one round")
    mean, total = np.zeros(record.start.n), 0.0

    def add(learner: Learner) -> None:
        nonlocal total
        w = weight(learner.steps - record.start.steps + 1)
        if w:
            total += w
            mean[:] += (w / total) * (learner.x - mean)

    last = replay(record.start, record.rounds, add)
    return last.x.astype(np.float64) if iterate == "last" else mean
