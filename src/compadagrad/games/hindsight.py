"""The sum of all rounds as one function, smoothed where it has kinks."""

from collections.abc import Sequence
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad.games.linear_program import Pieces, two_pieces
from compadagrad.games.rounds import Linear, Opaque, Round
from compadagrad.losses import Absolute, Hinge, Loss, Quantile

__all__ = ["Supported", "Whole", "has_kinks"]

Floats = NDArray[np.float64]


class Supported(NamedTuple):
    """A smoothed value and gradient at x, and the constant of the line ``<gradient, z> + below``.

    The line is below the function itself for all z.
    """

    value: float
    gradient: Floats
    below: float


class _Stack(NamedTuple):
    """All examples of one loss, in rows, and their weights."""

    loss: Loss
    rows: Any
    y: Floats
    weights: Floats


@final
class Whole:
    r"""The average of the rounds, :math:`F(x) = \frac1T \sum_t f_t(x)`.

    Losses of a prediction with kinks are replaced by their Moreau envelopes,

    .. math:: \ell_\mu(p) = \min_r \ell(r) + \tfrac1{2\mu}(p - r)^2,

    whose slopes are subgradients of the loss itself at r.
    """

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.count = len(rounds)
        linear = [f for f in rounds if isinstance(f, Linear)]
        self._others = [f for f in rounds if isinstance(f, Opaque)]
        losses = list(dict.fromkeys(f.loss for f in linear))
        self._stacks = [_stacked(loss, [f for f in linear if f.loss == loss]) for loss in losses]
        self.has_kinks = any(has_kinks(loss) for loss in losses)
        spreads = [float(np.std(s.y)) for s in self._stacks if has_kinks(s.loss)]
        self.scale = max([s for s in spreads if s > 0.0], default=1.0)
        self._scales = None if self._others or not linear else self._of_columns()

    @property
    def is_opaque(self) -> bool:
        """Whether some rounds are known by values and subgradients alone."""
        return bool(self._others)

    def scales(self, n: int) -> Floats:
        """The sizes of the features, root mean squares; 1 where nothing tells them."""
        return np.ones(n) if self._scales is None else self._scales

    def _of_columns(self) -> Floats:
        squares = [(s.rows**2).T @ s.weights for s in self._stacks]
        sizes: Floats = np.sqrt(np.sum(squares, axis=0) / self.count)
        return np.where((sizes > 0.0) & (sizes < np.inf), sizes, 1.0)

    def value(self, x: Floats) -> float:
        """F(x)."""
        parts = [float(s.weights @ s.loss.value(s.rows @ x, s.y)) for s in self._stacks]
        return (sum(parts) + sum(f.value(x) for f in self._others)) / self.count

    def pieces(self) -> Pieces | None:
        """F, where it is one stack of losses of two straight pieces; else None."""
        if self._others or len(self._stacks) != 1 or not self.has_kinks:
            return None
        s = self._stacks[0]
        return two_pieces(s.loss, s.rows, s.y, s.weights / self.count)

    def support(self, x: Floats, mu: float) -> Supported:
        """F at x, smoothed by ``mu``."""
        value, gradient, below = 0.0, np.zeros_like(x), 0.0
        for s in self._stacks:
            p = s.rows @ x
            slope = _slopes(s.loss, p, s.y, mu)
            at = p - mu * slope if has_kinks(s.loss) else p
            losses = s.loss.value(at, s.y)
            gradient += s.rows.T @ (s.weights * slope)
            below += float(s.weights @ (losses - slope * at))
            value += float(s.weights @ (losses + 0.5 * slope * (p - at)))
        for f in self._others:
            here, g = f.value(x), f.subgradient(x)
            value, gradient, below = value + here, gradient + g, below + here - float(g @ x)
        t = self.count
        return Supported(value / t, gradient / t, below / t)


def has_kinks(loss: Loss) -> bool:
    """Whether the loss is not smooth."""
    return isinstance(loss, Hinge | Absolute | Quantile)


def _stacked(loss: Loss, rounds: list[Linear]) -> _Stack:
    parts = _neighbours_together(rounds)
    some_sparse = any(sparse.issparse(rows) for rows in parts)
    rows = (
        sparse.vstack([sparse.csr_array(rows) for rows in parts], format="csr").astype(np.float64)
        if some_sparse
        else np.concatenate(parts).astype(np.float64, copy=False)
    )
    weights = np.concatenate([np.full(f.y.size, 1.0 / f.y.size) for f in rounds])
    return _Stack(loss, rows, np.concatenate([f.y for f in rounds]), weights)


def _neighbours_together(rounds: list[Linear]) -> list[Any]:
    """The rows of the rounds; what follows each other in one matrix is cut out of it at once."""
    parts, run = [], rounds[:1]
    for f in [*rounds[1:], None]:
        if f is None or f.A is not run[-1].A or f.first != run[-1].stop:
            parts.append(run[0].A[run[0].first : run[-1].stop])
            run = []
        if f is not None:
            run.append(f)
    return parts


def _slopes(loss: Loss, p: Floats, y: Floats, mu: float) -> Floats:
    """The slopes of the envelopes, or of a smooth loss itself."""
    if isinstance(loss, Hinge):
        margins: Floats = y * np.clip((y * p - 1.0) / mu, -1.0, 0.0)
        return margins
    if isinstance(loss, Absolute | Quantile):
        level = loss.level if isinstance(loss, Quantile) else 0.5
        by = 1.0 if isinstance(loss, Quantile) else 2.0
        errors: Floats = np.clip((p - y) / mu, -by * level, by * (1.0 - level))
        return errors
    slopes: Floats = loss.slope(p, y)
    return slopes
