"""The least preconditioner: what a new one has to write."""

from dataclasses import replace
from typing import Any, final

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad._validation import FloatArray
from compadagrad.preconditioners import Memory, Metric, Preconditioner
from compadagrad.preconditioners.memory import empty_memory
from compadagrad.projections import Coordinates, Projection
from preconditioners.conformance import PreconditionerConformance

Array = NDArray[Any]


@final
class Identity(Preconditioner):
    """A metric that never changes: that of plain gradient steps."""

    kind = "identity"

    def __init__(self, n: int) -> None:
        self.projection = Coordinates(n, 0, seed=0)

    def on(self, projection: Projection) -> "Identity":
        return self

    def start(self, dtype: np.dtype[np.floating]) -> Memory:
        return empty_memory(0, 0, dtype, 0)

    def accumulate(self, memory: Memory, g: FloatArray, size: float) -> Memory:
        return replace(memory, rounds=memory.rounds + 1)

    def refresh(self, memory: Memory) -> tuple[Memory, Metric]:
        ones = np.ones(self.projection.n, memory.outside.dtype)
        return memory, Metric(self.projection, memory.rows, memory.roots, ones)


class TestIdentity(PreconditionerConformance):
    spaces = ("no coordinates",)

    def make(self, projection: Projection, unit: float) -> Preconditioner:
        return Identity(projection.n)

    def expected(self, preconditioner: Preconditioner, G: Array, V: Array, unit: float) -> Array:
        return np.eye(len(V))


def test_a_preconditioner_is_abstract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Preconditioner()  # type: ignore[abstract]
