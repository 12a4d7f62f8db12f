"""The preconditioner of S-AdaGrad, a sketch by Frequent Directions."""

import math
from dataclasses import replace
from typing import Any, ClassVar, final

import numpy as np

from compadagrad._validation import LONGEST, FloatArray, as_integer, as_positive
from compadagrad.preconditioners._loops import scaled
from compadagrad.preconditioners.base import Preconditioner
from compadagrad.preconditioners.memory import unit_of
from compadagrad.preconditioners.metric import Metric
from compadagrad.preconditioners.span import Span
from compadagrad.preconditioners.subspace_memory import (
    SubspaceMemory,
    empty_subspace,
    rescaled_subspace,
    subspace_from_state,
)
from compadagrad.preconditioners.subspaces import followed
from compadagrad.projections import Projection

__all__ = ["FrequentDirections"]


@final
class FrequentDirections(Preconditioner):
    r"""A sketch of the gradients, and one number for all that it has lost.

    .. math:: K_t = (\mathrm{diag}(s_t) + \rho_t I)^{1/2} + \delta I, \qquad
        D_t = \sqrt{\rho_t} + \delta

    Each gradient adds a direction to k orthonormal ones; all energies s then lose the least of the
    k + 1, which drops one direction, and :math:`\rho` is the sum of what was lost.

    Parameters
    ----------
    n : int
        Length of the vectors.
    k : int
        The most directions, 0..n.
    delta : float
        :math:`\delta`, positive.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners import FrequentDirections
    >>> preconditioner = FrequentDirections(2, 1, delta=1.0)
    >>> memory = preconditioner.start(np.dtype(float))
    >>> for g in np.array([[5.0, 0.0], [0.0, 4.0]]):
    ...     memory = preconditioner.accumulate(memory, g, 5.0)
    ...     memory, metric = preconditioner.refresh(memory)
    >>> metric.kappa * 2.0**metric.exponent, metric.diagonal * 2.0**metric.exponent
    (array([6.]), array([5., 5.]))
    """

    kind: ClassVar[str] = "frequent directions"

    def __init__(self, n: int, k: int, *, delta: float) -> None:
        n = as_integer("n", n, 1, LONGEST)
        self.k = as_integer("k", k, 0, n)
        self.delta = as_positive("delta", delta)
        self.projection = Span(np.empty((0, n)))

    def on(self, projection: Projection) -> "FrequentDirections":
        """The same preconditioner: its subspace is a part of its memory."""
        return self

    def start(self, dtype: np.dtype[np.floating]) -> SubspaceMemory:
        """The memory before the first gradient."""
        return empty_subspace(self.projection.n, self.k, 0, 0, dtype, unit_of(self.delta))

    def restore(self, state: dict[str, Any], dtype: np.dtype[np.floating]) -> SubspaceMemory:
        """The memory whose state this is."""
        return subspace_from_state(state, self.start(dtype))

    def accumulate(self, memory: SubspaceMemory, g: FloatArray, size: float) -> SubspaceMemory:
        """The memory with the gradient ``g``, whose largest entry is ``size``."""
        memory = rescaled_subspace(memory, size)
        g = scaled(g, math.ldexp(1.0, -memory.exponent))
        if self.k == 0:
            lost = memory.lost + float(g.astype(np.float64) @ g)
            return replace(memory, rounds=memory.rounds + 1, lost=lost)
        memory = replace(memory, rounds=memory.rounds + 1, pending=(*memory.pending, g))
        if len(memory.pending) <= self.k:
            return memory
        # a metric may be over the old rows: they are no room for others
        return replace(followed(memory, shrink=True), spare=np.empty_like(memory.rows))

    def refresh(self, memory: SubspaceMemory) -> tuple[SubspaceMemory, Metric]:
        """The metric, and the memory with its subspace up to date."""
        memory = followed(memory, shrink=True)
        delta, rank = math.ldexp(self.delta, -memory.exponent), memory.rank
        root = math.sqrt(memory.lost)
        kappa = np.hypot(memory.roots[:rank], root) + delta
        n = self.projection.n
        outside = kappa.mean() if rank == n else root + delta
        diagonal = np.full(n, outside, memory.outside.dtype)
        return memory, Metric(Span(memory.basis), np.eye(rank), kappa, diagonal, memory.exponent)
