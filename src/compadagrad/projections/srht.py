"""The subsampled randomized Hadamard transform."""

from typing import ClassVar, Self, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad._validation import LONGEST, FloatArray, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.hadamard._routes import (
    gram_at_rows,
    pick,
    pick_from_csr,
    place,
    pointwise_pays,
    row_groups,
    tiles,
)
from compadagrad.projections._compiled import Basis, HadamardBasis
from compadagrad.projections.base import Projection
from compadagrad.projections.state import State, checked_state, read_only, stored_array, stored_rows

__all__ = ["SRHT"]


@final
class SRHT(Projection):
    r"""A random subspace with a fast transform.

    .. math:: V = \Sigma H_{\cdot R} \in \mathbb R^{N \times k}, \qquad V^T V = I

    H is the orthonormal Hadamard matrix of order N, the power of two that ``n`` is padded to;
    :math:`\Sigma` is diagonal with random signs; R holds ``k`` distinct rows drawn at random. The
    paper's :math:`\Pi` is :math:`\sqrt{N/k}\, V^T`.

    :meth:`project` and :meth:`lift` cost :math:`O(N \log k)`, :meth:`gram` costs
    :math:`O(N \log N + k^2)`, and nothing of size :math:`Nk` is kept.

    Parameters
    ----------
    n : int
        Length of the vectors.
    k : int
        Dimension of the subspace, 0..n_padded.
    seed : int
        Seed of the signs and rows, 0 or more.

    Attributes
    ----------
    rows : numpy.ndarray of int, shape (k,)
        R, in ascending order. Read-only.
    signs : numpy.ndarray of int8, shape (n_padded,)
        The diagonal of :math:`\Sigma`. Read-only.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.projections import SRHT
    >>> subspace = SRHT(6, 3, seed=0)
    >>> subspace
    SRHT(n=6, k=3, seed=0)
    >>> x = np.arange(6.0)
    >>> z = subspace.project(x)
    >>> bool(np.allclose(subspace.project(subspace.lift(z)), z))
    True
    >>> subspace.complement(x).shape
    (8,)
    """

    kind: ClassVar[str] = "srht"

    def __init__(self, n: int, k: int, *, seed: int) -> None:
        self.n = as_integer("n", n, 1, LONGEST)
        self.n_padded = 1 << (self.n - 1).bit_length()
        self.k = as_integer("k", k, 0, self.n_padded)
        self.seed = as_integer("seed", seed, 0)
        rng = np.random.default_rng(self.seed)
        signs = rng.integers(0, 2, self.n_padded, dtype=np.int8) * np.int8(2) - np.int8(1)
        rows = np.sort(rng.choice(self.n_padded, self.k, replace=False, shuffle=False))
        self._keep(rows, signs)

    def _keep(self, rows: NDArray[np.intp], signs: NDArray[np.int8]) -> None:
        self.rows = read_only(rows)
        self.signs = read_only(signs)
        # Kernels are compiled for writeable arrays; these views of the same memory stay private.
        self._rows, self._signs = rows, signs
        self._scale = float(self.n_padded) ** -0.5

    def _project(self, x: FloatArray) -> FloatArray:
        return pick(x, self.n_padded, self._signs, self._rows, self._scale)

    def _project_csr(self, x: sparse.csr_array) -> FloatArray:
        if not pointwise_pays(x.nnz, x.shape[0], self.n_padded, self.k):
            return super()._project_csr(x)
        return pick_from_csr(x.data, x.indices, x.indptr, self._signs, self._rows, self._scale)

    def _lift(self, z: FloatArray) -> FloatArray:
        return place(z, self.n_padded, self._signs, self._rows, self._scale)

    def _gram(self, b: FloatArray, *, overwrite: bool) -> FloatArray:
        scale = 1.0 / self.n_padded  # and the signs cancel
        return gram_at_rows(b, self.n_padded, self._rows, scale, overwrite=overwrite)

    def _basis(self, dtype: np.dtype[np.floating]) -> Basis:
        project_tile, lift_tile = tiles(self.k, self.n_padded, dtype.itemsize)
        groups = row_groups(self._rows, self.n_padded)
        return HadamardBasis(self._rows, *groups, self._signs, self._scale, project_tile, lift_tile)

    def state_dict(self) -> State:
        """The numbers ``n``, ``k`` and ``seed`` and the arrays ``rows`` and ``signs``."""
        return {
            "kind": self.kind,
            "n": self.n,
            "k": self.k,
            "seed": self.seed,
            "rows": self.rows,
            "signs": self.signs,
        }

    @classmethod
    def from_state_dict(cls, state: State) -> Self:
        """The projection with these rows and signs, whatever its seed would draw today."""
        fields = checked_state(cls.kind, state, ("n", "k", "seed", "rows", "signs"))
        projection = cls(fields["n"], 0, seed=fields["seed"])
        projection.k = as_integer("k", fields["k"], 0, projection.n_padded)
        rows = stored_rows(fields["rows"], projection.k, projection.n_padded)
        signs = stored_array("signs", fields["signs"], np.int8, (projection.n_padded,))
        if not (np.abs(signs) == 1).all():
            raise InvalidInputError("signs must be +1 or -1")
        projection._keep(rows, signs)
        return projection

    def __repr__(self) -> str:
        return f"SRHT(n={self.n}, k={self.k}, seed={self.seed})"
