"""Rows that ``fit`` holds back to judge by."""

import math
from typing import Any, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn.model_selection import train_test_split

from compadagrad.errors import InvalidInputError

__all__ = ["Places", "held_back"]

Places: TypeAlias = NDArray[np.intp]


def held_back(
    count: int, fraction: float, strata: Any, random: RandomState
) -> tuple[Places, Places]:
    """Rows to learn and ``ceil(fraction * count)`` rows held back, in ascending order.

    Parameters
    ----------
    count : int
        How many rows there are.
    fraction : float
        The share to hold back.
    strata : array_like or None
        Classes, which are held back in proportion, and at least as many rows as there are classes.
    random : RandomState
        Draws them.

    Examples
    --------
    >>> learned, held = held_back(10, 0.25, None, RandomState(0))
    >>> len(learned), len(held)
    (7, 3)
    """
    least = 1 if strata is None else len(np.unique(strata))
    try:
        learned, held = train_test_split(
            np.arange(count),
            test_size=max(least, math.ceil(fraction * count)),
            stratify=strata,
            random_state=random,
        )
    except ValueError as error:
        raise InvalidInputError(
            f"early_stopping cannot hold back validation_fraction={fraction:g} of these rows: "
            f"{error}"
        ) from None
    return np.sort(learned), np.sort(held)
