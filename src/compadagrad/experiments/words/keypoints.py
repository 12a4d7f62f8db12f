"""Keypoint files: which visual word is where in an image."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._storage import replace_file
from compadagrad.errors import InvalidInputError

__all__ = [
    "LARGEST_WORD",
    "Image",
    "Keypoints",
    "keypoint_files",
    "read_images",
    "read_keypoints",
    "write_keypoints",
]

HEADER: Final = "word,x,y"
SUFFIXES: Final = (".csv", ".txt")
LARGEST_WORD: Final = (1 << 24) - 1
"""A learner keeps numbers for each word up to the largest: codebooks are far smaller than this."""


@final
@dataclass(frozen=True, eq=False)
class Keypoints:
    """The keypoints of an image.

    Attributes
    ----------
    words : numpy.ndarray of int64, shape (m,)
        The visual word of each, counted from 0.
    places : numpy.ndarray of float64, shape (m, 2)
        x as a share of the image's width and y as one of its height, between 0 and 1.
    """

    words: NDArray[np.int64]
    places: NDArray[np.float64]

    def __len__(self) -> int:
        return self.words.size


@final
@dataclass(frozen=True, eq=False)
class Image:
    """An image: its name, the name of its class, and its keypoints."""

    name: str
    label: str
    keypoints: Keypoints


def read_images(folder: Path) -> Iterator[Image]:
    """The images of a folder that has a folder for each class, with a keypoint file an image.

    Classes and images come in the order of their names. Keypoint files end in ``.csv`` or
    ``.txt``; other files are passed over.
    """
    for path in keypoint_files(folder):
        yield Image(path.stem, path.parent.name, read_keypoints(path))


def keypoint_files(folder: Path) -> list[Path]:
    """The files of all images; there are two classes at least."""
    found = sorted(path for path in folder.glob("*/*") if path.suffix in SUFFIXES)
    classes = len({path.parent for path in found})
    if classes < 2:
        raise InvalidInputError(
            f"{folder} has {classes} folders with keypoint files; give a folder that has one for "
            f"each class, two at least, with a .csv or .txt file of lines '{HEADER}' for each image"
        )
    return found


def read_keypoints(path: Path) -> Keypoints:
    """The keypoints of a file.

    Each line is ``word,x,y``: an integer from 0, and two numbers between 0 and 1. A first line
    ``word,x,y`` in these words, blank lines and lines that begin with ``#`` are passed over. A file
    without any keypoint is an image without any.
    """
    words: list[int] = []
    places: list[tuple[float, float]] = []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise InvalidInputError(f"cannot read {path}: {reason}") from None
    for i, line in enumerate(lines, start=1):
        content = line.strip()
        if not content or content.startswith("#") or (i == 1 and _is_header(content)):
            continue
        word, x, y = _keypoint(content, f"{path}, line {i}")
        words.append(word)
        places.append((x, y))
    return Keypoints(np.array(words, dtype=np.int64), np.array(places, float).reshape(-1, 2))


def write_keypoints(path: Path, keypoints: Keypoints) -> None:
    """Write a file that :func:`read_keypoints` reads, whole or not at all."""
    lines = (
        f"{word},{x!r},{y!r}"
        for word, (x, y) in zip(keypoints.words.tolist(), keypoints.places.tolist(), strict=True)
    )
    replace_file(path, [("\n".join([HEADER, *lines]) + "\n").encode()])


def _is_header(content: str) -> bool:
    return content.replace(" ", "").lower() == HEADER


def _keypoint(content: str, where: str) -> tuple[int, float, float]:
    fields = content.split(",")
    try:
        word, x, y = int(fields[0]), float(fields[1]), float(fields[2])
    except (ValueError, IndexError):
        fields = []
    if len(fields) != 3 or not (0 <= word <= LARGEST_WORD and 0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise InvalidInputError(
            f"{where}: a keypoint is '{HEADER}', an integer in 0..{LARGEST_WORD} and two shares of "
            f"the image's size between 0 and 1, got {content[:60]!r}"
        )
    return word, x, y
