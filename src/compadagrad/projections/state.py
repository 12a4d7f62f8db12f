"""The state of a projection: plain integers and arrays, checked when they come back."""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from compadagrad._validation import as_rows
from compadagrad.errors import InvalidInputError

__all__ = ["State", "checked_state", "read_only", "stored_rows"]

State = dict[str, Any]

A = TypeVar("A", bound=NDArray[Any])


def read_only(array: A) -> A:
    """A view that cannot be written through."""
    view = array.view()
    view.flags.writeable = False
    return view


def checked_state(kind: str, state: State, names: Sequence[str]) -> State:
    """``state`` where it is one of ``kind`` with all of ``names``."""
    if state.get("kind") != kind:
        raise InvalidInputError(f"expected the state of {kind!r}, got {state.get('kind')!r}")
    missing = [name for name in names if name not in state]
    if missing:
        raise InvalidInputError(f"the state of {kind!r} lacks {', '.join(missing)}")
    return state


def stored_rows(rows: ArrayLike, k: int, n: int) -> NDArray[np.intp]:
    """``rows`` as ``k`` ascending indices below ``n``."""
    stored = as_rows(rows, n) if k else np.empty(0, np.intp)
    if np.size(rows) != k or (stored[1:] < stored[:-1]).any():
        raise InvalidInputError(
            f"rows must be k = {k} indices in ascending order, got {np.size(rows)}"
        )
    return stored.copy()
