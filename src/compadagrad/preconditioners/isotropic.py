"""The preconditioner of online gradient descent."""

import math
from dataclasses import replace
from typing import ClassVar, final

import numpy as np

from compadagrad._validation import FloatArray
from compadagrad.preconditioners.base import Preconditioner
from compadagrad.preconditioners.memory import Memory, empty_memory
from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import Coordinates, Projection

__all__ = ["Isotropic"]


@final
class Isotropic(Preconditioner):
    r"""One number for all directions, which grows with the rounds and ignores the gradients.

    .. math:: A_t = \sqrt t\, I

    Parameters
    ----------
    n : int
        Length of the vectors.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners import Isotropic
    >>> preconditioner = Isotropic(2)
    >>> memory = preconditioner.start(np.dtype(float))
    >>> for _ in range(4):
    ...     memory = preconditioner.accumulate(memory, np.array([7.0, 0.0]), 7.0)
    >>> preconditioner.refresh(memory)[1].diagonal
    array([2., 2.])
    """

    kind: ClassVar[str] = "isotropic"

    def __init__(self, n: int) -> None:
        self.projection = Coordinates(n, 0, seed=0)

    def on(self, projection: Projection) -> "Isotropic":
        """The same preconditioner: it has no subspace of its own."""
        return self

    def start(self, dtype: np.dtype[np.floating]) -> Memory:
        """The memory before the first gradient."""
        return empty_memory(0, 0, dtype, 0)

    def accumulate(self, memory: Memory, g: FloatArray, size: float) -> Memory:
        """The memory with one more round."""
        return replace(memory, rounds=memory.rounds + 1)

    def refresh(self, memory: Memory) -> tuple[Memory, Metric]:
        """The metric; the memory stays as it is."""
        root = math.sqrt(memory.rounds)
        diagonal = np.full(self.projection.n, root, memory.outside.dtype)
        return memory, Metric(self.projection, memory.rows, memory.roots, diagonal)
