"""What the base class does for every projection, on one written for the purpose."""

from typing import ClassVar, Self

import numpy as np

from compadagrad._validation import LONGEST, FloatArray, as_integer
from compadagrad.projections import Projection
from compadagrad.projections._compiled import Basis, CoordinateBasis
from compadagrad.projections.state import State, checked_state, read_only, stored_rows
from projections.conformance import ProjectionConformance


class FirstCoordinates(Projection):
    """The least that a projection has to write."""

    kind: ClassVar[str] = "first"

    def __init__(self, n: int, k: int, *, seed: int) -> None:
        self.n = self.n_padded = as_integer("n", n, 1, LONGEST)
        self.k = as_integer("k", k, 0, self.n)
        self.seed = as_integer("seed", seed, 0)
        self.rows = read_only(np.arange(self.k))

    def _project(self, x: FloatArray) -> FloatArray:
        return x[..., : self.k].copy()

    def _lift(self, z: FloatArray) -> FloatArray:
        return np.concatenate([z, np.zeros((*z.shape[:-1], self.n - self.k), z.dtype)], axis=-1)

    def _gram(self, b: FloatArray, *, overwrite: bool) -> FloatArray:
        return b[..., : self.k, None] * np.eye(self.k, dtype=b.dtype)

    def _basis(self, dtype: np.dtype[np.floating]) -> Basis:
        return CoordinateBasis(np.arange(self.k))

    def state_dict(self) -> State:
        return {"kind": self.kind, "n": self.n, "k": self.k, "seed": self.seed, "rows": self.rows}

    @classmethod
    def from_state_dict(cls, state: State) -> Self:
        fields = checked_state(cls.kind, state, ("n", "k", "seed", "rows"))
        stored_rows(fields["rows"], fields["k"], fields["n"])
        return cls(fields["n"], fields["k"], seed=fields["seed"])

    def __repr__(self) -> str:
        return f"FirstCoordinates(n={self.n}, k={self.k}, seed={self.seed})"


class TestTheLeastProjection(ProjectionConformance):
    def make(self, n: int, k: int, seed: int = 0) -> FirstCoordinates:
        return FirstCoordinates(n, k, seed=seed)


def test_projections_of_different_kinds_are_never_equal() -> None:
    from compadagrad.projections import Coordinates

    assert FirstCoordinates(5, 5, seed=0) != Coordinates(5, 5, seed=0)
