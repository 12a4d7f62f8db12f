"""Visual-word counts of Office and Caltech-10: the files of Gong, Shi, Sha and Grauman."""

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import io

from compadagrad.errors import InvalidInputError

__all__ = ["SOURCES", "SurfCounts", "read_surf", "surf_files"]

SOURCES: Final = ("amazon", "Caltech10", "dslr", "webcam")
LARGEST: Final = 1 << 31


class SurfCounts(NamedTuple):
    """Counts of 800 visual words in each image, and the number of its class, from 1."""

    counts: NDArray[np.float64]
    classes: NDArray[np.int64]


def surf_files(folder: Path) -> list[Path]:
    """The four files of a folder, ``amazon_SURF_L10.mat`` and so on."""
    paths = [folder / f"{source}_SURF_L10.mat" for source in SOURCES]
    missing = [path.name for path in paths if not path.is_file()]
    if missing:
        raise InvalidInputError(f"{folder} lacks {', '.join(missing)}; it is to hold all four")
    return paths


def read_surf(folder: Path) -> SurfCounts:
    """The images of all four sources, one source after the other."""
    parts = [_read(path) for path in surf_files(folder)]
    sizes = [part.counts.shape[1] for part in parts]
    if len(set(sizes)) > 1:
        raise InvalidInputError(
            f"the files of {folder} have counts of {', '.join(map(str, sizes))} visual words; all "
            f"four need the same"
        )
    return SurfCounts(
        np.vstack([part.counts for part in parts]), np.concatenate([part.classes for part in parts])
    )


def _read(path: Path) -> SurfCounts:
    try:
        content = io.loadmat(path, variable_names=("fts", "labels"))
        counts, classes = (np.asarray(content[name], np.float64) for name in ("fts", "labels"))
    except Exception:  # of a damaged file SciPy raises whatever it stumbles over
        counts = classes = np.empty(0)
    if counts.ndim != 2 or counts.shape[0] != classes.size or not _are_counts(counts, classes):
        raise InvalidInputError(
            f"{path} does not hold the counts 'fts' and the classes 'labels' of as many images"
        )
    return SurfCounts(counts, classes.ravel().astype(np.int64))


def _are_counts(*arrays: NDArray[np.float64]) -> bool:
    """Whether all are whole numbers from 0 that an integer can hold."""
    return all(bool(((x >= 0) & (x < LARGEST) & (x == np.floor(x))).all()) for x in arrays)
