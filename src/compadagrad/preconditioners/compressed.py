"""The preconditioner of the paper."""

import math
from dataclasses import replace
from typing import ClassVar, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray, as_choice, as_pair, as_positive
from compadagrad.preconditioners._loops import (
    add_outside_scaled,
    add_squares,
    root_diagonal,
    scaled,
)
from compadagrad.preconditioners.base import Preconditioner
from compadagrad.preconditioners.memory import Memory, empty_memory, rescaled, unit_of
from compadagrad.preconditioners.metric import Metric
from compadagrad.preconditioners.spectrum import gathered, refreshed
from compadagrad.projections import Projection

__all__ = ["Compressed"]


@final
class Compressed(Preconditioner):
    r"""A full matrix inside a subspace, a diagonal in its orthogonal complement.

    .. math::

       K_t = M_t^{1/2} + \delta_r I, \qquad D_t = \tau\,(\sqrt{d_t} + \delta_c),
       \qquad M_t = \sum_s (V^T g_s)(V^T g_s)^T, \quad d_t = \sum_s (P_\perp g_s)^2

    for ``scaling="unit"``, the one in the paper's regret theorem; for ``scaling="paper"``, the one
    in its definition of :math:`\psi_t`, with :math:`s = N / k`,

    .. math:: K_t = s\,(s\,M_t + \delta_r I)^{1/2}.

    An empty subspace gives the metric of diagonal AdaGrad, and the whole space, with ``"unit"``,
    that of full-matrix AdaGrad.

    Parameters
    ----------
    projection : Projection
        V.
    delta : float or (float, float)
        :math:`(\delta_r, \delta_c)`, positive; one number stands for both.
    tau : float
        :math:`\tau`, positive.
    scaling : {"unit", "paper"}
        Which K.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners import Compressed
    >>> from compadagrad.projections import Coordinates
    >>> preconditioner = Compressed(Coordinates(3, 0, seed=0), delta=0.5)
    >>> memory = preconditioner.start(np.dtype(float))
    >>> for g in np.array([[3.0, 0.0, 1.0], [4.0, 0.0, 0.0]]):
    ...     memory = preconditioner.accumulate(memory, g, 4.0)
    >>> memory, metric = preconditioner.refresh(memory)
    >>> metric.diagonal * 2.0**metric.exponent
    array([5.5, 0.5, 1.5])
    """

    kind: ClassVar[str] = "compressed"

    def __init__(
        self,
        projection: Projection,
        *,
        delta: float | tuple[float, float],
        tau: float = 1.0,
        scaling: str = "unit",
    ) -> None:
        self.projection = projection
        self.delta = as_pair("delta", delta)
        self.tau = as_positive("tau", tau)
        self.paper = as_choice("scaling", scaling, {"unit": False, "paper": True})

    def on(self, projection: Projection) -> "Compressed":
        """The same preconditioner over another subspace."""
        return Compressed(
            projection,
            delta=self.delta,
            tau=self.tau,
            scaling="paper" if self.paper else "unit",
        )

    def start(self, dtype: np.dtype[np.floating]) -> Memory:
        """The memory before the first gradient."""
        p, (inside, outside) = self.projection, self.delta
        whole = p.k == p.n_padded
        inside = math.sqrt(inside) if self.paper else inside
        unit = unit_of(outside if p.k == 0 else inside if whole else max(inside, outside))
        return empty_memory(p.k, 0 if whole else p.n_padded, dtype, unit)

    def accumulate(self, memory: Memory, g: FloatArray, size: float) -> Memory:
        """The memory with the gradient ``g``, whose largest entry is ``size``."""
        p = self.projection
        memory = rescaled(memory, size)
        factor = math.ldexp(1.0, -memory.exponent)
        if p.k == 0:
            outside = add_squares(memory.outside, scaled(g, factor))
            return replace(memory, rounds=memory.rounds + 1, outside=outside)
        z = np.empty(p.k)
        if p.k == p.n_padded:
            outside, z[:] = memory.outside, p._project(scaled(g, factor))
        else:
            outside = add_outside_scaled(p.compiled(g.dtype), g, factor, memory.outside, z)
        return gathered(memory, z, outside)

    def refresh(self, memory: Memory) -> tuple[Memory, Metric]:
        """The metric, and the memory with its spectrum up to date."""
        p = self.projection
        memory = refreshed(memory)
        kappa = self._kappa(memory)
        if p.k == p.n_padded:  # any positive number: there is no complement
            diagonal = np.full(p.n_padded, kappa.mean(), memory.outside.dtype)
        else:
            delta = math.ldexp(self.delta[1], -memory.exponent)
            diagonal = root_diagonal(memory.outside, self.tau, delta)
        return memory, Metric(p, memory.rows, kappa, diagonal, memory.exponent)

    def _kappa(self, memory: Memory) -> NDArray[np.float64]:
        """The eigenvalues of K."""
        p, delta = self.projection, self.delta[0]
        if not self.paper or p.k == 0:
            return memory.roots + math.ldexp(delta, -memory.exponent)
        s = p.n_padded / p.k
        least = math.ldexp(math.sqrt(delta), -memory.exponent)
        kappa: NDArray[np.float64] = s * np.hypot(math.sqrt(s) * memory.roots, least)
        return kappa
