"""The protocol of online convex optimization."""

import math
import time
from collections.abc import Iterable, Iterator, Sized
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.games.examples import Examples
from compadagrad.games.penalties import Penalties
from compadagrad.games.progress import Progress
from compadagrad.games.record import Record
from compadagrad.games.rounds import Linear, Met, Round, as_round, as_targets
from compadagrad.learners import DiagonalAdaGrad, Learner
from compadagrad.learners.patient import PatientLearner
from compadagrad.losses import Loss

__all__ = ["play"]

STRETCH = 1024  # the most rounds of compiled code at a time
FIRST_STRETCH = 64  # and the first time
Floats = NDArray[np.float64]

PATIENCE = 0.2  # seconds that a stretch should take at most: until then nobody can interrupt it


def play(
    learner: Learner,
    rounds: Iterable[Any],
    loss: str | Loss | None = None,
    *,
    record: Record | None = None,
    progress: bool | None = None,
) -> Record:
    r"""Predict, suffer the composite loss, update; round after round.

    .. math:: x_t \;\to\; f_t(x_t) + \phi(x_t) \;\to\; x_{t+1}

    Parameters
    ----------
    learner : Learner
        It is moved.
    rounds : iterable
        Pairs ``(a, y)`` of an example, shape (n,), or a mini-batch, shape (m, n), dense or sparse,
        with its targets; or convex functions, objects with the methods ``value(x)`` and
        ``subgradient(x)``, which must not change: what needs hindsight asks them again.
        :class:`Examples`, for learners whose update has a closed form, are played in compiled code.
    loss : str or Loss, optional
        Of rounds that are examples; ``"logistic"`` by default.
    record : Record, optional
        That of the rounds before these: the game goes on.
    progress : bool, optional
        Whether to say on stderr how far the game is; by default where that is a terminal. Games of
        less than two seconds are silent.

    Returns
    -------
    Record
        ``record``, if it was given.

    Raises
    ------
    InvalidInputError
        For a round that cannot be read, a loss that is not finite, an empty game, a record of
        another game. The targets of :class:`Examples` are checked before the first of them is
        played.

    Notes
    -----
    Whatever is raised, Ctrl-C among it, the record holds the rounds that the learner has moved by.
    It is ``record``, and the attribute ``record`` of the exception. ``play(learner, rest,
    record=record)`` goes on.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad import CompAdaGrad
    >>> from compadagrad.games import Examples, play
    >>> rng = np.random.default_rng(0)
    >>> A = rng.standard_normal((200, 8))
    >>> record = play(CompAdaGrad(8, 4, lr=0.5), Examples(A, np.sign(A[:, 0])))
    >>> record.error_rate < 0.1
    True
    """
    record = _record_for(learner, loss, record)
    items = _checked(rounds, record)
    total = len(record) + len(rounds) if isinstance(rounds, Sized) else None
    told = Progress(progress, total, begun=len(record))
    clock = _Clock(record)
    try:
        if isinstance(rounds, Examples) and _is_compiled(learner, rounds):
            _play_compiled(learner, rounds, record, told, clock)
        else:
            _play_steps(learner, items, record, told, clock)
    except BaseException as error:
        record._settle(learner, clock.seconds)
        vars(error)["record"] = record
        raise
    finally:
        told.close()
    record._settle(learner, clock.seconds)
    if not len(record):
        raise InvalidInputError("the game is empty: rounds must give at least one round")
    return record


@final
class _Clock:
    """The time of the game, over its parts."""

    def __init__(self, record: Record) -> None:
        before = record._seconds[-1] if len(record) else 0.0
        self._zero = time.perf_counter() - before

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._zero


def _record_for(learner: Learner, loss: str | Loss | None, record: Record | None) -> Record:
    if not isinstance(learner, Learner):
        raise InvalidInputError(f"learner must be a learner of compadagrad, got {learner!r}")
    if record is None:
        return Record(learner, "logistic" if loss is None else loss)
    if loss is not None and Record(learner, loss).loss != record.loss:
        raise InvalidInputError(f"the record has the loss {record.loss!r}, got {loss!r}")
    moved = learner.steps - record.start.steps
    if repr(learner) != repr(record.start) or moved != len(record):
        raise InvalidInputError(
            f"the record is of {len(record)} rounds of {record.start!r}, and this learner, "
            f"{learner!r}, has taken {moved} steps since; give the learner that played it"
        )
    if not record._is_at(learner):
        raise InvalidInputError(
            f"the record is of {len(record)} rounds of a learner like this one, {learner!r}, which "
            f"is at another point; give the learner that played it"
        )
    return record


def _checked(rounds: Iterable[Any], record: Record) -> Iterator[Any]:
    """The rounds one by one; of examples, all targets are known to be some of the loss."""
    try:
        items = iter(rounds)
    except TypeError:
        raise InvalidInputError(
            f"rounds must be an iterable of pairs (a, y) or convex functions, "
            f"got {type(rounds).__name__}"
        ) from None
    if isinstance(rounds, Examples) and len(rounds):
        try:
            record.loss.check_targets(rounds.y)
        except InvalidInputError:
            for number, y in enumerate(rounds.y, len(record) + 1):
                as_targets(y, record.loss, number)
            raise
    return items


def _is_compiled(learner: Learner, rounds: Examples) -> bool:
    """Whether a pass over the examples is compiled."""
    if learner.algorithm != "mirror_descent" or learner.refresh_every > 1:
        return False
    if rounds.is_sparse:
        return isinstance(learner, DiagonalAdaGrad)
    terms = learner.regularizer.terms(learner.n, learner.n, learner.dtype)
    closed = terms.smooth and (terms.uniform or terms.free is not None)
    return isinstance(learner, PatientLearner) or bool(closed)


