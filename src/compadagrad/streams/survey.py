"""A first look at a whole file: how many features and which targets there are."""

import os
from dataclasses import dataclass, replace
from typing import Any, Final, final

import numpy as np
from scipy import sparse

from compadagrad.errors import InvalidInputError
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


def survey(path: str | os.PathLike[str], reading: Reading, *, classes: bool = False) -> Survey:
    r"""Read a file once, without keeping it.

    Parameters
    ----------
    path : path-like
        A regular file: it is to be read again.
    reading : Reading
        What the file is; ``features`` may be missing, and the targets of tables may be texts.
    classes : bool
        Whether targets are collected; more than 1000 are an error.

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
    rows, highest, found = 0, 0, set[Any]()
    for chunk in Stream(path, reading).chunks(ROWS):
        rows, highest = rows + len(chunk), max(highest, _highest(chunk.X))
        if classes:
            found.update(set(chunk.y.tolist()))
            _check_count(found, path)
    return Survey(rows, highest, _in_order(found))


def _highest(X: Any) -> int:
    if sparse.issparse(X):
        return int(X.indices.max()) + 1 if X.nnz else 0
    return int(X.shape[1])


def _check_count(found: set[Any], path: str | os.PathLike[str]) -> None:
    if len(found) > MOST_CLASSES:
        raise InvalidInputError(
            f"{os.fspath(path)} has more than {MOST_CLASSES} different targets; "
            f"are they not numbers to regress on?"
        )


def _in_order(found: set[Any]) -> tuple[Any, ...]:
    try:
        numbers = {float(value) for value in found}
    except ValueError:
        return tuple(sorted(found))
    if not np.isfinite(list(numbers)).all():
        return tuple(sorted(map(str, found)))
    return tuple(sorted(numbers))
