"""An example as river has it, a dictionary: its features, checked."""

import numbers
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.river.names import Name

__all__ = ["check_finite", "read_features"]

_PLAIN = (float, int, bool)


def read_features(x: Mapping[Any, Any]) -> tuple[list[Name], NDArray[np.float64]]:
    """The names and the values of an example.

    A number stands for itself, a boolean for 0 or 1. A string is a category: the feature
    ``name_value`` is 1, as river's encoders have it.

    >>> read_features({"size": 2, "new": True, "colour": "red"})
    (['size', 'new', 'colour_red'], array([2., 1., 1.]))
    """
    if not isinstance(x, Mapping):
        raise InvalidInputError(f"x must be a dictionary of features, got {x!r}")
    names: list[Name] = []
    values: list[float] = []
    for name, value in x.items():
        if type(value) in _PLAIN or isinstance(value, numbers.Real | np.bool_):
            names.append(name)
            values.append(_as_float(name, value))
        elif isinstance(value, str):
            names.append(f"{name}_{value}")
            values.append(1.0)
        else:
            raise InvalidInputError(
                f"the feature {name!r} must be a number, a boolean or a string, got {value!r}; "
                f"leave it out of the example, or impute it first"
            )
    array = np.array(values)
    check_finite(names, array)
    return names, array


def check_finite(names: list[Name], values: NDArray[np.float64]) -> None:
    """Refuse NaN and infinity, in an example or in many, by the name of the feature."""
    finite = np.isfinite(values)
    if not finite.all():
        at = tuple(np.argwhere(~finite)[0])
        raise InvalidInputError(
            f"the feature {names[at[-1]]!r} must be a finite number, got {values[at]}; "
            f"leave it out of the example, or impute it first"
        )


def _as_float(name: Name, value: Any) -> float:
    try:
        return float(value)
    except OverflowError:  # an integer beyond every float
        raise InvalidInputError(
            f"the feature {name!r} must be a finite number, got an integer beyond every float"
        ) from None
