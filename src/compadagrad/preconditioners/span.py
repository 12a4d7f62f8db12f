"""The subspace of some orthonormal vectors."""

from typing import Any, ClassVar, Self, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import FloatArray, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.projections import Projection
from compadagrad.projections._compiled import Basis, DenseBasis

__all__ = ["Span"]

ORTHONORMAL = 1e-8


@final
class Span(Projection):
    r"""The span of the rows of a matrix.

    .. math:: V = U^T, \qquad U U^T = I

    What it is made from is neither checked nor copied: preconditioners that move their subspace
    make a new one every round.

    Parameters
    ----------
    rows : numpy.ndarray of float64, shape (k, n)
        U, contiguous.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners import Span
    >>> Span(np.array([[0.6, 0.8]])).project([3.0, 4.0])
    array([5.])
    """

    kind: ClassVar[str] = "span"

    def __init__(self, rows: NDArray[np.float64]) -> None:
        self.k, self.n = rows.shape
        self.n_padded = self.n
        self.rows = rows

    def _project(self, x: FloatArray) -> FloatArray:
        return (x @ self.rows.T).astype(x.dtype, copy=False)

    def _lift(self, z: FloatArray) -> FloatArray:
        return (z @ self.rows).astype(z.dtype, copy=False)

    def _gram(self, b: FloatArray, *, overwrite: bool) -> FloatArray:
        gram = (self.rows * b[..., None, :]) @ self.rows.T
        return gram.astype(b.dtype, copy=False)

    def _basis(self, dtype: np.dtype[np.floating]) -> Basis:
        return DenseBasis(self.rows)

    def state_dict(self) -> dict[str, Any]:
        """The numbers ``n`` and ``k`` and the array ``rows``."""
        return {"kind": self.kind, "n": self.n, "k": self.k, "rows": self.rows}

    @classmethod
    def from_state_dict(cls, state: dict[str, Any]) -> Self:
        """The span of the rows of a state."""
        rows = np.asarray(state["rows"], np.float64)
        shape = (as_integer("k", state["k"], 0), as_integer("n", state["n"], 1))
        if rows.shape != shape or np.abs(rows @ rows.T - np.eye(shape[0])).max(initial=0) > (
            ORTHONORMAL
        ):
            raise InvalidInputError(f"rows must be an orthonormal matrix of shape {shape}")
        return cls(rows.copy())

    def __repr__(self) -> str:
        return f"Span(n={self.n}, k={self.k})"
