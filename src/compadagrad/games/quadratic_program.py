r"""Losses of straight pieces and a regularizer with squares: a quadratic program.

.. math::

   \min_x \tfrac12 \langle x, L x\rangle
   + \sum_i \max_{-d_i \le s_i \le u_i} s_i (\langle b_i, x\rangle - c_i)

Each row is a loss with a corner at c. So is each entry of l1, with a unit vector for a row and its
weight on both sides, and each bound, without an end to the slope on one side. It is solved by the
interior point method of Mehrotra, from the conditions

.. math::

   Lx + B^T s = 0, \quad Bx - c = \alpha - \beta, \quad
   \alpha_i (u_i - s_i) = 0, \quad \beta_i (s_i + d_i) = 0, \quad \alpha, \beta \ge 0.

The slopes s stay between their ends, so that they say how far x can be from the best wherever the
method stops.
"""

from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, sparse

from compadagrad.games.comparator import Weights
from compadagrad.games.linear_program import Pieces, ProgramSolution

__all__ = ["minimised"]

Floats = NDArray[np.float64]

ITERATIONS = 100
ENOUGH = 1e-11  # of the products of the conditions, relative to the value
SURELY = 1e-6  # how much smaller than l1 a slope is where an entry is 0
NEARLY = 0.995  # of the way to where a number would be negative


class _Coordinates(NamedTuple):
    """Rows that are coordinates: l1 and bounds."""

    which: NDArray[np.intp]
    at: Floats
    down: Floats
    up: Floats


class _State(NamedTuple):
    """x, the slopes, and how far rows are above and below their corners."""

    x: Floats
    s: Floats
    above: Floats
    below: Floats


def minimised(pieces: Pieces, terms: Weights, scales: Floats) -> ProgramSolution:
    """The least of the pieces plus phi; it is sought for x times ``scales``."""
    free = terms.lower < terms.upper
    x = np.where(free, 0.0, terms.lower)
    used = (pieces.down > 0.0) | (pieces.up > 0.0)
    unit = 1.0 / scales[free]
    rows = pieces.rows[used][:, free]
    rows = (rows @ sparse.diags_array(unit)).tocsr() if sparse.issparse(rows) else rows * unit
    program = _Program(
        rows,
        (pieces.corners - pieces.rows @ x)[used],
        pieces.down[used],
        pieces.up[used],
        Weights(*(part[free] for part in terms)),
        unit,
    )
    found = program.solved()
    slopes = np.zeros(pieces.corners.size)
    x[free], slopes[used] = unit * found.x, found.s[: np.count_nonzero(used)]
    gradient = pieces.rows.T @ slopes
    x[np.abs(gradient) < (1.0 - SURELY) * terms.l1] = 0.0  # l1 outweighs the slopes
    x = np.clip(x, terms.lower, terms.upper)
    return ProgramSolution(x, gradient, -float(slopes @ pieces.corners))


