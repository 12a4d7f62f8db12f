"""The full metric of an online Newton step."""

import contextlib
import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._storage import stored_array, stored_integer
from compadagrad._validation import FloatArray, as_positive
from compadagrad.preconditioners._outer import add_outer, forces, inverse_error, newton_solve
from compadagrad.preconditioners.base import Preconditioner
from compadagrad.preconditioners.memory import HEADROOM, unit_of
from compadagrad.projections import Coordinates, Projection

__all__ = ["OuterProducts", "Products"]

Doubles = NDArray[np.float64]
GOAL = 1e-12
MOST_SOLVES = 12  # each must halve the residual: two do where the inverse is a good one
DRIFTED = 1e-6  # the error of a solve from which on the inverse is made anew: two give the goal


@final
@dataclass(frozen=True, eq=False)
class Products:
    r"""A matrix and its inverse.

    .. math:: A = 4^e M, \qquad M = \varepsilon I + \sum_s g_s g_s^T

    Attributes
    ----------
    half : int
        e: the unit of the gradients.
    rounds : int
        How many gradients there were.
    matrix, inverse : numpy.ndarray of float64, shape (n, n)
        M and its inverse.
    """

    half: int
    rounds: int
    matrix: Doubles
    inverse: Doubles

    @property
    def exponent(self) -> int:
        """That of the matrix."""
        return 2 * self.half

    def state_dict(self) -> dict[str, Any]:
        """Plain numbers and arrays."""
        return {
            "half": self.half,
            "rounds": self.rounds,
            "matrix": self.matrix,
            "inverse": self.inverse,
        }

    def solve(self, g: FloatArray) -> tuple[Doubles, float, int]:
        """``-M^{-1} g``, the largest entry of its residual, and the number of solves."""
        wide, s = g.astype(np.float64, copy=False), np.empty(g.size)
        residual, solves = newton_solve(self.matrix, self.inverse, wide, GOAL, MOST_SOLVES, s)
        return s, residual, solves

    def forces(self, anchor: FloatArray, g: FloatArray) -> tuple[float, float]:
        """The largest entry of ``u = g - M anchor``, and that of the two terms."""
        return forces(self.matrix, anchor.astype(np.float64), g.astype(np.float64))


@final
class OuterProducts(Preconditioner):
    r"""The sum of outer products of the gradients, and its inverse.

    .. math:: A_t = \varepsilon I + \sum_{s \le t} g_s g_s^T

    The inverse follows by the formula of Sherman and Morrison in :math:`O(n^2)`, and is made anew
    where rounding has led it astray. Where :math:`\varepsilon` is less than a rounding of the sum,
    the inverse takes a rounding for it. ``refresh`` gives the memory itself for a metric: it has a
    ``solve`` for updates without a regularizer.

    Parameters
    ----------
    n : int
        Length of the vectors.
    delta : float
        :math:`\varepsilon`, positive, in units of squared gradients.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners import OuterProducts
    >>> preconditioner = OuterProducts(2, delta=1.0)
    >>> memory = preconditioner.start(np.dtype(float))
    >>> memory = preconditioner.accumulate(memory, np.array([3.0, 0.0]), 3.0)
    >>> memory.matrix * 2.0**memory.exponent
    array([[10.,  0.],
           [ 0.,  1.]])
    """

    kind: ClassVar[str] = "outer products"

    def __init__(self, n: int, *, delta: float) -> None:
        self.projection = Coordinates(n, 0, seed=0)
        self.delta = as_positive("delta", delta)

    def on(self, projection: Projection) -> "OuterProducts":
        """The same preconditioner: it has no subspace of its own."""
        return self

    def start(self, dtype: np.dtype[np.floating]) -> Products:
        """The memory before the first gradient."""
        half, n = unit_of(math.sqrt(self.delta)), self.projection.n
        least = math.ldexp(self.delta, -2 * half)
        return Products(half, 0, least * np.eye(n), np.eye(n) / least)

    def restore(self, state: dict[str, Any], dtype: np.dtype[np.floating]) -> Products:
        """The memory whose state this is."""
        shape = (self.projection.n, self.projection.n)
        return Products(
            stored_integer(state, "half", -2000, 2000),
            stored_integer(state, "rounds", 0),
            stored_array(state, "matrix", np.float64, shape),
            stored_array(state, "inverse", np.float64, shape),
        )

    def accumulate(self, memory: Products, g: FloatArray, size: float) -> Products:
        """The memory with the gradient ``g``, whose largest entry is ``size``."""
        memory = _rescaled(memory, size)
        matrix, inverse = memory.matrix.copy(), memory.inverse.copy()
        v = g.astype(np.float64) * math.ldexp(1.0, -memory.half)
        add_outer(matrix, inverse, v)
        if size > 0.0:
            probe = np.ldexp(g.astype(np.float64), -unit_of(size))
            inverse = _made_anew(matrix, inverse, probe)
        return replace(memory, rounds=memory.rounds + 1, matrix=matrix, inverse=inverse)

    def refresh(self, memory: Products) -> tuple[Products, Any]:
        """The memory, which is the metric too."""
        return memory, memory


def _made_anew(matrix: Doubles, inverse: Doubles, probe: Doubles) -> Doubles:
    """The inverse, or one that is nearer to it where that errs on ``probe``."""
    for another in (np.linalg.inv, _inverse_by_spectrum):
        if inverse_error(matrix, inverse, probe) <= DRIFTED:
            break
        with contextlib.suppress(np.linalg.LinAlgError):
            inverse = np.ascontiguousarray(another(matrix))
    return inverse


def _inverse_by_spectrum(matrix: Doubles) -> Doubles:
    """No eigenvalue counts for less than what rounding leaves of the largest one."""
    values, rows = np.linalg.eigh(matrix)
    least = values.size * float(np.finfo(np.float64).eps) * values[-1]
    inverse: Doubles = (rows / np.maximum(values, least)) @ rows.T
    return inverse


def _rescaled(memory: Products, size: float) -> Products:
    half = unit_of(size)
    if half - memory.half <= HEADROOM[np.dtype(np.float64)] // 2:
        return memory
    shift = 2 * (memory.half - half)
    with np.errstate(over="ignore"):  # an inverse that overflows is made anew
        inverse = np.ldexp(memory.inverse, -shift)
    return replace(memory, half=half, matrix=np.ldexp(memory.matrix, shift), inverse=inverse)
