"""What is known of a game, while it goes on and after it."""

import copy
import hashlib
import math
import warnings
from collections.abc import Sequence
from functools import cached_property
from typing import cast, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from compadagrad._validation import as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.games.best import best_fixed_point
from compadagrad.games.bounds import RegretBound, regret_bound, why_no_bound
from compadagrad.games.comparator import Comparator
from compadagrad.games.hindsight import Whole
from compadagrad.games.replay import replay
from compadagrad.games.rounds import Linear, Round, as_point, once_more
from compadagrad.learners import Learner
from compadagrad.losses import Loss, from_name
from compadagrad.updates import Certificate

__all__ = ["Record"]

Floats = NDArray[np.float64]


@final
class Record:
    r"""The rounds of a game, what the learner suffered in them, and the learner before the first.

    .. math:: \sum_{t=1}^T f_t(x_t) + \phi(x_t)

    A round is in the record once the learner has moved by it. Where a game ran in compiled code,
    what that does not tell (:attr:`certificates`, and :attr:`penalties` of sparse examples) comes
    from playing it again, step by step, when it is first asked for.

    Parameters
    ----------
    learner : Learner
        Before the first round; a copy of it is kept.
    loss : str or Loss
        Of rounds that are examples.

    Attributes
    ----------
    start : Learner
        The learner before the first round.
    loss : Loss
    rounds : list of Round
        The functions :math:`f_t`.

    Examples
    --------
    >>> from compadagrad import DiagonalAdaGrad
    >>> from compadagrad.games import Record, play
    >>> learner = DiagonalAdaGrad(2, lr=0.5)
    >>> record = Record(learner, "squared")
    >>> record = play(learner, [([1.0, 0.0], 2.0)], record=record)
    >>> record = play(learner, [([0.0, 1.0], 1.0)], record=record)
    >>> record.losses
    array([2. , 0.5])
    """

    def __init__(self, learner: Learner, loss: str | Loss = "logistic") -> None:
        self.start = copy.deepcopy(learner)
        self.loss = loss if isinstance(loss, Loss) else from_name(loss)
        self.rounds: list[Round] = []
        self._losses: list[float] = []
        self._mistakes: list[float] = []
        self._penalties: list[float] = []
        self._certificates: list[Certificate | None] = []
        self._seconds: list[float] = []
        self._place = _digest(learner)

    def __len__(self) -> int:
        return len(self.rounds)

    def __repr__(self) -> str:
        return f"Record({len(self)} rounds of {self.start!r})"

    @property
    def losses(self) -> Floats:
        """``f_t(x_t)``, round by round."""
        return self._known(self._losses)

    @property
    def penalties(self) -> Floats:
        """``phi(x_t)``, round by round."""
        return self._known(self._penalties)

    @property
    def certificates(self) -> list[Certificate]:
        """How exactly each step was solved."""
        if None in self._certificates:
            self._play_again()
        return [each for each in self._certificates if each is not None]

    @property
    def residuals(self) -> Floats:
        """Those of the certificates."""
        return np.array([each.residual for each in self.certificates])

    @property
    def mistakes(self) -> Floats:
        """The share of examples with a wrong label, round by round; NaN where there are none."""
        self._known(self._losses)
        return np.array(self._mistakes)

    @property
    def seconds(self) -> Floats:
        """The time of the game at the end of each round; even within a stretch of compiled code."""
        return np.array(self._seconds)

    @property
    def cumulative(self) -> Floats:
        """The composite loss up to each round."""
        return np.cumsum(self.losses + self.penalties)

    @property
    def total(self) -> float:
        """The cumulative composite loss."""
        self._find(self._losses)
        self._find(self._penalties)
        return math.fsum(self._losses) + math.fsum(self._penalties)

    @property
    def error_rate(self) -> float:
        """The average zero-one loss of rounds that are examples with labels."""
        counted = self.mistakes[~np.isnan(self.mistakes)]
        if not counted.size:
            raise InvalidInputError(
                f"there is no zero-one loss without labels -1 and 1: the loss is {self.loss!r}"
            )
        return float(counted.mean())

    def prefix(self, t: int) -> "Record":
        """The record of the first ``t`` rounds."""
        t = as_integer("t", t, 1, len(self))
        part = Record(self.start, self.loss)
        for name, entries in vars(self).items():
            if isinstance(entries, list):
                setattr(part, name, entries[:t])
        return part

    @cached_property
    def _comparators(self) -> dict[int, Comparator]:
        return {}

    def comparator(self, *, x0: ArrayLike | None = None) -> Comparator:
        """The best fixed point in hindsight, as :func:`best_fixed_point` finds it; found once.

        Parameters
        ----------
        x0 : array_like, shape (n,), optional
            Where to begin; by default where the learner began.
        """
        self._check_not_empty("comparator")
        if len(self) not in self._comparators:
            x0 = self.start.x if x0 is None else x0
            found = best_fixed_point(self.rounds, self.start.regularizer, n=self.start.n, x0=x0)
            self._comparators[len(self)] = found
        return self._comparators[len(self)]

    def regret(self, x: ArrayLike | None = None) -> float:
        r""":math:`\sum_t f_t(x_t) + \phi(x_t) - f_t(x^*) - \phi(x^*)`.

        Parameters
        ----------
        x : array_like, shape (n,), optional
            :math:`x^*`; by default the best fixed point in hindsight, :meth:`comparator`.

        Returns
        -------
        float
            Negative infinity where ``x`` is out of the bounds of the regularizer.

        Warns
        -----
        UserWarning
            Where the best fixed point was not found to its tolerance; says how far it can be.
        """
        self._check_not_empty("regret")
        if x is None:
            best = self.comparator()
            if not best.ok:
                warnings.warn(
                    f"the best fixed point has a cumulative loss of {best.value:.6g}, which may be "
                    f"too large by up to {best.gap:.2g}, and the regret too small by as much; "
                    f"comparator(x0=...) begins elsewhere",
                    stacklevel=2,
                )
            return self.total - best.value
        point = as_point("x", x, self.start.n)
        fixed = Whole(self.rounds).value(point) + self.start.regularizer.value(point)
        return self.total - len(self) * fixed

    @property
    def has_bound(self) -> bool:
        """Whether there is a regret theorem for the learner."""
        return why_no_bound(self.start) is None

    def bound(self, x: ArrayLike | None = None) -> float:
        """The value of :meth:`bound_terms`: an upper bound of ``regret(x)`` for the same x."""
        return self.bound_terms(x).value

    def bound_terms(self, x: ArrayLike | None = None) -> RegretBound:
        """The regret theorem evaluated on this game, which is played again; see `RegretBound`.

        Parameters
        ----------
        x : array_like, shape (n,), optional
            :math:`x^*`; by default :meth:`comparator`.

        Raises
        ------
        InvalidInputError
            For a learner without a theorem; says why.
        """
        self._check_not_empty("bound")
        return regret_bound(self.start, self.rounds, lambda: self._star(x))

    def _star(self, x: ArrayLike | None) -> Floats:
        return self.comparator().x if x is None else as_point("x", x, self.start.n)

    def _check_not_empty(self, what: str) -> None:
        if not self.rounds:
            raise InvalidInputError(f"an empty game has no {what}; play at least one round")

    def _open(self, each: Round, loss: float, mistakes: float, penalty: float) -> None:
        """Before the learner moves."""
        self.rounds.append(each)
        self._losses.append(loss)
        self._mistakes.append(mistakes)
        self._penalties.append(penalty)
        self._certificates.append(None)
        self._seconds.append(math.nan)

    def _close(self, certificate: Certificate, seconds: float) -> None:
        """After it has moved."""
        self._certificates[-1], self._seconds[-1] = certificate, seconds

    def _open_stretch(self, rounds: Sequence[Round], penalty: float) -> None:
        """Before the learner moves by several rounds, of which nothing else is known yet."""
        unknown = [math.nan] * len(rounds)
        self.rounds.extend(rounds)
        self._losses.extend(unknown)
        self._mistakes.extend(unknown)
        self._penalties.extend([penalty] * len(rounds))
        self._certificates.extend([None] * len(rounds))
        self._seconds.extend(unknown)

    def _close_stretch(
        self, predictions: Floats, losses: Floats, mistakes: Floats | None, seconds: Floats
    ) -> None:
        """After it has moved by them."""
        last = slice(-len(losses), None)
        rounds = cast(list[Linear], self.rounds[last])
        for each, p in zip(rounds, predictions.tolist(), strict=True):
            each.predicted = p
        self._losses[last], self._seconds[last] = losses.tolist(), seconds.tolist()
        if mistakes is not None:
            self._mistakes[last] = mistakes.tolist()

    def _keep(self, rounds: int) -> None:
        """Forget the later ones."""
        for entries in vars(self).values():
            if isinstance(entries, list):
                del entries[rounds:]

    def _settle(self, learner: Learner, seconds: float) -> None:
        """Forget what the learner has not moved by, and keep in mind where it is."""
        self._keep(learner.steps - self.start.steps)
        for t in range(len(self) - 1, -1, -1):
            if not math.isnan(self._seconds[t]):
                break
            self._seconds[t] = seconds
        self._place = _digest(learner)

    def _is_at(self, learner: Learner) -> bool:
        """Whether the learner is at the point that it was at after the rounds."""
        return self._place == _digest(learner)

    def _known(self, entries: list[float]) -> Floats:
        """``entries``, with what is missing from a game played again."""
        self._find(entries)
        return np.array(entries)

    def _find(self, entries: list[float]) -> None:
        if np.isnan(entries).any():
            self._play_again()

    def _play_again(self) -> None:
        first = self.start.steps

        def before(learner: Learner) -> None:
            t = learner.steps - first
            if math.isnan(self._losses[t]):
                met = once_more(self.rounds[t], learner)
                self._losses[t], self._mistakes[t] = met.loss, met.mistakes
            if math.isnan(self._penalties[t]):
                self._penalties[t] = learner.regularizer.value(learner.x)

        def after(learner: Learner, certificate: Certificate) -> None:
            t = learner.steps - first - 1
            if self._certificates[t] is None:
                self._certificates[t] = certificate

        replay(self.start, self.rounds, before, after)


def _digest(learner: Learner) -> bytes:
    """What tells points of learners apart."""
    return hashlib.blake2b(learner.x.tobytes(), digest_size=16).digest()
