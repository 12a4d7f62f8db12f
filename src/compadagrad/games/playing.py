"""The protocol of online convex optimization."""

import time
from collections.abc import Iterable, Sized
from typing import Any, final

import numpy as np

from compadagrad.errors import InvalidInputError
from compadagrad.games.examples import Examples
from compadagrad.games.progress import Progress
from compadagrad.games.record import Record
from compadagrad.games.rounds import Linear, as_round
from compadagrad.learners import DiagonalAdaGrad, Learner
from compadagrad.learners.patient import PatientLearner
from compadagrad.losses import Loss

__all__ = ["play"]

STRETCH = 1024  # the most rounds of compiled code at a time
FIRST_STRETCH = 64  # and the first time
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
        another game.

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
    total = len(record) + len(rounds) if isinstance(rounds, Sized) else None
    told = Progress(progress, total, begun=len(record))
    clock = _Clock(record)
    try:
        if isinstance(rounds, Examples) and _is_compiled(learner, rounds):
            _play_compiled(learner, rounds, record, told, clock)
        else:
            _play_steps(learner, rounds, record, told, clock)
    except BaseException as error:
        record._settle(learner.steps, clock.seconds)
        vars(error)["record"] = record
        raise
    finally:
        told.close()
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
    return record


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
    total, phi = 0.0, learner.regularizer
    free = _is_indicator(learner)
    for item in rounds:
        number = len(record) + 1
        each = as_round(item, record.loss, learner.n, number)
        met = each.meet(learner)
        if not abs(met.loss) < np.inf:
            raise InvalidInputError(
                f"the loss of round {number} must be a finite number, got {met.loss}; "
                f"the learner is as it was before this round"
            )
        penalty = 0.0 if free else phi.value(learner.x)
        record._open(each, met.loss, met.mistakes, penalty)
        certificate = learner.step(met.gradient)
        record._close(certificate, clock.seconds)
        total += met.loss + penalty
        told.tell(number, total)


def _play_compiled(
    learner: Learner, rounds: Examples, record: Record, told: Progress, clock: _Clock
) -> None:
    """Rounds in stretches: nothing is known of a stretch that has not come to its end."""
    penalty = 0.0 if _is_indicator(learner) else np.nan
    first, length, total = 0, FIRST_STRETCH, 0.0
    while first < len(rounds):
        length = min(length, STRETCH, len(rounds) - first)
        began = clock.seconds
        total += _play_stretch(learner, rounds, first, length, penalty, record, clock)
        told.tell(len(record), total)
        first += length
        longest = length * PATIENCE / max(clock.seconds - began, 1e-9)
        length = int(min(2 * length, max(1.0, longest)))


def _play_stretch(
    learner: Learner,
    rounds: Examples,
    first: int,
    length: int,
    penalty: float,
    record: Record,
    clock: _Clock,
) -> float:
    """Some rounds in compiled code; the sum of their losses."""
    loss, began, stop = record.loss, clock.seconds, first + length
    targets = loss.check_targets(rounds.y[first:stop])
    record._open_stretch(
        [Linear(rounds.A, targets[i : i + 1], loss, first + i) for i in range(length)], penalty
    )
    predictions = learner.one_pass(rounds.A[first:stop], targets, loss)
    losses = loss.value(predictions, targets)
    wrong = (predictions * targets <= 0.0).astype(float) if loss.labels == "binary" else None
    record._close_stretch(losses, wrong, np.linspace(began, clock.seconds, length + 1)[1:])
    return float(losses.sum())


def _is_indicator(learner: Learner) -> bool:
    """Whether phi is 0 within its bounds."""
    terms = learner.regularizer.terms(learner.n, learner.n, learner.dtype)
    return not (np.any(terms.l1) or np.any(terms.l2))
