"""The vectors, steps and dtypes that regularizers are given."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from compadagrad._validation import FloatArray, as_contiguous, as_floats
from compadagrad.errors import InvalidInputError

__all__ = ["as_float_dtype", "as_steps", "as_vector"]


def as_vector(name: str, x: ArrayLike) -> FloatArray:
    """``x`` as one contiguous vector of float32 or float64."""
    vector = as_floats(name, x)
    if vector.ndim != 1:
        raise InvalidInputError(f"{name} must have one dimension, got shape {vector.shape}")
    return as_contiguous(vector)


def as_steps(step: ArrayLike, c: FloatArray) -> FloatArray:
    """``step`` for each coordinate, in the dtype of ``c``."""
    given = as_floats("step", step)
    if given.shape not in ((), c.shape):
        raise InvalidInputError(
            f"step must be one number or have the shape of c, {c.shape}, got shape {given.shape}"
        )
    with np.errstate(over="ignore"):
        steps: FloatArray = np.broadcast_to(given, c.shape).astype(c.dtype)
    wrong = ~((steps > 0) & (steps < np.inf))
    if wrong.any():
        bad = np.broadcast_to(given, c.shape)[wrong][0]
        raise InvalidInputError(f"step must be positive and finite in {c.dtype}, got {bad}")
    return steps


def as_float_dtype(dtype: DTypeLike) -> np.dtype[Any]:
    """``dtype`` as one of the two that vectors have."""
    try:
        found = np.dtype(dtype)
    except TypeError:
        found = np.dtype(object)
    if found not in (np.dtype(np.float32), np.dtype(np.float64)):
        raise InvalidInputError(f"dtype must be float32 or float64, got {dtype!r}")
    return found
