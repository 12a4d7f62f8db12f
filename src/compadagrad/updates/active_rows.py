"""The active coordinates of an l1 path, and the part of the metric that belongs to them."""

from typing import final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad.preconditioners.metric import Metric
from compadagrad.updates._events import subtract_product
from compadagrad.updates.cholesky import GrowingCholesky

__all__ = ["ActiveRows"]

FIRST_CAPACITY = 32

Vector = NDArray[np.float64]


@final
class ActiveRows:
    r"""What a step along the path needs of A, by the rows :math:`h_i = V^T e_i` of V.

    .. math::

       A_{ij} &= \langle h_i, Q h_j \rangle - (d_i + d_j) \langle h_i, h_j \rangle + d_i [i = j],
       \qquad Q = K + V^T D V \\
       A w &= D w - D V v + V (Q v - V^T D w), \qquad v = V^T w

    Q comes from one Gram matrix; the h of active coordinates are kept, so that an entry of A costs
    two products of length k and no transform. The paper's equation for the diagonal,
    :math:`G_{ii} = d_i \langle h_i, Q h_i \rangle - 2 d_i k / n`, has a product where the sum
    belongs: it is :math:`\langle h_i, Q h_i \rangle - 2 d_i k / n + d_i`.

    Where the subspace is the whole space, D does not matter and is taken as 0. The metric is in
    float64; nothing is checked here.

    Attributes
    ----------
    size : int
        How many coordinates are active.
    indices, signs, x : numpy.ndarray, shape (size,)
        Which they are, their signs, and their coefficients.
    factor : GrowingCholesky
        Of the rows and columns of A, with the signs as its right-hand side.
    """

    def __init__(self, metric: Metric) -> None:
        self._projection = metric.projection
        self._full = metric.full
        self._n, self._k = metric.projection.n_padded, metric.projection.k
        self._d = np.zeros(self._n) if self._full else metric.diagonal
        self._q = metric.inside
        if not (self._full or metric.separable):
            self._q = self._q + self._projection._gram(self._d, overwrite=False)
        self._unit = sparse.csr_array(
            (np.ones(1), np.zeros(1, np.intp), np.array([0, 1], np.intp)), shape=(1, self._n)
        )
        self.size = 0
        self.factor = GrowingCholesky()
        self._indices = np.empty(FIRST_CAPACITY, np.intp)
        self._numbers = np.empty((3, FIRST_CAPACITY))  # signs, x, d
        self._rows = np.empty((FIRST_CAPACITY, self._k))

    @property
    def indices(self) -> NDArray[np.intp]:
        """The active coordinates, in the order that they came in."""
        return self._indices[: self.size]

    @property
    def signs(self) -> Vector:
        """Their signs."""
        return self._numbers[0, : self.size]

    @property
    def x(self) -> Vector:
        """Their coefficients."""
        return self._numbers[1, : self.size]

    def insert(self, i: int, sign: float) -> bool:
        """Append coordinate ``i`` with coefficient 0; False if A is singular to rounding."""
        h, m = self._row(i), self.size
        d = float(self._d[i])
        qh = self._q @ h
        rows, weights = self._rows[:m], self._numbers[2, :m]
        column = rows @ (qh - d * h)
        column -= weights * (rows @ h)
        diagonal = float(h @ qh) - 2.0 * d * float(h @ h) + d
        if not self.factor.insert(column, diagonal, sign):
            return False
        self._reserve(m + 1)
        self._indices[m], self._numbers[:, m], self._rows[m] = i, (sign, 0.0, d), h
        self.size = m + 1
        return True

    def remove(self, j: int) -> None:
        """Take out the coordinate at position ``j``."""
        m = self.size
        self.factor.remove(j)
        self._indices[j : m - 1] = self._indices[j + 1 : m]
        self._numbers[:, j : m - 1] = self._numbers[:, j + 1 : m]
        self._rows[j : m - 1] = self._rows[j + 1 : m]
        self.size = m - 1

    def image(self, w: Vector) -> Vector:
        """``A w`` for ``w`` on the active coordinates; there 0 is put instead."""
        if self._k == 0:
            return np.zeros(self._n)
        rows, z = self._rows[: self.size], np.empty((2, self._k))
        np.matmul(w, rows, out=z[0])
        np.matmul(self._q, z[0], out=z[1])
        if self._full:
            a = self._lift(z[1])
        else:
            z[1] -= (self._numbers[2, : self.size] * w) @ rows
            vv, a = self._lift(z)
            subtract_product(a, self._d, vv)
        a[self.indices] = 0.0
        return a

    def scattered(self) -> Vector:
        """The coefficients of all coordinates."""
        x = np.zeros(self._n)
        x[self.indices] = self.x
        return x

    def _lift(self, z: Vector) -> Vector:
        return self._projection._lift(z).astype(np.float64, copy=False)

    def _row(self, i: int) -> Vector:
        """``V^T e_i``, from one row of the identity that is kept for this."""
        if self._k == 0:
            return np.empty(0)
        self._unit.indices[0] = i
        row: Vector = self._projection._project_csr(self._unit)[0]
        return row

    def _reserve(self, size: int) -> None:
        old = self._indices.size
        if size > old:
            self._indices = np.concatenate([self._indices, np.empty(old, np.intp)])
            self._numbers = np.concatenate([self._numbers, np.empty((3, old))], axis=1)
            self._rows = np.concatenate([self._rows, np.empty((old, self._k))])
