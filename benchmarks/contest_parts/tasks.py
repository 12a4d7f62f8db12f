"""The seven tasks, from the files of their data sets."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from contest_parts.features import gaussian_kernel, split, standardised, with_constant
from contest_parts.readers import read_csv, read_idx, read_matlab, read_svmlight, read_text
from contest_parts.task import Examples, Labels, Task

__all__ = ["DESCRIPTIONS", "load_task", "missing_files"]

Array = NDArray[Any]
Sets = tuple[Examples, Labels, Examples, Labels]


def signs(mask: Array) -> Labels:
    """1 where ``mask`` holds, else -1."""
    return np.where(mask, 1.0, -1.0)


def mnist(folder: Path) -> Sets:
    def images(prefix: str) -> tuple[Array, Labels]:
        X = read_idx(folder / f"{prefix}-images-idx3-ubyte.gz").reshape(-1, 784) / 255.0
        digits = read_idx(folder / f"{prefix}-labels-idx1-ubyte.gz")
        kept = np.isin(digits, [4, 9])
        return X[kept], signs(digits[kept] == 9)

    (X, y), (X_test, y_test) = images("train"), images("t10k")
    X, X_test = gaussian_kernel(X, y, X_test, each=200)
    return X, y, X_test, y_test


def usps(folder: Path) -> Sets:
    train, test = read_text(folder / "zip.train.gz"), read_text(folder / "zip.test.gz")
    X, X_test = standardised(train[:, 1:], test[:, 1:])
    return X, signs(train[:, 0] % 2 == 0), X_test, signs(test[:, 0] % 2 == 0)


def epsilon(folder: Path) -> Sets:
    guest, host, test = (
        read_csv(folder / f"epsilon_5k_homo_{part}.csv.gz", header=True)
        for part in ("guest", "host", "test")
    )
    train = np.vstack([guest, host])
    X, X_test = standardised(train[:, 2:], test[:, 2:])
    return X, signs(train[:, 1] == 1), X_test, signs(test[:, 1] == 1)


def covtype(folder: Path) -> Sets:
    table = read_csv(folder / "covtype.20k.data.gz", header=False)
    return standardised_split(table[:, :-1], signs(table[:, -1] == 2))


def a9a(folder: Path) -> Sets:
    X, y = read_svmlight(folder / "a9a.bz2", 123)
    X_test, y_test = read_svmlight(folder / "a9a.t.bz2", 123)
    return X, signs(y > 0), X_test, signs(y_test > 0)


def office(folder: Path) -> Sets:
    sources = [
        read_matlab(folder / f"{source}_SURF_L10.mat", "fts", "labels")
        for source in ("amazon", "Caltech10", "dslr", "webcam")
    ]
    X = np.vstack([words for words, _ in sources]).astype(np.float64)
    return standardised_split(X, signs(np.concatenate([c.ravel() for _, c in sources]) == 1))


def madelon(folder: Path) -> Sets:
    X, y = read_matlab(folder / "madelon.mat", "X", "Y")
    return standardised_split(X.astype(np.float64), signs(y.ravel() > 0))


def standardised_split(X: Array, y: Labels) -> Sets:
    X, y, X_test, y_test = split(X, y)
    X, X_test = standardised(X, X_test)
    return X, y, X_test, y_test


MAKERS: dict[str, tuple[str, Callable[[Path], Sets]]] = {
    "mnist": ("mnist", mnist),
    "usps": ("usps", usps),
    "epsilon": ("epsilon_5k", epsilon),
    "covtype": ("covtype20k", covtype),
    "a9a": ("a9a", a9a),
    "office": ("office_caltech_surf", office),
    "madelon": ("madelon", madelon),
}

DESCRIPTIONS = {
    "mnist": "MNIST, 4 against 9: Gaussian kernel features of 400 prototypes",
    "usps": "USPS, even against odd digits",
    "epsilon": "epsilon, a sample of 5,000 with 100 features",
    "covtype": "covtype, class 2 against the rest, a sample of 20,000",
    "a9a": "a9a, sparse and binary",
    "office": "Office-Caltech, class 1 against the rest, 800 visual words, four sources pooled",
    "madelon": "madelon, a control: no correlation between most features",
}


@lru_cache(maxsize=2)
def load_task(name: str, data: Path) -> Task:
    """The task of this name, with its constant feature, from the folder of all data."""
    folder, make = MAKERS[name]
    X, y, X_test, y_test = make(data / folder)
    return Task(name, with_constant(X), y, with_constant(X_test), y_test)


def missing_files(name: str, data: Path) -> Path | None:
    """The folder that the task needs and that is not there."""
    folder = data / MAKERS[name][0]
    return None if folder.is_dir() and any(folder.iterdir()) else folder
