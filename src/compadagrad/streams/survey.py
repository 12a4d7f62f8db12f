"""A first look at a whole file: how many features and which targets there are."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, final

from scipy import sparse

from compadagrad.errors import InvalidInputError
from compadagrad.streams.faults import Faults
from compadagrad.streams.number import is_infinite, is_nan, number_in
from compadagrad.streams.reading import Reading
from compadagrad.streams.source import Source
from compadagrad.streams.stream import Stream

__all__ = ["Survey", "survey"]

ROWS: Final = 4096
MOST_CLASSES: Final = 1000


@final
@dataclass(frozen=True)
class Survey:
    """What there is in a file.

    Attributes
    ----------
    rows : int
        How many examples.
    features : int
        How many features: one more than the highest index.
    classes : tuple
        The targets that occur, in order: numbers where all are numbers, else strings. Empty where
        nobody asked.
    """

    rows: int
    features: int
    classes: tuple[Any, ...]


def survey(
    path: str | os.PathLike[str],
    reading: Reading,
    *,
    classes: bool = False,
    told: Callable[[float | None], None] | None = None,
) -> Survey:
    r"""Read a file once, without keeping it.

    Parameters
    ----------
    path : path-like
        A regular file: it is to be read again.
    reading : Reading
        What the file is; ``features`` may be missing, and the targets of tables may be texts.
    classes : bool
        Whether targets are collected; more than 1000 are an error. Numbers that are not whole, and
        ``nan``, are malformed: they are no classes.
    told : callable, optional
        It is told now and then how much has been read, in 0 .. 1, or None where that is not known.

    Returns
    -------
    Survey

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from compadagrad.streams import Reading, survey
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "three.svm"
    ...     _ = path.write_text("2 1:0.5 3:2\n7 2:1\n2\n")
    ...     survey(path, Reading(format="svmlight"), classes=True)
    Survey(rows=3, features=3, classes=(2.0, 7.0))
    """
    if not Source(path).is_regular:
        raise InvalidInputError(
            f"{Source(path).name} can be read only once, so nothing can be found out in a first "
            f"scan; say how many features or hash_bits there are, and which classes"
        )
    if classes and reading.format in ("csv", "parquet"):
        reading = replace(reading, targets="texts")
    rows, highest, found = 0, 0, dict[Any, int]()
    stream = Stream(path, reading)
    for chunk in stream.chunks(ROWS):
        rows, highest = rows + len(chunk), max(highest, _highest(chunk.X))
        if classes:
            labels = chunk.y.tolist()
            for label in set(labels) - found.keys():
                found[label] = int(chunk.lines[labels.index(label)])
            _check_count(len(found), path)
        if told is not None:
            told(stream.fraction)
    return Survey(rows, highest, _classes(found, stream.faults))


def _highest(X: Any) -> int:
    if sparse.issparse(X):
        return int(X.indices.max()) + 1 if X.nnz else 0
    return int(X.shape[1])


def _check_count(count: int, path: str | os.PathLike[str]) -> None:
    if count > MOST_CLASSES:
        raise InvalidInputError(
            f"{os.fspath(path)} has more than {MOST_CLASSES} different targets; "
            f"are they not numbers to regress on?"
        )


def _classes(found: dict[Any, int], faults: Faults) -> tuple[Any, ...]:
    """The classes among targets, each with its first line: numbers where all are numbers."""
    numbers = {label: _number(label) for label in found}
    if all(value is not None or _is_no_number(label) for label, value in numbers.items()):
        kept = {value for value in numbers.values() if value is not None and value.is_integer()}
        strange = [label for label, value in numbers.items() if value not in kept]
        _refuse(strange, found, faults)
        return tuple(sorted(kept))
    strange = [label for label in found if is_nan(label)]
    _refuse(strange, found, faults)
    return tuple(sorted(set(found) - set(strange)))


def _number(label: Any) -> float | None:
    return number_in(label) if isinstance(label, str) else label


def _is_no_number(label: str) -> bool:
    return is_nan(label) or is_infinite(label)


def _refuse(labels: Iterable[Any], found: dict[Any, int], faults: Faults) -> None:
    for label in labels:
        faults.add(found[label], f"the label {label} is no class: a whole number or a name")
