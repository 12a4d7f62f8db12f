"""What happens to the features before anybody sees them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

__all__ = ["gaussian_kernel", "split", "standardised", "with_constant"]

Array = NDArray[Any]


def with_constant(X: Any) -> Any:
    """A last column of ones: the intercept is a weight like the others."""
    ones = np.ones((X.shape[0], 1))
    if sparse.issparse(X):
        return sparse.csr_array(sparse.hstack([X, sparse.csr_array(ones)], format="csr"))
    return np.ascontiguousarray(np.hstack([X, ones]))


def standardised(X: Array, X_test: Array) -> tuple[Array, Array]:
    """Mean 0 and variance 1 on the training set; a column that does not vary there becomes 0."""
    mean, deviation = X.mean(axis=0), X.std(axis=0)
    scale = np.where(deviation > 0.0, 1.0 / np.where(deviation > 0.0, deviation, 1.0), 0.0)
    return (X - mean) * scale, (X_test - mean) * scale


def split(X: Array, y: Array) -> tuple[Array, Array, Array, Array]:
    """Three quarters for training and a quarter for testing, by permutation 0."""
    order = np.random.default_rng(0).permutation(len(y))
    train, test = np.split(order, [3 * len(y) // 4])
    return X[train], y[train], X[test], y[test]


def gaussian_kernel(X: Array, y: Array, X_test: Array, *, each: int) -> tuple[Array, Array]:
    r"""Features :math:`\exp(-\lVert x - c_j \rVert^2 / s)` of prototypes c from the training set.

    ``each`` prototypes are drawn from either class, and s is the median of the squared distances in
    the training set.
    """
    rng = np.random.default_rng(0)
    drawn = [rng.choice(np.flatnonzero(y == c), each, replace=False) for c in (-1.0, 1.0)]
    prototypes = X[np.concatenate(drawn)]
    distances = _squared_distances(X, prototypes)
    s = np.median(distances)
    return np.exp(-distances / s), np.exp(-_squared_distances(X_test, prototypes) / s)


def _squared_distances(X: Array, C: Array) -> Array:
    squares = (X * X).sum(axis=1)[:, None] + (C * C).sum(axis=1) - 2.0 * X @ C.T
    result: Array = np.maximum(squares, 0.0)
    return result