@final
class _Program:
    """L, B, c, d and u of the formula; the last rows of B are coordinates."""

    def __init__(
        self, rows: Any, corners: Floats, down: Floats, up: Floats, terms: Weights, unit: Floats
    ) -> None:
        extra = _coordinates(terms, unit)
        self._rows, self._which, self._squares = rows, extra.which, terms.l2 * unit * unit
        self._corners = np.concatenate([corners, extra.at])
        self._down = np.concatenate([down, extra.down])
        self._up = np.concatenate([up, extra.up])
        self._count = np.count_nonzero(np.isfinite([self._down, self._up]))

    def solved(self) -> _State:
        """Where the method ends."""
        state = self._start()
        for _ in range(ITERATIONS):
            if self._products(state) <= ENOUGH * self._value(state.x):
                break
            found = self._next(state)
            if found is None:
                break
            state = found
        return state

    def _start(self) -> _State:
        """x = 0, and slopes in the middle between their ends, or at a usual size from one."""
        away = -self._corners
        has_up, has_down = np.isfinite(self._up), np.isfinite(self._down)
        room = float(np.abs(away).mean()) or 1.0
        usual = float(np.concatenate([self._up[has_up], self._down[has_down]]).mean()) or 1.0
        middle = 0.5 * (np.where(has_up, self._up, usual) - np.where(has_down, self._down, usual))
        above = np.where(has_up, np.maximum(away, 0.0) + room, 0.0)
        below = np.where(has_down, np.maximum(-away, 0.0) + room, 0.0)
        return _State(np.zeros(self._squares.size), middle, above, below)

    def _next(self, state: _State) -> _State | None:
        """A predictor and a corrector; None where the numbers do not allow it."""
        a, b = self._up - state.s, state.s + self._down
        weights = 1.0 / (state.above / a + state.below / b)
        matrix = self._matrix(weights)
        try:
            factor = linalg.cho_factor(matrix)
        except (linalg.LinAlgError, ValueError):  # singular to rounding, or not finite
            return None
        guess = self._step(state, factor, weights, 0.0, 0.0)
        now, ahead = self._products(state), self._products(self._moved(state, guess, 1.0))
        goal = now / self._count * (ahead / now) ** 3
        twice = guess.above * guess.s, guess.below * guess.s
        step = self._step(state, factor, weights, goal + twice[0], goal - twice[1])
        found = self._moved(state, step, NEARLY)
        return found if all(np.isfinite(part).all() for part in found) else None

    def _step(self, state: _State, factor: Any, weights: Floats, above: Any, below: Any) -> _State:
        """Newton's step to products of these sizes."""
        x, s = state.x, state.s
        a, b = self._up - s, s + self._down
        up, down = above / a - state.above, below / b - state.below
        rest = state.above - state.below - (self._times(x) - self._corners) + up - down
        dx = linalg.cho_solve(factor, self._transposed(weights * rest - s) - self._squares * x)
        ds = weights * (self._times(dx) - rest)
        return _State(dx, ds, up + state.above / a * ds, down - state.below / b * ds)

    def _moved(self, state: _State, step: _State, share: float) -> _State:
        """As far along the step as all stays positive, or a share of that, and not beyond it."""
        a, b = self._up - state.s, state.s + self._down
        shrink = [-step.s / b, step.s / a]
        for value, change in ((state.above, step.above), (state.below, step.below)):
            shrink.append(-change[value > 0.0] / value[value > 0.0])
        length = min(1.0, share / max(1e-300, *(float(part.max(initial=0.0)) for part in shrink)))
        return _State(*(part + length * by for part, by in zip(state, step, strict=True)))

    def _products(self, state: _State) -> float:
        """The sum of what is 0 at the minimum."""
        up, down = np.isfinite(self._up), np.isfinite(self._down)
        above = state.above[up] @ (self._up - state.s)[up]
        return float(above + state.below[down] @ (state.s + self._down)[down])

    def _value(self, x: Floats) -> float:
        """Without what is out of bounds."""
        away, both = self._times(x) - self._corners, np.isfinite(self._down) & np.isfinite(self._up)
        losses = np.maximum(self._up[both] * away[both], -self._down[both] * away[both])
        return float(0.5 * (self._squares @ x**2) + losses.sum())

    def _times(self, x: Floats) -> Floats:
        """B x."""
        return np.concatenate([self._rows @ x, x[self._which]])

    def _transposed(self, s: Floats) -> Floats:
        """``B^T s``."""
        m, n = self._rows.shape
        total: Floats = self._rows.T @ s[:m]
        return total + np.bincount(self._which, s[m:], n)

    def _matrix(self, weights: Floats) -> Floats:
        """``L + B^T weights B``."""
        m, n = self._rows.shape
        if sparse.issparse(self._rows):
            matrix = (self._rows.T @ (sparse.diags_array(weights[:m]) @ self._rows)).toarray()
        else:
            half = np.sqrt(weights[:m])[:, None] * self._rows
            matrix = half.T @ half
        diagonal = self._squares + np.bincount(self._which, weights[m:], n)
        matrix[np.diag_indices(n)] += diagonal
        return np.asarray(matrix)


def _coordinates(terms: Weights, unit: Floats) -> _Coordinates:
    """The rows of l1, lower and upper bounds."""
    some = np.flatnonzero(terms.l1)
    low, high = np.flatnonzero(np.isfinite(terms.lower)), np.flatnonzero(np.isfinite(terms.upper))
    weights, none = (terms.l1 * unit)[some], np.zeros
    at = none(some.size), (terms.lower / unit)[low], (terms.upper / unit)[high]
    down = weights, np.full(low.size, np.inf), none(high.size)
    up = weights, none(low.size), np.full(high.size, np.inf)
    return _Coordinates(
        np.concatenate([some, low, high]),
        np.concatenate(at),
        np.concatenate(down),
        np.concatenate(up),
    )
