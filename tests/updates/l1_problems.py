"""Metrics for tests of the l1 path, as matrices written from their definition."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.preconditioners.metric import Metric
from compadagrad.projections import SRHT, Coordinates, Gaussian, Projection

__all__ = ["PROJECTIONS", "basis", "dense", "draw_metric", "kkt_residual", "ranks"]

Array = NDArray[np.float64]

PROJECTIONS: list[Any] = [SRHT, Gaussian, Coordinates]


def ranks(n: int) -> list[int]:
    """The dimensions of a subspace that are special, and one in the middle."""
    return sorted({0, min(1, n), n // 2, n - 1, n})


def draw_metric(kind: Any, n: int, k: int, seed: int, spread: float = 1.0) -> Metric:
    """A random metric whose eigenvalues lie within ``exp(-spread) .. exp(spread)``."""
    rng = np.random.default_rng(seed)
    projection: Projection = kind(n, k, seed=seed)
    rows = np.linalg.qr(rng.standard_normal((k, k)))[0] if k else np.empty((0, 0))
    kappa = np.exp(rng.uniform(-spread, spread, k))
    diagonal = np.exp(rng.uniform(-spread, spread, projection.n_padded))
    return Metric(projection, rows, kappa, diagonal)


def basis(projection: Projection) -> Array:
    """V, column by column."""
    if projection.k == 0:
        return np.zeros((projection.n_padded, 0))
    return np.asarray(projection.lift(np.eye(projection.k)).T, np.float64)


def dense(metric: Metric) -> Array:
    """``V K V^T + P D P`` with ``P = I - V V^T``, as it is written."""
    V = basis(metric.projection)
    K = metric.rows.T @ np.diag(metric.kappa) @ metric.rows
    P = np.eye(len(V)) - V @ V.T
    if metric.full:
        return V @ K @ V.T
    return V @ K @ V.T + P @ np.diag(metric.diagonal) @ P


def kkt_residual(A: Array, u: Array, x: Array, lam: float) -> float:
    """How far ``-(u + A x)`` is from the subdifferential of lam ||x||_1, against ``max |u|``."""
    c = -(u + A @ x)
    missed = np.where(x != 0.0, np.abs(c - lam * np.sign(x)), np.maximum(np.abs(c) - lam, 0.0))
    return float(missed.max() / np.abs(u).max())
