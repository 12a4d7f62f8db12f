"""Examples that the tests of this room learn from."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

__all__ = ["COUNT", "FEATURES", "FORMS", "classes", "numbers", "rows", "same_weights"]

COUNT, FEATURES = 120, 6


def rows(seed: int = 0, count: int = COUNT) -> NDArray[np.float64]:
    """Correlated rows, with zeros among them."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((count, FEATURES)) @ rng.standard_normal((FEATURES, FEATURES))
    return np.where(np.abs(X) > 0.5, X, 0.0)


def numbers(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Targets of regression, of size about 1, with noise."""
    rng = np.random.default_rng(1)
    y = X @ rng.standard_normal(FEATURES) + 0.1 * rng.standard_normal(len(X))
    result: NDArray[np.float64] = (y - y.mean()) / y.std() + 0.3
    return result


def classes(X: NDArray[np.float64], count: int) -> NDArray[Any]:
    """Labels, strings in no order of size, most of which a linear model can find."""
    rng = np.random.default_rng(2)
    scores = X @ rng.standard_normal((FEATURES, count)) + 0.2 * rng.standard_normal((len(X), count))
    result: NDArray[Any] = np.array(["fox", "wolf", "bear", "elk"])[scores.argmax(axis=1)]
    return result


FORMS = {
    "dense": lambda X: X,
    "columns first": np.asfortranarray,
    "float32": lambda X: X.astype(np.float32),
    "sparse": sparse.csr_matrix,
    "sparse array": sparse.csc_array,
}


def same_weights(a: Any, b: Any) -> bool:
    """Whether two models are alike, bit for bit."""
    return bool(
        a.coef_.tobytes() == b.coef_.tobytes()
        and a.intercept_.tobytes() == b.intercept_.tobytes()
        and a.t_ == b.t_
    )
