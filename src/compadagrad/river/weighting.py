"""Weights of examples, checked."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.river.frames import read_series

__all__ = ["as_weight", "as_weights"]

Weights = NDArray[np.float64]


def as_weight(w: Any) -> Weights:
    """The weight of one example, 0 or more, as an array of one number.

    >>> as_weight(2)
    array([2.])
    """
    if np.ndim(w):
        raise InvalidInputError(f"w must be one number, got {w!r}")
    return _checked(np.asarray(w)[None], w)


def as_weights(w: Any, length: int) -> Weights:
    """The weights of ``length`` examples, from a series; one number is the weight of all."""
    if np.ndim(w) == 0:
        return np.repeat(as_weight(w), length)
    return _checked(read_series("w", w, length).values, w)


def _checked(values: NDArray[Any], given: Any) -> Weights:
    if values.dtype.kind not in "biuf" or not (np.isfinite(values) & (values >= 0)).all():
        raise InvalidInputError(f"w must be finite and 0 or more, got {given!r}")
    return values.astype(np.float64)
