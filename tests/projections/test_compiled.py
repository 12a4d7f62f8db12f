"""Compiled steps choose their loops by the type of the basis; the conformance suite checks each."""

from typing import Any

import numpy as np
import pytest

from compadagrad.projections import SRHT, Coordinates, Gaussian
from compadagrad.projections._compiled import (
    CoordinateBasis,
    DenseBasis,
    HadamardBasis,
    gram_into,
    lift_into,
    project_into,
)


@pytest.mark.parametrize(
    ("projection", "kind"),
    [(SRHT, HadamardBasis), (Gaussian, DenseBasis), (Coordinates, CoordinateBasis)],
)
def test_functions_of_a_basis_are_the_same_outside_compiled_code(
    projection: Any, kind: Any
) -> None:
    p = projection(64, 5, seed=0)
    basis, x = p._basis(np.dtype(np.float64)), np.random.default_rng(0).standard_normal(64)
    assert type(basis) is kind
    z, lifted, gram = np.empty(5), np.empty(64), np.empty((5, 5))
    project_into(basis, x, z)
    lift_into(basis, z, lifted)
    gram_into(basis, x.copy(), gram)
    np.testing.assert_allclose(z, p.project(x), atol=1e-14)
    np.testing.assert_allclose(lifted, p.lift(z), atol=1e-14)
    np.testing.assert_allclose(gram, p.gram(x), atol=1e-14)


def test_long_vectors_go_through_tiles() -> None:
    basis = SRHT(1 << 16, 64, seed=0)._basis(np.dtype(np.float64))
    assert isinstance(basis, HadamardBasis)
    assert basis.project_tile
    assert basis.lift_tile
