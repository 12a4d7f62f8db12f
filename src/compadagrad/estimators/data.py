"""The border to scikit-learn: what it checks, said with the errors of this library."""

from typing import Any

import numpy as np
from numpy.random import RandomState
from scipy import sparse
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from compadagrad.errors import InvalidInputError

__all__ = ["checked_data", "checked_random", "checked_rows"]

FORMS: dict[str, Any] = {"accept_sparse": "csr", "dtype": (np.float64, np.float32)}


def checked_rows(estimator: Any, X: Any) -> Any:
    """Rows to predict, with the features that the estimator has seen."""
    try:
        return _plain(validate_data(estimator, X, reset=False, **FORMS))
    except ValueError as error:
        raise InvalidInputError(str(error)) from None


def checked_data(estimator: Any, X: Any, y: Any, *, first: bool, numeric: bool) -> tuple[Any, Any]:
    """Rows and targets to learn; with ``first`` the estimator notes the features."""
    try:
        X, y = validate_data(estimator, X, y, reset=first, y_numeric=numeric, **FORMS)
    except ValueError as error:
        raise InvalidInputError(str(error)) from None
    return _plain(X), y


def checked_random(seed: Any) -> RandomState:
    """The generator that ``random_state`` stands for."""
    try:
        generator: RandomState = check_random_state(seed)
        return generator
    except ValueError:
        raise InvalidInputError(
            f"random_state must be an integer in 0..{2**32 - 1}, a RandomState instance or None, "
            f"got {seed!r}"
        ) from None


def _plain(X: Any) -> Any:
    """Sparse rows as an array, whose product with a matrix is that of arrays."""
    return sparse.csr_array(X) if sparse.issparse(X) else X
