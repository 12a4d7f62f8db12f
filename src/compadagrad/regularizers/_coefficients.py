"""Weights and bounds as a user gives them: one number for all coordinates, or one for each."""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from compadagrad._validation import as_floats
from compadagrad.errors import InvalidInputError

__all__ = ["Coefficient", "as_bounds", "as_switch", "as_weight", "check_lengths", "switched"]

Coefficient: TypeAlias = float | NDArray[np.float64]


def as_weight(name: str, value: ArrayLike) -> Coefficient:
    """``value`` as finite weights of 0 or more."""
    weight = _as_coefficient(name, value)
    _refuse(name, weight, np.less(weight, 0) | ~np.isfinite(weight), "finite and 0 or more")
    return weight


def as_switch(name: str, value: ArrayLike) -> Coefficient:
    """Weights of a constraint: 1 where it holds, which any positive weight says, else 0."""
    return _frozen(np.sign(as_weight(name, value)))


def switched(switch: Coefficient, bound: Coefficient, otherwise: float) -> Coefficient:
    """``bound`` where ``switch`` is 1, and ``otherwise`` where it is 0."""
    return _frozen(np.where(np.asarray(switch) > 0, bound, otherwise))


def as_bounds(lower: ArrayLike, upper: ArrayLike) -> tuple[Coefficient, Coefficient]:
    """``lower`` and ``upper`` as bounds with a finite number between them."""
    low, high = _as_coefficient("lower", lower), _as_coefficient("upper", upper)
    check_lengths({"lower": low, "upper": high})
    _refuse("lower", low, ~np.less(low, np.inf), "a number or -inf")
    _refuse("upper", high, ~np.greater(high, -np.inf), "a number or inf")
    _refuse("upper", high, np.less(high, low), "at or above lower")
    return low, high


def check_lengths(coefficients: dict[str, Coefficient], n: int | None = None) -> None:
    """Those that are arrays have ``n`` entries or, where that is None, as many as each other."""
    for name, value in coefficients.items():
        if isinstance(value, np.ndarray):
            n = value.size if n is None else n
            if value.size != n:
                raise InvalidInputError(
                    f"{name} has {value.size} entries where there are {n} coordinates; "
                    f"give one number for all of them, or {n}"
                )


def _as_coefficient(name: str, value: ArrayLike) -> Coefficient:
    array = as_floats(name, value)
    if array.ndim > 1:
        raise InvalidInputError(
            f"{name} must be one number or a one-dimensional array, got shape {array.shape}"
        )
    return _frozen(array)


def _frozen(array: ArrayLike) -> Coefficient:
    """A float, or a read-only copy in float64; 0 has no sign."""
    copy: NDArray[np.float64] = np.add(array, 0.0, dtype=np.float64)
    if copy.ndim == 0:
        return float(copy)
    copy.flags.writeable = False
    return copy


def _refuse(name: str, value: Coefficient, wrong: NDArray[np.bool], allowed: str) -> None:
    if np.any(wrong):
        i = int(np.argmax(wrong))
        entry = np.broadcast_to(value, np.shape(wrong)).flat[i]
        where = f" for coordinate {i}" if np.ndim(wrong) else ""
        raise InvalidInputError(f"{name} must be {allowed}, got {entry}{where}")
