"""The l1 path, followed from event to event."""

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import CompAdaGradError
from compadagrad.preconditioners.metric import Metric
from compadagrad.updates._events import first_blocked, first_crossing, first_zero, move
from compadagrad.updates.active_rows import ActiveRows

__all__ = ["Event", "Homotopy"]

REFRESHED = 32  # events between two corrections of the accumulated rounding
PATIENCE = 4  # times N events at one lambda, before the path is given up

Vector = NDArray[np.float64]


@final
@dataclass(frozen=True, slots=True)
class Event:
    """What makes a knot: ``coordinate`` becomes active or ceases to be; None: the path ends."""

    coordinate: int | None
    enters: bool
    sign: float = 0.0


END = Event(None, False)


@final
class Homotopy:
    r"""The minimiser x of :math:`\langle u, x \rangle + \frac12 \langle x, A x \rangle +
    \lambda \|x\|_1` while :math:`\lambda` falls.

    Correlations :math:`c = -u - A x` are :math:`\lambda s_i` at active coordinates and at most
    :math:`\lambda` in absolute value elsewhere. Between knots x moves along
    :math:`w = A_{SS}^{-1} s_S` and c along :math:`-A w`. A knot is where a correlation meets its
    bound and its coordinate enters, or where a coefficient meets 0 and leaves.

    At one :math:`\lambda` several may enter or leave. Then w has to minimise
    :math:`\frac12 \langle w, A w \rangle - \langle s, w \rangle` over the directions that keep the
    signs of coefficients that are still 0, and coordinates are taken in and put out as Lawson and
    Hanson do it for non-negative least squares.

    Attributes
    ----------
    u : numpy.ndarray of float64
        The linear term.
    lam : float
        Where on the path this is.
    active : ActiveRows
        The coordinates that are not 0 there, or about to leave 0.
    event : Event
        What happens there, and is done by the next :meth:`advance`.
    """  # noqa: D205

    def __init__(self, metric: Metric, u: Vector) -> None:
        self._metric, self.u = metric, u
        self.active = ActiveRows(metric)
        self._c = -u
        first = int(np.argmax(np.abs(u)))
        self.lam = float(abs(u[first]))
        self._stuck = 0
        self._since_refresh = 0
        self.event = Event(first, True, float(np.sign(self._c[first]))) if self.lam else END
        self._w = np.empty(0)

    def advance(self, lam_min: float) -> bool:
        """Do what happens here and go on to the next knot; False where the path ends.

        In between it stops at knots of length 0, where several events share one lambda.
        """
        if self.lam <= lam_min or self.event.coordinate is None:
            self.event = END
            return False
        if not self.event.enters:
            self._leave(int(np.flatnonzero(self.active.indices == self.event.coordinate)[0]))
        if self._since_refresh >= REFRESHED and self.active.x.all():
            self._refresh()
        if self.event.enters:
            self._enter(self.event.coordinate, self.event.sign)
        self._go(lam_min)
        return True

    def finish(self) -> float:
        """Polish what was arrived at; the largest violation of the optimality conditions.

        Coefficients that are 0, or on the wrong side of it by rounding, leave.
        """
        while True:
            for j in np.flatnonzero(self.active.x == 0.0)[::-1]:
                self._leave(int(j))
            self._refresh()
            if self.active.x.all():
                break
        active = self.active
        c = -self.u - self._metric.apply(active.scattered())
        c[active.indices] -= self.lam * active.signs
        bound = np.full(c.size, self.lam)
        bound[active.indices] = 0.0
        return max(float((np.abs(c) - bound).max()), 0.0)

    def _refresh(self) -> None:
        """Correct what rounding has added up to; no coefficient is 0."""
        active = self.active
        self._since_refresh = 0
        self._c = -self.u - self._metric.apply(active.scattered())
        error = self._c[active.indices] - self.lam * active.signs
        self._c[active.indices] = 0.0
        change = active.factor.solve(error)
        move(active.x, change, active.signs, self._c, active.image(change), 1.0)
        active.factor.restart(active.signs)

    def _enter(self, i: int, sign: float) -> None:
        if not self.active.insert(i, sign):
            raise CompAdaGradError(
                f"the rows and columns of A of {self.active.size} active coordinates and "
                f"{i} are singular to rounding at lambda = {self.lam}; the metric is too badly "
                "scaled for this method: take a larger delta, or another solver"
            )
        self._c[i] = 0.0
        self._w = np.append(self._w, 0.0)

    def _leave(self, j: int) -> None:
        i = self.active.indices[j]
        self._c[i] = self.lam * self.active.signs[j]
        self.active.remove(j)
        self._w = np.delete(self._w, j)

    def _go(self, lam_min: float) -> None:
        """The direction from here, and the step to the next knot."""
        active = self.active
        w = active.factor.solution()
        share, blocked = first_blocked(active.x, self._w, w, active.signs)
        if blocked >= 0:
            self._w += share * (w - self._w)
            self._arrive(Event(int(active.indices[blocked]), False), self.lam)
            return
        self._w = w
        a = active.image(w)
        reach = self.lam - lam_min
        step, entering, sign = first_crossing(self._c, a, self.lam, reach)
        step, leaving = first_zero(active.x, w, active.signs, step)
        move(active.x, w, active.signs, self._c, a, step)
        lam = max(self.lam - step, lam_min)
        if leaving >= 0:
            active.x[leaving] = 0.0
            self._arrive(Event(int(active.indices[leaving]), False), lam)
        elif entering >= 0:
            self._arrive(Event(entering, True, sign), lam)
        else:
            self._arrive(END, lam_min)

    def _arrive(self, event: Event, lam: float) -> None:
        self._since_refresh += 1
        self._stuck = 0 if lam < self.lam else self._stuck + 1
        self.event, self.lam = event, lam
        if self._stuck > PATIENCE * (self._c.size + 1):
            raise CompAdaGradError(
                f"the path does not get past lambda = {self.lam}: too many coordinates "
                "enter and leave at once; take another solver"
            )
