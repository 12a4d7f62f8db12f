"""What every preconditioner can do."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from compadagrad._validation import FloatArray
from compadagrad.preconditioners.memory import memory_from_state
from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import Projection

__all__ = ["Preconditioner"]


class Preconditioner(ABC):
    r"""How gradients make a metric: accumulate them, refresh the metric, apply it.

    .. math:: A_t = V K(M_t) V^T + P_\perp D(d_t) P_\perp

    A preconditioner holds numbers that never change; what it keeps of the gradients is a
    :class:`~compadagrad.preconditioners.Memory`, which is never changed either: each round makes a
    new one, so a round that fails leaves no trace. How often to refresh is for others to say.

    A new preconditioner has a ``kind`` of its own, sets ``projection``, and writes the
    methods below. Vectors have ``projection.n_padded`` finite entries and are not checked.

    Attributes
    ----------
    projection : Projection
        V, the subspace that has a full matrix; of dimension 0 for a diagonal metric.
    """

    kind: ClassVar[str]
    projection: Projection

    @abstractmethod
    def on(self, projection: Projection) -> "Preconditioner":
        """The same preconditioner over another subspace."""

    @abstractmethod
    def start(self, dtype: np.dtype[np.floating]) -> Any:
        """The memory before the first gradient, for vectors of ``dtype``."""

    def restore(self, state: dict[str, Any], dtype: np.dtype[np.floating]) -> Any:
        """The memory whose ``state_dict`` this is; checked."""
        return memory_from_state(state, self.start(dtype))

    @abstractmethod
    def accumulate(self, memory: Any, g: FloatArray, size: float) -> Any:
        """The memory with one more gradient, whose largest entry is ``size``."""

    @abstractmethod
    def refresh(self, memory: Any) -> tuple[Any, Metric]:
        """The metric that the gradients make, and the memory brought up to date for it."""
