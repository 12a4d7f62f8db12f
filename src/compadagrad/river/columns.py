"""Which column of a vector a feature has: in order of appearance, or by a hash of its name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.river.names import Name, hashed_name, stable_bytes

__all__ = ["COLUMNS", "Columns", "GrownColumns", "HashedColumns", "Places"]

UNKNOWN = -1


class Places(NamedTuple):
    """For each name a column, or -1 for one that is not known, and a sign."""

    columns: NDArray[np.intp]
    signs: NDArray[np.float64]


class Columns(ABC):
    """From the names of features to columns in ``0 .. room - 1``."""

    room: int

    @abstractmethod
    def places(self, names: Sequence[Name], *, new: bool) -> Places:
        """Where these features are; ``new`` says whether to give unknown ones a place."""

    @property
    @abstractmethod
    def table(self) -> Mapping[Name, int]:
        """The column of each name that is kept."""


@final
class GrownColumns(Columns):
    """A vocabulary that grows: each new name takes the next column, until all are taken.

    New names of one example take their columns in the order of their bytes, so that the order of an
    example's features does not matter.

    >>> GrownColumns(4).places(["b", "a"], new=True).columns.tolist()
    [1, 0]
    """

    def __init__(self, room: int, seed: int = 0) -> None:
        self.room = room
        self._table: dict[Name, int] = {}

    @property
    def table(self) -> Mapping[Name, int]:
        """The vocabulary."""
        return MappingProxyType(self._table)

    def places(self, names: Sequence[Name], *, new: bool) -> Places:
        """Where these features are; an error where there is no room for a new one."""
        table = self._table
        if new:
            self._take_in([name for name in names if name not in table])
        columns = np.array([table.get(name, UNKNOWN) for name in names], dtype=np.intp)
        return Places(columns, np.ones(columns.size))

    def _take_in(self, unknown: list[Name]) -> None:
        if not unknown:
            return
        fresh = sorted(dict.fromkeys(unknown), key=stable_bytes)
        taken = len(self._table)
        if taken + len(fresh) > self.room:
            raise InvalidInputError(
                f"the model has columns for {self.room} features, {taken} of them taken, and "
                f"{fresh[self.room - taken]!r} is one more; make it anew with a larger n, or with "
                f'features="hash"'
            )
        self._table.update(zip(fresh, range(taken, taken + len(fresh)), strict=True))


@final
class HashedColumns(Columns):
    """A hash of its name gives each feature a column and a sign; nothing is kept.

    Two features may share a column. With signs, what that adds to a product is zero on average. The
    hash depends on the seed alone and is the same in every process.

    >>> HashedColumns(8).places(["b", "a"], new=False).columns.tolist()
    [7, 4]
    """

    def __init__(self, room: int, seed: int = 0) -> None:
        self.room, self.seed = room, seed

    @property
    def table(self) -> Mapping[Name, int]:
        """Names are not kept."""
        raise InvalidInputError(
            'a model with features="hash" does not keep the names of its features; '
            'features="grow" does'
        )

    def places(self, names: Sequence[Name], *, new: bool) -> Places:
        """Where these features are."""
        numbers = [hashed_name(name, self.seed) for name in names]
        columns = np.array([(number >> 1) % self.room for number in numbers], dtype=np.intp)
        signs = np.array([1.0 - 2.0 * (number & 1) for number in numbers])
        return Places(columns, signs)


COLUMNS: Final[dict[str | None, type[GrownColumns] | type[HashedColumns]]] = {
    "grow": GrownColumns,
    "hash": HashedColumns,
}
