"""The regret theorem, evaluated on a game."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.games.replay import replay
from compadagrad.games.rounds import Round
from compadagrad.learners import Learner
from compadagrad.preconditioners import Compressed

__all__ = ["RegretBound", "regret_bound", "why_no_bound"]

Floats = NDArray[np.float64]


@final
@dataclass(frozen=True)
class RegretBound:
    r"""The four terms of the regret theorem.

    .. math::

       \begin{aligned}
       \mathrm{regret}(x^*) \le{}& \phi(x_1)
       + \frac{\delta_r \lVert P(x^* - x_1)\rVert_2^2
         + \tau\delta_c \lVert P_\perp(x^* - x_1)\rVert_2^2}{2\eta} \\
       &+ \frac{\max_t \lVert P(x^* - x_t)\rVert_2^2 \,\mathrm{tr}\, M_T^{1/2}
         + \tau \max_t \lVert P_\perp(x^* - x_t)\rVert_\infty^2 \sum_j \sqrt{d_{T,j}}}{2\eta}
       + \eta \Bigl(\mathrm{tr}\, M_T^{1/2} + \tfrac1\tau \sum_j \sqrt{d_{T,j}}\Bigr)
       \end{aligned}

    It is the paper's theorem with :math:`\tau` carried along, :math:`\phi(x_1)` and the terms in
    :math:`\delta`. An empty subspace makes it that of the diagonal method, the whole space that of
    the full matrix.

    Attributes
    ----------
    start, delta, distance, gradients : float
        The terms, in the order of the formula.
    inside, outside : float
        :math:`\mathrm{tr}\, M_T^{1/2}` and :math:`\sum_j \sqrt{d_{T,j}}`: how much action there was
        in the subspace and in its complement.
    """

    start: float
    delta: float
    distance: float
    gradients: float
    inside: float
    outside: float

    @property
    def value(self) -> float:
        """The sum of the terms."""
        return self.start + self.delta + self.distance + self.gradients


@final
class _Farthest:
    """How far from x* the learner has been, in the subspace and in its complement."""

    def __init__(self, preconditioner: Compressed, star: Floats) -> None:
        p = preconditioner.projection
        self._projection, self._star = p, np.zeros(p.n_padded)
        self._star[: star.size] = star
        self.inside = self.outside = 0.0
        self.first: tuple[float, float] | None = None

    def __call__(self, learner: Learner) -> None:
        away = self._star - learner._point()
        squares = float(away @ away)
        if self._projection.k == 0:
            inside, largest = 0.0, float(np.abs(away).max())
        else:
            coordinates = self._projection.project(away)
            inside, rest = float(coordinates @ coordinates), np.zeros(1)
            if self._projection.k < self._projection.n_padded:
                rest = away - self._projection.lift(coordinates)
            squares, largest = inside + float(rest @ rest), float(np.abs(rest).max())
        if self.first is None:
            self.first = inside, squares - inside
        self.inside, self.outside = max(self.inside, inside), max(self.outside, largest**2)


def regret_bound(
    start: Learner, rounds: Sequence[Round], star: Callable[[], Floats]
) -> RegretBound:
    """The bound at the point that ``star`` finds, after it is known that there is one."""
    preconditioner = _with_theorem(start)
    x = star()
    farthest = _Farthest(preconditioner, x)
    last = replay(start, rounds, farthest)
    memory, _ = preconditioner.refresh(last._memory)
    unit = math.ldexp(1.0, memory.exponent)
    inside = unit * float(memory.roots.sum())
    outside = unit * float(np.sqrt(memory.outside.astype(np.float64)).sum())
    (delta_r, delta_c), tau, lr = preconditioner.delta, preconditioner.tau, start.lr
    near = farthest.first or (0.0, 0.0)
    return RegretBound(
        start=start.regularizer.value(start.x),
        delta=(delta_r * near[0] + tau * delta_c * near[1]) / (2.0 * lr),
        distance=(farthest.inside * inside + tau * farthest.outside * outside) / (2.0 * lr),
        gradients=lr * (inside + outside / tau),
        inside=inside,
        outside=outside,
    )


def _with_theorem(start: Learner) -> Compressed:
    """The preconditioner of a learner that the theorem is about."""
    reason, preconditioner = why_no_bound(start), start._preconditioner
    if reason is not None or not isinstance(preconditioner, Compressed):
        raise InvalidInputError(f"there is no bound for {start!r}: {reason}")
    return preconditioner


def why_no_bound(start: Learner) -> str | None:
    """What keeps a learner out of the theorem; None where it is in it."""
    preconditioner = start._preconditioner
    if not isinstance(preconditioner, Compressed):
        return "the theorem is about CompAdaGrad, DiagonalAdaGrad and FullAdaGrad, and no others"
    if preconditioner.paper and preconditioner.projection.k > 0:
        return 'the theorem is about scaling="unit"'
    if start.algorithm != "mirror_descent":
        return 'the theorem is about algorithm="mirror_descent"'
    if start.refresh_every != 1:
        return "the theorem is about metrics of all gradients, refresh_every=1"
    if start.steps:
        return "the theorem is about games from a learner's first step on"
    return None