def _play_steps(
    learner: Learner, rounds: Iterable[Any], record: Record, told: Progress, clock: _Clock
) -> None:
    total, phi = _Suffered(record), learner.regularizer
    free = _is_indicator(learner)
    for item in rounds:
        number = len(record) + 1
        each = as_round(item, record.loss, learner.n, number)
        met = _met(each, learner, number)
        penalty = 0.0 if free else phi.value(learner.x)
        record._open(each, met.loss, met.mistakes, penalty)
        certificate = learner.step(met.gradient)
        record._close(certificate, clock.seconds)
        total.add(met.loss, penalty)
        told.tell(number, total.value, total.name)


def _met(each: Round, learner: Learner, number: int) -> Met:
    """What the round shows, with a finite loss."""
    try:
        met = each.meet(learner)
    except InvalidInputError as error:
        raise InvalidInputError(f"round {number}: {error}") from None
    if not abs(met.loss) < np.inf:
        raise _not_finite(number, met.loss, number - 1)
    return met


def _not_finite(number: int, loss: float, moved: int) -> InvalidInputError:
    return InvalidInputError(
        f"the loss of round {number} must be a finite number, got {loss}; "
        f"the learner has moved by {moved} rounds"
    )


@final
class _Suffered:
    """The cumulative loss so far, with phi as far as the record has it."""

    def __init__(self, record: Record) -> None:
        self._losses = math.fsum(record._losses)
        self._penalties = math.fsum(record._penalties)

    def add(self, loss: float, penalty: float) -> None:
        """That of some rounds."""
        self._losses += loss
        self._penalties += penalty

    @property
    def value(self) -> float:
        return self._losses if math.isnan(self._penalties) else self._losses + self._penalties

    @property
    def name(self) -> str:
        return "loss without phi" if math.isnan(self._penalties) else "loss"


def _play_compiled(
    learner: Learner, rounds: Examples, record: Record, told: Progress, clock: _Clock
) -> None:
    """Rounds in stretches: nothing is known of a stretch that has not come to its end."""
    stretch = _Stretch(learner, rounds, record, clock)
    first, length, total = 0, FIRST_STRETCH, _Suffered(record)
    while first < len(rounds):
        length = min(length, STRETCH, len(rounds) - first)
        began = clock.seconds
        total.add(*stretch.play(first, length))
        told.tell(len(record), total.value, total.name)
        first += length
        longest = length * PATIENCE / max(clock.seconds - began, 1e-9)
        length = int(min(2 * length, max(1.0, longest)))


@final
class _Stretch:
    """Some rounds in compiled code, which notes phi on the way if the examples are dense.

    Where it breaks off, the learner goes back to where it began, and plays again what there was,
    for the record: but not with sparse examples, whose rounds cost less than to keep a point.
    """

    def __init__(self, learner: Learner, rounds: Examples, record: Record, clock: _Clock) -> None:
        self._learner, self._rounds, self._record, self._clock = learner, rounds, record, clock
        self._targets = record.loss.check_targets(rounds.y) if len(rounds) else rounds.y
        self._free = _is_indicator(learner)
        self._noted = not (self._free or rounds.is_sparse)

    def play(self, first: int, length: int) -> tuple[float, float]:
        """The sums of the losses and of phi."""
        learner, record, A = self._learner, self._record, self._rounds.A
        before = None if self._rounds.is_sparse else learner.state_dict()
        began, steps, kept = self._clock.seconds, learner.steps, len(record)
        y, loss = self._targets, record.loss
        rounds = [Linear(A, y, loss, i, i + 1) for i in range(first, first + length)]
        record._open_stretch(rounds, 0.0 if self._free else np.nan)
        try:
            losses = self._pass(first, length, began)
        except BaseException:
            self._go_back(before, kept, first, learner.steps - steps, began)
            raise
        if not np.isfinite(losses).all():
            good = int(np.isfinite(losses).argmin())
            self._go_back(before, kept, first, good, began)
            raise _not_finite(kept + good + 1, losses[good], learner.steps - steps + kept)
        return float(losses.sum()), math.fsum(record._penalties[-length:])

    def _go_back(self, before: Any, kept: int, first: int, rounds: int, began: float) -> None:
        """Play only so many rounds, from the state ``before`` on."""
        if before is not None:
            self._record._keep(kept + rounds)
            self._learner.load_state_dict(before)
            if rounds:
                self._pass(first, rounds, began)

    def _pass(self, first: int, length: int, began: float) -> Floats:
        """Their losses; the record has their predictions and phi, too."""
        learner, record, loss = self._learner, self._record, self._record.loss
        rows, y = self._rounds.A[first : first + length], self._targets[first : first + length]
        if self._noted:
            noted: Any = Penalties(learner, learner.regularizer.value(learner.x), length)
            predictions = learner.one_pass(rows, y, loss, average=noted)
            record._penalties[-length:] = noted.values.tolist()
        else:
            predictions = learner.one_pass(rows, y, loss)
        losses: Floats = loss.value(predictions, y)
        wrong = (predictions * y <= 0.0).astype(float) if loss.labels == "binary" else None
        seconds = np.linspace(began, self._clock.seconds, length + 1)[1:]
        record._close_stretch(predictions, losses, wrong, seconds)
        return losses


def _is_indicator(learner: Learner) -> bool:
    """Whether phi is 0 within its bounds."""
    terms = learner.regularizer.terms(learner.n, learner.n, learner.dtype)
    return not (np.any(terms.l1) or np.any(terms.l2))
