"""What every projection can do."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from compadagrad._validation import FloatArray, as_contiguous, as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.projections._compiled import Basis
from compadagrad.projections.state import State

__all__ = ["Projection", "SparseRows"]

SLAB = 1 << 22  # entries of a sparse matrix that are made dense at a time

SparseRows: TypeAlias = Any  # scipy.sparse arrays and matrices: SciPy carries no types


class Projection(ABC):
    r"""An orthonormal basis :math:`V \in \mathbb R^{N \times k}` of a subspace, as an operator.

    Vectors have ``n`` entries. The subspace lies in ``n_padded`` dimensions, :math:`N \ge n`, where
    the entries from ``n`` on are zeros that some transforms need. What goes in may have either
    length; what comes out of :meth:`lift` and :meth:`complement` has length ``n_padded``.

    A new projection has a ``kind`` of its own, and writes its constructor, :meth:`state_dict`,
    :meth:`from_state_dict`, a repr, and the hooks ``_project``, ``_lift`` and ``_gram``, which get
    checked and contiguous arrays and are not called for ``k = 0``, and ``_basis``, which is the
    same for compiled steps.

    Attributes
    ----------
    n : int
        Length of the vectors that are projected.
    n_padded : int
        N, the dimension that the subspace lies in.
    k : int
        Dimension of the subspace.
    """

    kind: ClassVar[str]

    n: int
    n_padded: int
    k: int

    def project(self, x: ArrayLike | SparseRows) -> FloatArray:
        """``V^T x``: coordinates in the subspace.

        Parameters
        ----------
        x : array_like, shape (..., n) or (..., n_padded), or SciPy sparse
            Vectors along the last axis; of a sparse matrix, its rows.

        Returns
        -------
        numpy.ndarray, shape (..., k)
            In the dtype of ``x``, float32 or float64.
        """
        if sparse.issparse(x):
            rows = self._checked_csr(x)
            out = self._project_csr(rows) if self.k else np.empty((rows.shape[0], 0), rows.dtype)
            return out[0] if len(np.shape(x)) == 1 else out
        vectors = self._padded("x", x)
        if self.k == 0:
            return np.empty((*vectors.shape[:-1], 0), vectors.dtype)
        return self._project(vectors)

    def lift(self, z: ArrayLike) -> FloatArray:
        """``V z``: the vector that has coordinates ``z`` in the subspace.

        Parameters
        ----------
        z : array_like, shape (..., k)

        Returns
        -------
        numpy.ndarray, shape (..., n_padded)
        """
        coordinates = as_floats("z", z, empty=self.k == 0)
        if coordinates.shape[-1:] != (self.k,):
            raise InvalidInputError(
                f"z must have k = {self.k} entries along its last axis, "
                f"got shape {coordinates.shape}"
            )
        if self.k == 0:
            return np.zeros((*coordinates.shape[:-1], self.n_padded), coordinates.dtype)
        return self._lift(as_contiguous(coordinates))

    def complement(self, x: ArrayLike) -> FloatArray:
        """``x - V V^T x``: the part of ``x`` outside the subspace.

        Parameters
        ----------
        x : array_like, shape (..., n) or (..., n_padded)

        Returns
        -------
        numpy.ndarray, shape (..., n_padded)
        """
        vectors = self._padded("x", x)
        if self.k == 0:
            return vectors.copy()
        inside = self._lift(self._project(vectors))
        return np.subtract(vectors, inside, out=inside)

    def gram(self, b: ArrayLike, *, overwrite_b: bool = False) -> FloatArray:
        """``V^T diag(b) V``.

        Parameters
        ----------
        b : array_like, shape (..., n) or (..., n_padded)
            Weights of the coordinates.
        overwrite_b : bool
            Allow the memory of ``b`` to be used, where that saves an array of its size.

        Returns
        -------
        numpy.ndarray, shape (..., k, k)
        """
        weights = self._padded("b", b)
        if self.k == 0:
            return np.empty((*weights.shape[:-1], 0, 0), weights.dtype)
        return self._gram(weights, overwrite=overwrite_b)

    def compiled(self, dtype: np.dtype[np.floating]) -> Basis:
        """V as steps that are compiled for vectors of ``dtype`` take it; made once."""
        bases: dict[Any, Basis] = self.__dict__.setdefault("_bases", {})
        if dtype not in bases:
            bases[dtype] = self._basis(dtype)
        return bases[dtype]

    @abstractmethod
    def state_dict(self) -> State:
        """Everything that makes this projection what it is, as plain integers and arrays."""

    @classmethod
    @abstractmethod
    def from_state_dict(cls, state: State) -> Self:
        """The projection whose :meth:`state_dict` this is."""

    @abstractmethod
    def _project(self, x: FloatArray) -> FloatArray: ...

    @abstractmethod
    def _lift(self, z: FloatArray) -> FloatArray: ...

    @abstractmethod
    def _gram(self, b: FloatArray, *, overwrite: bool) -> FloatArray: ...

    @abstractmethod
    def _basis(self, dtype: np.dtype[np.floating]) -> Basis:
        """What :meth:`compiled` returns."""

    def _project_csr(self, x: sparse.csr_array) -> FloatArray:
        """The rows of ``x``, in dense slabs of bounded size."""
        slab = max(1, SLAB // self.n_padded)
        parts = (x[i : i + slab].toarray() for i in range(0, x.shape[0], slab))
        return np.concatenate([self._project(self._padded("x", part)) for part in parts])

    def _padded(self, name: str, x: ArrayLike) -> FloatArray:
        """``x`` as contiguous vectors of ``n_padded`` entries."""
        vectors = as_floats(name, x)
        length = vectors.shape[-1] if vectors.ndim else 0
        if length == self.n_padded:
            return as_contiguous(vectors)
        self._check_length(name, length, vectors.shape)
        padded = np.zeros((*vectors.shape[:-1], self.n_padded), vectors.dtype)
        padded[..., :length] = vectors
        return padded

    def _checked_csr(self, x: SparseRows) -> sparse.csr_array:
        if len(x.shape) > 2 or 0 in x.shape:
            raise InvalidInputError(
                f"x must be a sparse vector or matrix with at least one row, got shape {x.shape}"
            )
        self._check_length("x", x.shape[-1], x.shape)
        try:
            rows = sparse.csr_array(x.reshape(1, -1) if len(x.shape) == 1 else x)
            rows.check_format(full_check=True)  # kernels trust the indices
        except ValueError as error:
            raise InvalidInputError(f"x is not a valid sparse matrix: {error}") from None
        rows.data = as_contiguous(as_floats("x", rows.data, empty=True))
        rows.indices, rows.indptr = as_contiguous(rows.indices), as_contiguous(rows.indptr)
        return rows

    def _check_length(self, name: str, length: int, shape: tuple[int, ...]) -> None:
        if length not in (self.n, self.n_padded):
            lengths = f"{self.n}" if self.n == self.n_padded else f"{self.n} or {self.n_padded}"
            raise InvalidInputError(
                f"{name} must have {lengths} entries along its last axis, got shape {shape}"
            )

    def __reduce__(self) -> tuple[Callable[[State], Self], tuple[State]]:
        return type(self).from_state_dict, (self.state_dict(),)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = self.state_dict(), other.state_dict()
        return all(np.array_equal(mine[name], theirs[name]) for name in mine)

    def __hash__(self) -> int:
        return hash((self.kind, self.n, self.k))
