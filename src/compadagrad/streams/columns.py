"""Which column of a table is what."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.streams._comma_separated import CATEGORY, IGNORED, NUMBER, TARGET, WEIGHT
from compadagrad.streams.hashing import hash_names
from compadagrad.streams.reading import Reading

__all__ = ["Columns", "columns_of"]

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
    if len(set(names)) < len(names):
        twice = next(name for name in names if list(names).count(name) > 1)
        raise InvalidInputError(f"{source} has more than one column {twice!r}; rename one")
    roles = np.full(len(names), NUMBER)
    roles[[_place(c, names, source) for c in reading.categorical]] = CATEGORY
    roles[[_place(c, names, source) for c in reading.ignore]] = IGNORED
    if reading.weight is not None:
        roles[_place(reading.weight, names, source)] = WEIGHT
    _set_target(roles, names, reading, source)
    if not np.isin(roles, (NUMBER, CATEGORY)).any():
        raise InvalidInputError(f"{source} has no column left for features")
    return Columns(tuple(names), roles, hash_names(names, seed=reading.hash_seed))


def _set_target(
    roles: NDArray[np.int64], names: Sequence[str], reading: Reading, source: str
) -> None:
    if reading.targets == "optional":
        if isinstance(reading.target, int) and reading.target < len(names):
            roles[reading.target] = IGNORED
        elif reading.target in names:
            roles[names.index(str(reading.target))] = IGNORED
    elif reading.target is None:
        raise InvalidInputError(f"say which column of {source} is the target: {_listed(names)}")
    else:
        place = _place(reading.target, names, source)
        if roles[place] == IGNORED:
            raise InvalidInputError(
                f"{names[place]!r} of {source} is the target and cannot be ignored, too"
            )
        roles[place] = TARGET


def _place(column: str | int, names: Sequence[str], source: str) -> int:
    if isinstance(column, int) and 0 <= column < len(names):
        return column
    if isinstance(column, str) and column in names:
        return names.index(column)
    raise InvalidInputError(f"{source} has no column {column!r}; it has {_listed(names)}")


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(map(repr, names[:SHOWN])) + more
