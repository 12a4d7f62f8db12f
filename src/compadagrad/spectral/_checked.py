"""What a spectral decomposition and a vector in its coordinates must look like."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from compadagrad._validation import as_contiguous, as_floats
from compadagrad.errors import InvalidInputError

__all__ = ["Doubles", "checked_coordinates", "checked_decomposition", "checked_rows"]

Doubles: TypeAlias = NDArray[np.float64]


def _finite(name: str, x: ArrayLike, ndim: int) -> Doubles:
    array = as_floats(name, x, empty=True)
    if array.ndim != ndim:
        raise InvalidInputError(
            f"{name} must have {ndim} dimension{'s'[: ndim - 1]}, got shape {array.shape}"
        )
    if not np.isfinite(array).all():
        place: Any = tuple(map(int, np.argwhere(~np.isfinite(array))[0]))
        raise InvalidInputError(
            f"{name} must be finite, got {array[place]} at index {place}; leave that vector out"
        )
    return as_contiguous(array.astype(np.float64, copy=False))


def checked_rows(rows: ArrayLike) -> Doubles:
    """W: finite, m x n with m <= n; that it is orthonormal is taken on trust."""
    W = _finite("rows", rows, 2)
    if W.shape[0] > W.shape[1]:
        raise InvalidInputError(
            f"rows must be orthonormal, so no more than their length, got shape {W.shape}; "
            "give one vector a row"
        )
    return W


def checked_decomposition(roots: ArrayLike, rows: ArrayLike) -> tuple[Doubles, Doubles]:
    """The roots, non-negative and descending, one for each row, and the rows."""
    s, W = _finite("roots", roots, 1), checked_rows(rows)
    if s.size != W.shape[0]:
        raise InvalidInputError(
            f"roots must have one entry for each of the {W.shape[0]} rows, got {s.size}"
        )
    if s.size and (s[-1] < 0 or (s[1:] > s[:-1]).any()):
        raise InvalidInputError(
            f"roots must be non-negative and descend, got {s}; "
            "sort them, and the rows with them, and take roots of eigenvalues"
        )
    return s, W


def checked_coordinates(name: str, z: ArrayLike, m: int, ndim: int) -> Doubles:
    """One vector (``ndim`` 1) or several (2), each with a coordinate for each of m rows."""
    array = _finite(name, z, ndim)
    if array.shape[-1] != m:
        raise InvalidInputError(
            f"{name} must have a coordinate for each of the {m} rows, got shape {array.shape}; "
            "for a vector g they are rows @ g"
        )
    return array
