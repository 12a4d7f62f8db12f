"""The state of a projection: plain integers and arrays, checked when they come back."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from compadagrad._validation import as_array, as_rows
from compadagrad.errors import InvalidInputError

__all__ = ["State", "checked_state", "read_only", "stored_array", "stored_rows"]

State = dict[str, Any]

A = TypeVar("A", bound=NDArray[Any])


def read_only(array: A) -> A:
    """A view that cannot be written through."""
    view = array.view()
    view.flags.writeable = False
    return view


def checked_state(kind: str, state: State, names: Sequence[str]) -> State:
    """``state`` where it is one of ``kind`` with all of ``names``."""
    if not isinstance(state, Mapping):
        raise InvalidInputError(f"the state of {kind!r} must be a dictionary, got {state!r}")
    given = state.get("kind")
    if str(given) != kind:
        raise InvalidInputError(f"expected the state of {kind!r}, got {given!r}")
    missing = [name for name in names if name not in state]
    if missing:
        raise InvalidInputError(f"the state of {kind!r} lacks {', '.join(missing)}")
    return {name: _as_number(state[name]) for name in names}


def _as_number(value: Any) -> Any:
    """A 0-d integer array, as numpy.load gives a number back, as the number in it."""
    return value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value


def stored_array(name: str, value: ArrayLike, dtype: type, shape: tuple[int, ...]) -> NDArray[Any]:
    """A copy of an array of the right type, exactly, and of the right shape."""
    array = as_array(name, value)
    if array.dtype != dtype or array.shape != shape:
        raise InvalidInputError(
            f"{name} must be an array of {np.dtype(dtype)} and shape {shape}, "
            f"got {array.dtype} and shape {array.shape}"
        )
    return array.copy()


def stored_rows(rows: ArrayLike, k: int, n: int) -> NDArray[np.intp]:
    """``rows`` as ``k`` ascending indices below ``n``."""
    given = as_array("rows", rows)
    stored = as_rows(given, n) if k else np.empty(0, np.intp)
    if given.size != k or (stored[1:] < stored[:-1]).any():
        raise InvalidInputError(
            f"rows must be k = {k} indices in ascending order, got {given.size}"
        )
    return stored.copy()
