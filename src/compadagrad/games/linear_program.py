"""Losses made of two straight pieces, and a regularizer of straight pieces: a linear program."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse

from compadagrad.losses import Absolute, Hinge, Loss, Quantile

__all__ = ["Pieces", "ProgramSolution", "two_pieces"]

Floats = NDArray[np.float64]


class Pieces(NamedTuple):
    """A sum of losses ``max(down (c - <a, x>), up (<a, x> - c))``, a row a and numbers for each."""

    rows: Any
    corners: Floats
    down: Floats
    up: Floats

    def minimised(self, l1: Floats, lower: Floats, upper: Floats) -> "ProgramSolution | None":
        """The least of the sum ``+ <l1, |x|>`` between bounds; None where HiGHS gives up."""
        m, n = self.rows.shape
        eye, split = sparse.eye_array(m), bool(l1.any())
        a = sparse.csr_array(self.rows)
        blocks = [a, -a, -eye, eye] if split else [a, -eye, eye]
        none = np.zeros(m)
        if split:  # x = u - v
            costs, lows = [l1, l1], [np.maximum(lower, 0.0), np.maximum(-upper, 0.0)]
            highs = [np.maximum(upper, 0.0), np.maximum(-lower, 0.0)]
        else:
            costs, lows, highs = [l1], [lower], [upper]
        found = optimize.linprog(
            np.concatenate([*costs, self.up, self.down]),
            A_eq=sparse.hstack(blocks, format="csc"),
            b_eq=self.corners,
            bounds=np.stack(
                [
                    np.concatenate([*lows, none, none]),
                    np.concatenate([*highs, none + np.inf, none + np.inf]),
                ],
                axis=1,
            ),
            method="highs",
        )
        if found.x is None:
            return None
        x = found.x[:n] - found.x[n : 2 * n] if split else found.x[:n]
        slopes = np.clip(-found.eqlin.marginals, -self.down, self.up)
        return ProgramSolution(x, self.rows.T @ slopes, -float(slopes @ self.corners))


class ProgramSolution(NamedTuple):
    """x, and a line ``<gradient, z> + below`` that is below the sum of losses for all z."""

    x: Floats
    gradient: Floats
    below: float


def two_pieces(loss: Loss, rows: Any, y: Floats, weights: Floats) -> Pieces:
    """The losses of examples, with weights; ``loss`` is one with a kink."""
    if isinstance(loss, Hinge):  # y is 1 or -1: a corner at p = y, and flat beyond it
        return Pieces(rows, y, weights * (y > 0), weights * (y < 0))
    if isinstance(loss, Quantile):
        return Pieces(rows, y, weights * loss.level, weights * (1.0 - loss.level))
    assert isinstance(loss, Absolute)
    return Pieces(rows, y, weights, weights)
