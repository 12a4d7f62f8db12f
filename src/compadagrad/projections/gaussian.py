"""A uniformly random subspace, kept as a dense matrix."""

from typing import ClassVar, Self, final

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from compadagrad._validation import LONGEST, FloatArray, as_contiguous, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.projections._compiled import Basis, DenseBasis
from compadagrad.projections.base import Projection
from compadagrad.projections.state import State, checked_state, read_only, stored_array

__all__ = ["Gaussian"]

ORTHONORMAL = 1e-8  # how far V^T V of a stored basis may be from the identity


@final
class Gaussian(Projection):
    r"""A uniformly random subspace: the yardstick for faster ones.

    .. math:: V = Q, \qquad Q R = G, \qquad G_{ij} \sim \mathcal N(0, 1) \text{ independent}

    with the diagonal of R positive, so that V is uniform. It keeps :math:`nk` numbers;
    :meth:`project` and :meth:`lift` cost :math:`O(nk)` and :meth:`gram` :math:`O(nk^2)`. No
    padding: ``n_padded`` is ``n``.

    Parameters
    ----------
    n : int
        Length of the vectors.
    k : int
        Dimension of the subspace, 0..n.
    seed : int
        Seed of the matrix, 0 or more.

    Attributes
    ----------
    basis : numpy.ndarray, shape (n, k)
        V. Read-only.

    Examples
    --------
    >>> from compadagrad.projections import Gaussian
    >>> subspace = Gaussian(5, 2, seed=0)
    >>> subspace.gram([1.0] * 5).round(12) + 0.0
    array([[1., 0.],
           [0., 1.]])
    """

    kind: ClassVar[str] = "gaussian"

    def __init__(self, n: int, k: int, *, seed: int) -> None:
        self.n = self.n_padded = as_integer("n", n, 1, LONGEST)
        self.k = as_integer("k", k, 0, self.n)
        self.seed = as_integer("seed", seed, 0)
        draws = np.random.default_rng(self.seed).standard_normal((self.n, self.k))
        self.basis = read_only(_orthonormalised(draws) if self.k else draws)

    def _project(self, x: FloatArray) -> FloatArray:
        return (x @ self.basis).astype(x.dtype, copy=False)

    def _lift(self, z: FloatArray) -> FloatArray:
        return (z @ self.basis.T).astype(z.dtype, copy=False)

    def _gram(self, b: FloatArray, *, overwrite: bool) -> FloatArray:
        return (self.basis.T @ (b[..., :, None] * self.basis)).astype(b.dtype, copy=False)

    def _basis(self, dtype: np.dtype[np.floating]) -> Basis:
        return DenseBasis(as_contiguous(self.basis.T))

    def state_dict(self) -> State:
        """The numbers ``n``, ``k`` and ``seed`` and the array ``basis``."""
        return {"kind": self.kind, "n": self.n, "k": self.k, "seed": self.seed, "basis": self.basis}

    @classmethod
    def from_state_dict(cls, state: State) -> Self:
        """The projection with this basis, whatever its seed would draw today."""
        fields = checked_state(cls.kind, state, ("n", "k", "seed", "basis"))
        projection = cls(fields["n"], 0, seed=fields["seed"])
        projection.k = as_integer("k", fields["k"], 0, projection.n)
        shape = (projection.n, projection.k)
        basis = stored_array("basis", fields["basis"], np.float64, shape)
        if not _is_orthonormal(basis):
            raise InvalidInputError("the columns of basis must be orthonormal")
        projection.basis = read_only(basis)
        return projection

    def __repr__(self) -> str:
        return f"Gaussian(n={self.n}, k={self.k}, seed={self.seed})"


def _orthonormalised(draws: NDArray[np.float64]) -> NDArray[np.float64]:
    q, r = linalg.qr(draws, mode="economic")
    return np.ascontiguousarray(q * np.where(np.diag(r) < 0, -1.0, 1.0))


def _is_orthonormal(basis: NDArray[np.float64]) -> bool:
    return bool(np.allclose(basis.T @ basis, np.eye(basis.shape[1]), rtol=0, atol=ORTHONORMAL))
