"""Which column of a table is what."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.streams._comma_separated import CATEGORY, IGNORED, NUMBER, TARGET, WEIGHT
from compadagrad.streams.hashing import hash_names
from compadagrad.streams.reading import Reading

__all__ = ["Columns", "by_names", "columns_of"]

SHOWN = 10


@final
@dataclass(frozen=True, eq=False)
class Columns:
    """The columns of a table, in its order.

    Attributes
    ----------
    names : tuple of str
        What they are called.
    roles : numpy.ndarray of int64
        What they are: the codes of ``_comma_separated``.
    seeds : numpy.ndarray of int64
        The hashes of their names: columns of numbers, and seeds for names.
    """

    names: tuple[str, ...]
    roles: NDArray[np.int64]
    seeds: NDArray[np.int64]

    @property
    def features(self) -> tuple[str, ...]:
        """The names of those that are features."""
        return tuple(self.names[i] for i in np.flatnonzero(np.isin(self.roles, (NUMBER, CATEGORY))))


def columns_of(names: Sequence[str], reading: Reading, source: str) -> Columns:
    """The roles of the columns of a table; a column that is named and not there is an error."""
    _check_names(names, reading, source)
    table = _Table(names, source)
    roles = np.full(len(names), NUMBER)
    roles[[table.place(c) for c in reading.categorical]] = CATEGORY
    roles[[table.place(c) for c in reading.ignore]] = IGNORED
    roles[[table.place(c) for c in reading.dropped if table.has(c)]] = IGNORED
    if reading.targets == "optional":
        unused = [c for c in (reading.target, reading.weight) if c is not None and table.has(c)]
        roles[[table.place(c) for c in unused]] = IGNORED
    else:
        if reading.weight is not None:
            roles[table.place(reading.weight)] = WEIGHT
        _set_target(roles, table, reading.target)
    if not np.isin(roles, (NUMBER, CATEGORY)).any():
        raise InvalidInputError(f"{source} has no column left for features")
    return Columns(tuple(names), roles, hash_names(names, seed=reading.hash_seed))


def by_names(reading: Reading, names: Sequence[str]) -> Reading:
    """The reading with names in the place of numbers, so that it suits tables in another order.

    Where columns have no names, it says how many there are.

    >>> by_names(Reading(format="csv", target=0, ignore=("b", 2)), ["a", "b", "c"]).ignore
    ('b', 'c')
    """
    if not reading.has_names:
        return replace(reading, columns=len(names))

    def named(column: str | int | None) -> str | int | None:
        return names[column] if isinstance(column, int) and column < len(names) else column

    def all_named(columns: tuple[str | int, ...]) -> tuple[Any, ...]:
        return tuple(named(column) for column in columns)

    return replace(
        reading,
        target=named(reading.target),
        weight=named(reading.weight),
        ignore=all_named(reading.ignore),
        dropped=all_named(reading.dropped),
        categorical=all_named(reading.categorical),
    )


def _check_names(names: Sequence[str], reading: Reading, source: str) -> None:
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise InvalidInputError(f"{source} has more than one column {twice!r}; rename one")
    if not reading.has_names and reading.columns not in (None, len(names)):
        raise InvalidInputError(
            f"{source} has {len(names)} columns and no header, and should have {reading.columns}, "
            f"the target among them; without names their places must be the same"
        )


def _set_target(roles: NDArray[np.int64], table: "_Table", target: str | int | None) -> None:
    if target is None:
        raise InvalidInputError(f"say which column of {table.source} is the target: {table.listed}")
    place = table.place(target)
    if roles[place] == IGNORED:
        raise InvalidInputError(
            f"{table.names[place]!r} of {table.source} is the target and cannot be ignored, too"
        )
    roles[place] = TARGET


@final
class _Table:
    """The names of the columns of a source, and where they are."""

    def __init__(self, names: Sequence[str], source: str) -> None:
        self.names, self.source = names, source
        self._places = {name: place for place, name in enumerate(names)}

    def has(self, column: str | int) -> bool:
        """Whether there is such a column."""
        if isinstance(column, int):
            return 0 <= column < len(self.names)
        return column in self._places

    def place(self, column: str | int) -> int:
        """Where it is; an error where it is not."""
        if not self.has(column):
            raise InvalidInputError(f"{self.source} has no column {column!r}; it has {self.listed}")
        return column if isinstance(column, int) else self._places[column]

    @property
    def listed(self) -> str:
        """The first names, as messages tell them."""
        more = f" and {len(self.names) - SHOWN} more" if len(self.names) > SHOWN else ""
        return ", ".join(map(repr, self.names[:SHOWN])) + more
