"""RadaGrad's preconditioner."""

import math
from dataclasses import replace
from typing import ClassVar, final

import numpy as np

from compadagrad._validation import FloatArray, as_positive
from compadagrad.preconditioners.base import Preconditioner
from compadagrad.preconditioners.memory import Memory, empty_memory, rescaled, unit_of
from compadagrad.preconditioners.metric import Metric
from compadagrad.preconditioners.spectrum import gathered, refreshed
from compadagrad.projections import Projection

__all__ = ["PlainOutside"]


@final
class PlainOutside(Preconditioner):
    r"""A full matrix inside a subspace, plain gradient steps in its orthogonal complement.

    .. math:: K_t = M_t^{1/2} + \delta I, \qquad D_t = \tau I

    This is the preconditioner of RadaGrad, which does not adapt to what happens outside.

    Parameters
    ----------
    projection : Projection
        V.
    delta : float
        :math:`\delta`, positive.
    tau : float
        :math:`\tau`, positive: the complement's metric.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners import PlainOutside
    >>> from compadagrad.projections import Coordinates
    >>> preconditioner = PlainOutside(Coordinates(3, 3, seed=0), delta=1.0, tau=2.0)
    >>> memory = preconditioner.start(np.dtype(float))
    >>> memory = preconditioner.accumulate(memory, np.array([3.0, 0.0, 4.0]), 4.0)
    >>> memory, metric = preconditioner.refresh(memory)
    >>> metric.kappa * 2.0**metric.exponent
    array([6., 1., 1.])
    """

    kind: ClassVar[str] = "plain outside"

    def __init__(self, projection: Projection, *, delta: float, tau: float = 1.0) -> None:
        self.projection = projection
        self.delta = as_positive("delta", delta)
        self.tau = as_positive("tau", tau)

    def on(self, projection: Projection) -> "PlainOutside":
        """The same preconditioner over another subspace."""
        return PlainOutside(projection, delta=self.delta, tau=self.tau)

    def start(self, dtype: np.dtype[np.floating]) -> Memory:
        """The memory before the first gradient."""
        return empty_memory(self.projection.k, 0, dtype, unit_of(self.delta, self.tau))

    def accumulate(self, memory: Memory, g: FloatArray, size: float) -> Memory:
        """The memory with the gradient ``g``, whose largest entry is ``size``."""
        memory = rescaled(memory, size)
        if self.projection.k == 0:
            return replace(memory, rounds=memory.rounds + 1)
        scale = g.dtype.type(math.ldexp(1.0, -memory.exponent))
        z = self.projection._project(g * scale).astype(np.float64)
        return gathered(memory, z, memory.outside)

    def refresh(self, memory: Memory) -> tuple[Memory, Metric]:
        """The metric, and the memory with its spectrum up to date."""
        p = self.projection
        memory = refreshed(memory)
        kappa = memory.roots + math.ldexp(self.delta, -memory.exponent)
        whole = p.k == p.n_padded
        outside = kappa.mean() if whole else math.ldexp(self.tau, -memory.exponent)
        diagonal = np.full(p.n_padded, outside, memory.outside.dtype)
        return memory, Metric(p, memory.rows, kappa, diagonal, memory.exponent)
