"""Plain values that were read from a file, checked: whoever edits a file is told what is wrong."""

import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from compadagrad.errors import InvalidInputError

__all__ = ["entry", "items", "loss", "natural", "number", "share", "table", "text"]

LARGEST: Final = sys.float_info.max


def entry(plain: Mapping[str, Any], name: str) -> Any:
    """What stands under a name."""
    if name not in plain:
        raise InvalidInputError(f"{name} is missing")
    return plain[name]


def table(value: Any, what: str) -> Mapping[str, Any]:
    """``value``, which is to be a table."""
    if not isinstance(value, Mapping):
        raise InvalidInputError(f"{what} must be a table, got {value!r}")
    return value


def items(value: Any, what: str, count: int | None = None) -> Sequence[Any]:
    """``value``, which is to be a list, of so many if ``count`` is given."""
    if not isinstance(value, list | tuple) or count not in (None, len(value)):
        of = "" if count is None else f" of {count}"
        raise InvalidInputError(f"{what} must be a list{of}, got {value!r}")
    return value


def text(value: Any, what: str) -> str:
    """``value``, which is to be a string."""
    if type(value) is not str:
        raise InvalidInputError(f"{what} must be a string, got {value!r}")
    return value


def natural(value: Any, what: str, least: int = 0) -> int:
    """``value``, which is to be an integer of at least ``least``."""
    if type(value) is not int or value < least:
        raise InvalidInputError(f"{what} must be an integer >= {least}, got {value!r}")
    return value


def number(value: Any, what: str, low: float = 0.0, high: float = LARGEST) -> float:
    """``value``, which is to be a number in ``low``..``high``, by default a finite one from 0."""
    if type(value) not in (int, float) or not low <= value <= high:
        raise InvalidInputError(f"{what} must be a number in {low:g}..{high:g}, got {value!r}")
    return float(value)


def share(value: Any, what: str) -> float:
    """``value``, which is to be a number in 0..1."""
    return number(value, what, 0.0, 1.0)


def loss(value: Any, what: str) -> float:
    """``value``, which is to be a finite number or None: JSON has this where a loss is infinite.

    Examples
    --------
    >>> from compadagrad.experiments.stored import loss
    >>> loss(None, "the loss"), loss(2, "the loss")
    (inf, 2.0)
    """
    return math.inf if value is None else number(value, what, -LARGEST)
