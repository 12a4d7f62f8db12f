from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.preconditioners import Isotropic, Preconditioner
from compadagrad.projections import Projection
from preconditioners.conformance import PreconditionerConformance

Array = NDArray[Any]


class TestIsotropic(PreconditionerConformance):
    spaces = ("no coordinates",)

    def make(self, projection: Projection, unit: float) -> Preconditioner:
        return Isotropic(projection.n)

    def expected(self, preconditioner: Preconditioner, G: Array, V: Array, unit: float) -> Array:
        return np.sqrt(len(G)) * np.eye(len(V))


def test_it_has_no_subspace() -> None:
    preconditioner = Isotropic(5)
    assert preconditioner.projection.k == 0
    assert preconditioner.on(preconditioner.projection) is preconditioner
