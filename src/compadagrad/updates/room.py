"""Arrays that are used again and again."""

from typing import final

import numpy as np

from compadagrad._validation import FloatArray

__all__ = ["Room"]


@final
class Room:
    """Arrays of one shape, lent and given back, so that a solve lives on a few of them.

    Memory that a solve has touched once is much faster than memory that it asks for anew.

    Parameters
    ----------
    *shape : int
        Of an array.

    Examples
    --------
    >>> from compadagrad.updates.room import Room
    >>> room = Room(3)
    >>> x = room.lend()
    >>> room.back(x)
    >>> room.lend() is x
    True
    """

    def __init__(self, *shape: int) -> None:
        self._shape = shape
        self._free: list[FloatArray] = []

    def lend(self) -> FloatArray:
        """An array of float64 that holds anything."""
        return self._free.pop() if self._free else np.empty(self._shape)

    def back(self, *arrays: FloatArray) -> None:
        """Give up arrays of this shape, which need not have come from here."""
        self._free.extend(arrays)
