"""The border: how arguments are checked, by the public functions and by nothing below them."""

import math
from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from compadagrad.errors import InvalidInputError

__all__ = [
    "LONGEST",
    "FloatArray",
    "as_array",
    "as_choice",
    "as_contiguous",
    "as_floats",
    "as_integer",
    "as_pair",
    "as_positive",
    "as_rows",
    "as_transform_length",
    "as_vectors",
]

T = TypeVar("T")
A = TypeVar("A", bound=NDArray[Any])
FloatArray: TypeAlias = NDArray[np.floating]

LONGEST = 1 << 32  # entries of a vector: kernels count rows in 32 bits

_FLOAT32 = np.dtype(np.float32)
_FLOAT64 = np.dtype(np.float64)


def as_integer(name: str, value: Any, low: int, high: int | None = None) -> int:
    """``value`` as an int in ``low .. high``; floats and booleans are not integers."""
    if type(value) is int:
        number = value
    elif isinstance(value, np.integer):
        number = int(value)
    else:
        number = low - 1
    if number < low or (high is not None and number > high):
        allowed = f"an integer in {low}..{high}" if high is not None else f"an integer >= {low}"
        raise InvalidInputError(f"{name} must be {allowed}, got {value!r}")
    return number


def as_positive(name: str, value: Any) -> float:
    """``value`` as a positive, finite float; booleans are not numbers."""
    real = isinstance(value, int | float | np.integer | np.floating) and type(value) is not bool
    try:
        number = float(value) if real else math.nan
    except OverflowError:  # an integer beyond every float
        number = math.inf
    if not 0.0 < number < math.inf:
        raise InvalidInputError(f"{name} must be a positive, finite number, got {value!r}")
    return number


def as_pair(name: str, value: Any) -> tuple[float, float]:
    """``value`` as two positive numbers; one stands for both."""
    if isinstance(value, tuple | list):
        if len(value) != 2:
            raise InvalidInputError(f"{name} must be one number or a pair, got {value!r}")
        return as_positive(f"{name}[0]", value[0]), as_positive(f"{name}[1]", value[1])
    return as_positive(name, value), as_positive(name, value)


def as_choice(name: str, value: Any, choices: Mapping[str | None, T]) -> T:
    """What ``choices`` holds for ``value``."""
    try:
        return choices[value]
    except (KeyError, TypeError):
        names = ", ".join(map(repr, choices))
        raise InvalidInputError(f"{name} must be one of {names}, got {value!r}") from None


def as_floats(name: str, x: ArrayLike, *, empty: bool = False) -> FloatArray:
    """``x`` as a float32 or float64 array, itself where it is one already; NaN is data."""
    if type(x) is np.ndarray and (x.dtype is _FLOAT64 or x.dtype is _FLOAT32):
        array: FloatArray = x
    else:
        array = _converted(name, x)
    if array.size == 0 and not empty:
        raise InvalidInputError(f"{name} is empty (shape {array.shape}); give at least one element")
    return array


def as_array(name: str, x: ArrayLike) -> NDArray[Any]:
    """``x`` as an array of whatever type it has."""
    try:
        return np.asarray(x)
    except (TypeError, ValueError) as error:
        raise InvalidInputError(f"{name} cannot be read as an array of numbers: {error}") from None


def _converted(name: str, x: ArrayLike) -> FloatArray:
    array = as_array(name, x)
    kind, itemsize = array.dtype.kind, array.dtype.itemsize
    if kind == "f" and itemsize in (2, 4):
        return array.astype(np.float32, copy=False)
    if kind in "biu" or (kind == "f" and itemsize == 8):
        return array.astype(np.float64, copy=False)
    raise InvalidInputError(
        f"{name} must hold float32, float64 or integer numbers, got dtype {array.dtype}; "
        f"convert it first, for example with numpy.asarray({name}, dtype=float)"
    )


def as_transform_length(name: str, n: int, axis: int | None = None) -> int:
    """``n`` where it is a power of two; else say which length to pad to."""
    if n > LONGEST:
        raise InvalidInputError(f"{name} must be at most {LONGEST}, got {n}")
    if n & (n - 1):
        along = "" if axis is None else f" along axis {axis}"
        raise InvalidInputError(
            f"{name}{along} must be a power of two, got {n}; "
            f"pad with zeros to {1 << n.bit_length()}"
        )
    return n


def as_rows(rows: ArrayLike, n: int) -> NDArray[np.intp]:
    """``rows`` as distinct indices in ``0 .. n - 1``."""
    array = as_array("rows", rows)
    if array.ndim != 1 or array.size == 0:
        raise InvalidInputError(
            f"rows must be a one-dimensional array of at least one index, got shape {array.shape}"
        )
    if array.dtype.kind not in "iu":
        raise InvalidInputError(f"rows must be integers, got dtype {array.dtype}")
    ascending = bool((array[1:] > array[:-1]).all())
    ordered = array if ascending else np.sort(array)
    if ordered[0] < 0 or ordered[-1] >= n:
        bad = ordered[0] if ordered[0] < 0 else ordered[-1]
        raise InvalidInputError(f"rows must lie in 0..{n - 1}, got {bad}")
    if not ascending and (ordered[1:] == ordered[:-1]).any():
        repeated = ordered[1:][ordered[1:] == ordered[:-1]][0]
        raise InvalidInputError(f"rows must be distinct, got {repeated} more than once")
    indices = array.astype(np.intp, copy=False)
    return indices if indices.flags.carray else indices.copy()


def as_contiguous(x: A) -> A:
    """``x`` as compiled kernels take it: contiguous, aligned and, to their types, writeable."""
    return x if x.flags.carray else x.copy(order="C")


def as_vectors(name: str, x: ArrayLike) -> tuple[FloatArray, int]:
    """``x`` as contiguous vectors along the last axis, and their length, a power of two."""
    array = as_floats(name, x)
    if array.ndim == 0:
        raise InvalidInputError(f"{name} must have at least one dimension, got a single number")
    return as_contiguous(array), as_transform_length(f"the length of {name}", array.shape[-1])
