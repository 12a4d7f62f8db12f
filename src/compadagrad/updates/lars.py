"""The l1 update by least angle regression: the whole path in lambda, or one point of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from compadagrad._validation import as_floats, as_integer
from compadagrad.errors import CompAdaGradError, InvalidInputError
from compadagrad.preconditioners.metric import Metric
from compadagrad.updates.certificate import Certificate
from compadagrad.updates.homotopy import Homotopy

__all__ = ["LarsPath", "lars_path", "lars_solve"]

TOLERANCE = 1e-8  # of the optimality conditions, against the largest absolute value of u
NOTHING = -1  # in place of a coordinate, where the path was left rather than ended by an event


@final
@dataclass(frozen=True, eq=False)
class LarsPath:
    r"""The minimiser of :math:`\langle u, x \rangle + \frac12 \langle x, A x \rangle +
    \lambda \|x\|_1` as a function of :math:`\lambda`: linear between knots.

    Attributes
    ----------
    lambdas : numpy.ndarray of float64, shape (m,)
        The knots, descending from the largest absolute value of u. Knots repeat where several
        coordinates enter or leave at once.
    coefficients : scipy.sparse.csr_array of float64, shape (m, N)
        The minimiser at each knot.
    coordinates : numpy.ndarray of int, shape (m,)
        The coordinate that enters or leaves at each knot; -1 at the last one where the path reached
        its end and nothing happens.
    enters : numpy.ndarray of bool, shape (m,)
        Whether it enters.
    """  # noqa: D205

    lambdas: NDArray[np.float64]
    coefficients: sparse.csr_array
    coordinates: NDArray[np.intp]
    enters: NDArray[np.bool_]

    def at(self, lam: float) -> NDArray[np.float64]:
        """The minimiser for one ``lam``, at least the last knot, as an array of N numbers."""
        value = _threshold("lam", lam)
        if value < self.lambdas[-1]:
            raise InvalidInputError(
                f"lam must be at least {self.lambdas[-1]}, where this path ends, got {value}; "
                "follow it further with a smaller lam_min or a larger max_active"
            )
        after = int(np.searchsorted(-self.lambdas, -value))  # the first knot at lam or below
        right = _dense(self.coefficients, min(after, self.lambdas.size - 1))
        if after == 0:
            return right
        high, low = self.lambdas[after - 1], self.lambdas[after]
        left = _dense(self.coefficients, after - 1)
        share = (high - value) / (high - low)
        between: NDArray[np.float64] = (1.0 - share) * left + share * right
        return between


def lars_path(
    metric: Metric, u: ArrayLike, *, lam_min: float = 0.0, max_active: int | None = None
) -> LarsPath:
    r""":math:`\arg\min_x \langle u, x \rangle + \frac12 \langle x, A x \rangle +
    \lambda \|x\|_1` for all :math:`\lambda \ge` ``lam_min``.

    This is the paper's way to the l1 update: least angle regression in the variant that drops
    coordinates whose coefficient meets 0 (the LASSO), with the Cholesky factor of the active rows
    and columns of A grown and shrunk. A step with m active coordinates costs one product with A,
    :math:`O(N \log k + k^2 + m k)`, and two triangular solves, :math:`O(m^2)`. Correlations are
    :math:`-u - A x`: the paper's :math:`A^{-1/2} u` in place of :math:`-A^{-1/2} u` turns the sign
    of the answer.

    One weight for all coordinates: weights of their own are for the other solvers.

    Parameters
    ----------
    metric : Metric
        A, in the unit of :meth:`Metric.apply`; ``u`` and ``lam_min`` are in the same.
    u : array_like, shape (n,) or (n_padded,)
        The linear term. All work is done in float64.
    lam_min : float
        Where to stop, 0 or more.
    max_active : int, optional
        Stop before more coordinates than this are active.

    Returns
    -------
    LarsPath

    Raises
    ------
    CompAdaGradError
        If A is singular to rounding on the active coordinates.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners.metric import Metric
    >>> from compadagrad.projections import SRHT
    >>> metric = Metric(SRHT(4, 1, seed=0), np.eye(1), np.array([3.0]), np.ones(4))
    >>> path = lars_path(metric, [-4.0, 1.0, 2.0, 0.25])
    >>> path.coordinates.tolist()
    [0, 2, 3, 1, -1]
    >>> path.at(1.5).round(6) + 0.0
    array([ 2.,  0., -1.,  0.])
    """  # noqa: D205
    homotopy = _start(metric, u)
    least = _threshold("lam_min", lam_min)
    size = metric.projection.n_padded
    most = size if max_active is None else as_integer("max_active", max_active, 1, size)
    knots = [_knot(homotopy)]
    knots.extend(_knot(homotopy) for _ in _steps(homotopy, least, most))
    return _assembled(knots, size)


def lars_solve(metric: Metric, u: ArrayLike, lam: float) -> tuple[NDArray[np.float64], Certificate]:
    r""":math:`\arg\min_x \langle u, x \rangle + \frac12 \langle x, A x \rangle +
    \lambda \|x\|_1`: the end of the path from the largest absolute value of u to ``lam``.

    Coefficients that are 0 are exactly 0. See :func:`lars_path`.

    Parameters
    ----------
    metric : Metric
        A, in the unit of :meth:`Metric.apply`; ``u`` and ``lam`` are in the same.
    u : array_like, shape (n,) or (n_padded,)
        The linear term. All work is done in float64.
    lam : float
        The weight of the l1 norm, one for all coordinates, 0 or more.

    Returns
    -------
    x : numpy.ndarray of float64, shape (n_padded,)
        The minimiser.
    certificate : Certificate
        The residual of the optimality conditions, relative to the largest absolute value of u, and
        how many coordinates entered or left on the way.

    Raises
    ------
    CompAdaGradError
        If A is singular to rounding on the active coordinates, or the optimality conditions are
        missed by more than 1e-8 of the largest absolute value of u.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.preconditioners.metric import Metric
    >>> from compadagrad.projections import Coordinates
    >>> metric = Metric(Coordinates(3, 0, seed=0), np.eye(0), np.ones(0), np.array([1.0, 2.0, 4.0]))
    >>> x, certificate = lars_solve(metric, [3.0, -3.0, 0.5], 1.0)
    >>> x
    array([-2.,  1.,  0.])
    >>> certificate.residual, certificate.iterations
    (0.0, 2)
    """  # noqa: D205
    homotopy = _start(metric, u)
    least = _threshold("lam", lam)
    iterations = sum(1 for _ in _steps(homotopy, least, metric.projection.n_padded))
    missed, largest = homotopy.finish(), float(np.abs(homotopy.u).max())
    allowed = TOLERANCE * largest
    if missed > allowed:
        raise CompAdaGradError(
            f"the path to lam = {least} lost its accuracy: the optimality conditions are missed by "
            f"{missed}, more than {allowed}; take a larger delta, or another solver"
        )
    residual = missed / largest if largest > 0.0 else missed
    return homotopy.active.scattered(), Certificate(residual, iterations, "lars", TOLERANCE)


def _steps(homotopy: Homotopy, lam_min: float, max_active: int) -> Iterator[None]:
    """Advance from knot to knot."""
    while not (homotopy.event.enters and homotopy.active.size == max_active):
        if not homotopy.advance(lam_min):
            return
        yield


def _start(metric: Metric, u: ArrayLike) -> Homotopy:
    if not isinstance(metric, Metric):
        raise InvalidInputError(f"metric must be a Metric, got {type(metric).__name__}")
    given = as_floats("u", u)
    if given.ndim != 1:
        raise InvalidInputError(f"u must be one vector, got shape {given.shape}")
    if not np.isfinite(given).all():
        at = int(np.flatnonzero(~np.isfinite(given))[0])
        raise InvalidInputError(f"u must be finite, got {given[at]} at {at}")
    padded = metric.projection._padded("u", given)
    return Homotopy(metric.wide(), padded.astype(np.float64, copy=False))


def _threshold(name: str, value: float) -> float:
    real = isinstance(value, int | float | np.integer | np.floating) and type(value) is not bool
    if not real or not 0.0 <= float(value) < np.inf:
        raise InvalidInputError(f"{name} must be a finite number, 0 or more, got {value!r}")
    return float(value)


Knot = tuple[float, NDArray[np.intp], NDArray[np.float64], int, bool]


def _knot(homotopy: Homotopy) -> Knot:
    active, event = homotopy.active, homotopy.event
    held = active.x != 0.0
    where = NOTHING if event.coordinate is None else event.coordinate
    return homotopy.lam, active.indices[held], active.x[held], where, event.enters


def _assembled(knots: list[Knot], n: int) -> LarsPath:
    lambdas, indices, values, coordinates, enters = zip(*knots, strict=True)
    pointers = np.cumsum([0, *map(len, indices)])
    data = (np.concatenate(values), np.concatenate(indices), pointers)
    return LarsPath(
        np.array(lambdas),
        sparse.csr_array(data, shape=(len(knots), n)),
        np.array(coordinates, np.intp),
        np.array(enters, np.bool_),
    )


def _dense(rows: sparse.csr_array, i: int) -> NDArray[np.float64]:
    dense = np.zeros(rows.shape[1])
    span = slice(rows.indptr[i], rows.indptr[i + 1])
    dense[rows.indices[span]] = rows.data[span]
    return dense
