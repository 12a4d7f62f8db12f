"""From coefficients of n coordinates to terms of N = n_padded ones, in the dtype of the vectors."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from compadagrad.errors import InvalidInputError
from compadagrad.regularizers._coefficients import Coefficient
from compadagrad.regularizers.terms import Term, Terms

__all__ = ["Coefficients", "padded_terms"]

DType: TypeAlias = np.dtype[Any]


class Coefficients(NamedTuple):
    """l1, l2 and the bounds of phi, each one number or an array of n."""

    l1: Coefficient = 0.0
    l2: Coefficient = 0.0
    lower: Coefficient = -np.inf
    upper: Coefficient = np.inf


def padded_terms(given: Coefficients, n: int, n_padded: int, dtype: DType) -> Terms:
    """One number as a weight holds for all N; other weights, and bounds, leave the padding free."""
    l1 = _rounded("a weight", given.l1, np.inf, dtype)
    l2 = _rounded("a weight", given.l2, np.inf, dtype)
    lower = _rounded("a lower bound", given.lower, np.inf, dtype)
    upper = _rounded("an upper bound", given.upper, -np.inf, dtype)
    if _uniform(given, n, n_padded):
        return Terms(l1, l2, lower, upper)
    return Terms(
        _spread(l1, 0.0 if np.ndim(l1) else l1, n, n_padded, dtype),
        _spread(l2, 0.0 if np.ndim(l2) else l2, n, n_padded, dtype),
        _spread(lower, -np.inf, n, n_padded, dtype),
        _spread(upper, np.inf, n, n_padded, dtype),
    )


def _uniform(given: Coefficients, n: int, n_padded: int) -> bool:
    """One number of each kind holds for all N coordinates."""
    if any(isinstance(value, np.ndarray) for value in given):
        return False
    return n == n_padded or (given.lower == -np.inf and given.upper == np.inf)


def _spread(term: Term, padding: Any, n: int, n_padded: int, dtype: DType) -> Term:
    out = np.full(n_padded, padding, dtype)
    out[:n] = term
    return out


def _rounded(what: str, value: Coefficient, forbidden: float, dtype: DType) -> Term:
    """``value`` in ``dtype``, unless it is too large for it in a way that matters."""
    with np.errstate(over="ignore"):
        rounded: Term = np.asarray(value).astype(dtype)[()]
    if np.any(np.equal(rounded, forbidden)):
        extreme = np.max(value) if forbidden > 0 else np.min(value)
        raise InvalidInputError(
            f"{what} of {extreme} is out of the range of {dtype}; "
            f"use float64 vectors, or scale the problem"
        )
    return rounded
