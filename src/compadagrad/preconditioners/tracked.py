"""A subspace that follows the gradients, and a diagonal in its complement."""

import math
from dataclasses import replace
from typing import Any, ClassVar, final

import numpy as np

from compadagrad._validation import LONGEST, FloatArray, as_integer, as_pair, as_positive
from compadagrad.errors import InvalidInputError
from compadagrad.preconditioners._following import outside_metric
from compadagrad.preconditioners._loops import add_squares, scaled
from compadagrad.preconditioners.base import Preconditioner
from compadagrad.preconditioners.metric import Metric
from compadagrad.preconditioners.span import Span
from compadagrad.preconditioners.subspace_memory import (
    SubspaceMemory,
    empty_subspace,
    rescaled_subspace,
    subspace_from_state,
)
from compadagrad.preconditioners.subspaces import beside, followed, spectrum_inside
from compadagrad.projections import Projection

__all__ = ["Tracked", "power_unit", "unit_power"]


@final
class Tracked(Preconditioner):
    r"""A full matrix in a subspace that follows the gradients, a diagonal in its complement.

    .. math::

       K_t = \mathrm{diag}(s_t^p) + \delta_r I, \qquad
       D_t = \tau\left(\max(\mathrm{diag}(G_t - U_t^T \mathrm{diag}(s_t) U_t), 0)^p
       + \delta_c\right)

    The rows of U are k orthonormal directions and s the energies found along them: each gradient
    adds its part outside as a direction, and the least of the k + 1 is dropped, so that
    :math:`U^T \mathrm{diag}(s) U \preceq G`. There is no regret theorem for it.

    Parameters
    ----------
    n : int
        Length of the vectors.
    k : int
        The most directions, 0..n.
    delta : float or (float, float)
        :math:`(\delta_r, \delta_c)`, positive, in units of the gradients to the power 2p.
    tau : float
        :math:`\tau`, positive.
    power : float
        p in (0, 1]: 1/2 is AdaGrad's, 1 an online Newton step's.
    block : int
        How many gradients the subspace takes in at a time, after the first k. With more than one
        it moves less often: within a block of gradients Z it stays where it is,
        :math:`\mathrm{diag}(s_t)` becomes :math:`\mathrm{diag}(s) + C^T C` with
        :math:`C = Z U^T`, and the squares of :math:`Z - C U` go to the diagonal.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners import Tracked
    >>> preconditioner = Tracked(3, 1, delta=1.0)
    >>> memory = preconditioner.start(np.dtype(float))
    >>> memory = preconditioner.accumulate(memory, np.array([3.0, 0.0, 4.0]), 4.0)
    >>> memory, metric = preconditioner.refresh(memory)
    >>> metric.kappa * 2.0**metric.exponent, metric.diagonal * 2.0**metric.exponent
    (array([6.]), array([1., 1., 1.]))
    """

    kind: ClassVar[str] = "tracked"

    def __init__(
        self,
        n: int,
        k: int,
        *,
        delta: float | tuple[float, float],
        tau: float = 1.0,
        power: float = 0.5,
        block: int = 1,
    ) -> None:
        n = as_integer("n", n, 1, LONGEST)
        self.k = as_integer("k", k, 0, n)
        self.delta = as_pair("delta", delta)
        self.tau = as_positive("tau", tau)
        self.power = as_positive("power", power)
        if self.power > 1.0:
            raise InvalidInputError(f"power must be at most 1, got {power!r}")
        self.block = as_integer("block", block, 1)
        self.projection = Span(np.empty((0, n)))

    def on(self, projection: Projection) -> "Tracked":
        """The same preconditioner: its subspace is a part of its memory."""
        return self

    def start(self, dtype: np.dtype[np.floating]) -> SubspaceMemory:
        """The memory before the first gradient."""
        n, recent = self.projection.n, self.projection.n if self.block > 1 else 0
        unit = max(power_unit(size, 0.5 / self.power) for size in self.delta)
        return empty_subspace(n, self.k, n, recent, dtype, unit)

    def restore(self, state: dict[str, Any], dtype: np.dtype[np.floating]) -> SubspaceMemory:
        """The memory whose state this is."""
        return subspace_from_state(state, self.start(dtype))

    def accumulate(self, memory: SubspaceMemory, g: FloatArray, size: float) -> SubspaceMemory:
        """The memory with the gradient ``g``, whose largest entry is ``size``."""
        memory = rescaled_subspace(memory, size)
        g = scaled(g, math.ldexp(1.0, -memory.exponent))
        if self.k == 0:
            outside = add_squares(memory.outside, g)
            return replace(memory, rounds=memory.rounds + 1, outside=outside)
        if self.block > 1:
            memory = beside(memory, g)
        return replace(memory, rounds=memory.rounds + 1, pending=(*memory.pending, g))

    def refresh(self, memory: SubspaceMemory) -> tuple[SubspaceMemory, Metric]:
        """The metric, and the memory with its subspace up to date."""
        if len(memory.pending) >= self.block or memory.rounds <= self.k:
            memory = followed(memory)
        exponent, factor = unit_power(2.0 * self.power * memory.exponent)
        inside, outside = (math.ldexp(delta, -exponent) for delta in self.delta)
        rank = memory.rank
        roots, rows = spectrum_inside(memory)
        kappa = factor * roots ** (2.0 * self.power) + inside
        if rank == self.projection.n:  # any positive number: there is no complement
            diagonal = np.full_like(memory.outside, kappa.mean())
        else:
            squares = memory.outside + memory.recent if memory.pending else memory.outside
            diagonal = outside_metric(squares, self.power, factor, self.tau, outside)
        return memory, Metric(Span(memory.basis), rows, kappa, diagonal, exponent)


def power_unit(size: float, power: float) -> int:
    """The power of two next above ``size ** power``, within what a unit may be."""
    exponent = power * math.log2(size)
    return max(-1000, min(1000, math.floor(exponent) + 1))


def unit_power(exponent: float) -> tuple[int, float]:
    """``2^exponent`` as a power of two and a factor near 1."""
    whole = round(exponent)
    return whole, 2.0 ** (exponent - whole)
