"""Subspaces that metrics are tried on, and their bases as matrices."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.preconditioners import Metric
from compadagrad.projections import SRHT, Coordinates, Gaussian, Projection

Array = NDArray[Any]

N = 16

SPACES: dict[str, Callable[[], Projection]] = {
    "none": lambda: SRHT(N, 0, seed=0),
    "one": lambda: SRHT(N - 5, 1, seed=1),
    "some": lambda: SRHT(N, 6, seed=2),
    "all but one": lambda: SRHT(N - 3, N - 1, seed=3),
    "all": lambda: SRHT(N, N, seed=4),
    "gaussian": lambda: Gaussian(N, 5, seed=5),
    "all, gaussian": lambda: Gaussian(N, N, seed=5),
    "coordinates": lambda: Coordinates(N, 7, seed=6),
    "no coordinates": lambda: Coordinates(N, 0, seed=6),
    "all coordinates": lambda: Coordinates(N, N, seed=6),
}


def basis(projection: Projection) -> Array:
    """V as a matrix."""
    k = projection.k
    return projection.lift(np.eye(k)).T if k else np.zeros((projection.n_padded, 0))


def parts_of(metric: Metric) -> tuple[Array, Array, Array]:
    """V, K and D as matrices in extended precision, without the unit."""
    V = basis(metric.projection).astype(np.longdouble)
    rows = metric.rows.astype(np.longdouble)
    return V, (rows.T * metric.kappa) @ rows, np.diag(metric.diagonal.astype(np.longdouble))


def dense(metric: Metric) -> Array:
    """``V K V^T + P D P`` by its definition, in extended precision, without the unit."""
    V, K, D = parts_of(metric)
    P = np.eye(len(V)) - V @ V.T
    A: Array = V @ K @ V.T
    return A if metric.full else A + P @ D @ P


def with_unit(metric: Metric) -> Array:
    """The metric as a float64 matrix."""
    return np.ldexp(dense(metric).astype(float), metric.exponent)


def drawn(projection: Projection, dtype: Any, seed: int = 0) -> Metric:
    """A metric with entries of mixed sizes."""
    rng = np.random.default_rng(seed)
    k, n = projection.k, projection.n_padded
    rows = np.linalg.qr(rng.standard_normal((k, k)))[0] if k else np.eye(0)
    kappa = np.exp(rng.uniform(-2, 2, k))
    diagonal = np.exp(rng.uniform(-2, 2, n)).astype(dtype)
    return Metric(projection, np.ascontiguousarray(rows), kappa, diagonal)
