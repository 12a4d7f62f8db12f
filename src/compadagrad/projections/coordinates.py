"""The span of some coordinates."""

from typing import ClassVar, Self, final

import numpy as np

from compadagrad._validation import LONGEST, FloatArray, as_integer
from compadagrad.projections._compiled import Basis, CoordinateBasis
from compadagrad.projections.base import Projection
from compadagrad.projections.state import State, checked_state, read_only, stored_rows

__all__ = ["Coordinates"]


@final
class Coordinates(Projection):
    r"""The span of ``k`` coordinates drawn at random: what subsampling without mixing gives.

    .. math:: V = I_{\cdot R} \in \mathbb R^{n \times k}

    :meth:`project` and :meth:`lift` cost :math:`O(n)` or less, and :meth:`gram`, a diagonal matrix,
    :math:`O(k^2)`. No padding: ``n_padded`` is ``n``.

    Parameters
    ----------
    n : int
        Length of the vectors.
    k : int
        Dimension of the subspace, 0..n.
    seed : int
        Seed of the rows, 0 or more.

    Attributes
    ----------
    rows : numpy.ndarray of int, shape (k,)
        R, in ascending order. Read-only.

    Examples
    --------
    >>> from compadagrad.projections import Coordinates
    >>> subspace = Coordinates(5, 2, seed=0)
    >>> subspace.rows
    array([3, 4])
    >>> subspace.complement([1.0, 2.0, 3.0, 4.0, 5.0])
    array([1., 2., 3., 0., 0.])
    """

    kind: ClassVar[str] = "coordinates"

    def __init__(self, n: int, k: int, *, seed: int) -> None:
        self.n = self.n_padded = as_integer("n", n, 1, LONGEST)
        self.k = as_integer("k", k, 0, self.n)
        self.seed = as_integer("seed", seed, 0)
        rng = np.random.default_rng(self.seed)
        self.rows = read_only(np.sort(rng.choice(self.n, self.k, replace=False, shuffle=False)))

    def _project(self, x: FloatArray) -> FloatArray:
        return x[..., self.rows]

    def _lift(self, z: FloatArray) -> FloatArray:
        lifted = np.zeros((*z.shape[:-1], self.n), z.dtype)
        lifted[..., self.rows] = z
        return lifted

    def _gram(self, b: FloatArray, *, overwrite: bool) -> FloatArray:
        gram = np.zeros((*b.shape[:-1], self.k, self.k), b.dtype)
        diagonal = np.arange(self.k)
        gram[..., diagonal, diagonal] = b[..., self.rows]
        return gram

    def _basis(self, dtype: np.dtype[np.floating]) -> Basis:
        return CoordinateBasis(self.rows.copy())

    def state_dict(self) -> State:
        """The numbers ``n``, ``k`` and ``seed`` and the array ``rows``."""
        return {"kind": self.kind, "n": self.n, "k": self.k, "seed": self.seed, "rows": self.rows}

    @classmethod
    def from_state_dict(cls, state: State) -> Self:
        """The projection with these rows, whatever its seed would draw today."""
        fields = checked_state(cls.kind, state, ("n", "k", "seed", "rows"))
        projection = cls(fields["n"], 0, seed=fields["seed"])
        projection.k = as_integer("k", fields["k"], 0, projection.n)
        projection.rows = read_only(stored_rows(fields["rows"], projection.k, projection.n))
        return projection

    def __repr__(self) -> str:
        return f"Coordinates(n={self.n}, k={self.k}, seed={self.seed})"
