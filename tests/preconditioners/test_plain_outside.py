from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import InvalidInputError, reference
from compadagrad.preconditioners import PlainOutside, Preconditioner
from compadagrad.projections import Coordinates, Projection
from preconditioners.conformance import PreconditionerConformance

Array = NDArray[Any]


class TestPlainOutside(PreconditionerConformance):
    def make(self, projection: Projection, unit: float) -> Preconditioner:
        return PlainOutside(projection, delta=0.01 * unit, tau=0.7 * unit)

    def expected(self, preconditioner: Preconditioner, G: Array, V: Array, unit: float) -> Array:
        delta = (0.01 * unit, 0.01 * unit)
        return reference.metric(G, V, delta=delta, tau=0.7 * unit, outside="constant")


def test_nothing_is_kept_of_what_is_outside() -> None:
    preconditioner = PlainOutside(Coordinates(4, 2, seed=0), delta=1.0)
    memory = preconditioner.start(np.dtype(np.float64))
    assert memory.outside.size == 0
    assert preconditioner.accumulate(memory, np.ones(4), 1.0).outside.size == 0


@pytest.mark.parametrize("bad", [{"delta": 0.0}, {"delta": (1.0, 1.0)}, {"tau": -1.0}])
def test_bad_arguments(bad: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError, match=f"{next(iter(bad))} must be a positive"):
        PlainOutside(Coordinates(4, 2, seed=0), **{"delta": 1.0, **bad})
