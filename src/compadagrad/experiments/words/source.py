"""Bags of visual words, as a source of examples for studies."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import as_choice, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.source import Source, digest_of_files, folder_with
from compadagrad.experiments.study import Setting
from compadagrad.experiments.task import Task
from compadagrad.experiments.words.bigrams import RADIUS
from compadagrad.experiments.words.features import image_features
from compadagrad.experiments.words.generated import planted_images
from compadagrad.experiments.words.keypoints import (
    LARGEST_WORD,
    Image,
    keypoint_files,
    read_images,
)
from compadagrad.experiments.words.surf import read_surf, surf_files

__all__ = ["GENERATED", "ORIGINS", "SOURCE"]

GENERATED: Final = "generated"


@final
class Origin(NamedTuple):
    """Where counts come from: what the files are called, where they are in a folder of all data,
    which they are, a digest of them, and the task.
    """  # noqa: D205

    what: str
    place: str
    files: Callable[[Path], list[Path]]
    digest: Callable[[list[Path]], str]
    load: Callable[[Setting, Path], Task]


def from_keypoints(options: Setting, folder: Path) -> Task:
    return of_images(list(read_images(folder)), folder.name, options)


def digest_of_images(paths: list[Path]) -> str:
    """A digest of keypoint files, of their classes and names: the folder of an image is its class.

    The order of the images is that of the names, and a permutation is one of this order.
    """
    names = json.dumps([[path.parent.name, path.stem] for path in paths])
    return hashlib.sha256(f"{names}{digest_of_files(paths)}".encode()).hexdigest()[:32]


def of_images(images: list[Image], name: str, options: Setting) -> Task:
    """Counts of words, and of bigrams where they are wanted."""
    radius = float(options["radius"]) if options["bigrams"] else None
    codebook = as_integer("data: words", options["words"], 0, LARGEST_WORD + 1) or None
    features = image_features(images, words=codebook, radius=radius)
    label = str(options["class"]) or min(features.labels)
    y = features.against_the_rest(label)
    said = (
        f"{len(images):,} images of {name}, {label} ({np.count_nonzero(y > 0):,}) against the "
        f"rest: {features.words:,} visual words"
    )
    if radius is not None:
        said += f" and {len(features.pairs):,} spatial bigrams within {radius:g}"
    return Task(name, features.counts, y, description=said)


def from_surf(options: Setting, folder: Path) -> Task:
    counts, classes = read_surf(folder)
    y = class_against_the_rest(classes, str(options["class"]) or "1")
    said = (
        f"Office and Caltech-10: {len(y):,} images, class {options['class'] or 1} "
        f"({np.count_nonzero(y > 0):,}) against the rest: counts of {counts.shape[1]:,} visual "
        f"words, no positions and so no bigrams"
    )
    return Task("Office and Caltech-10", counts, y, description=said)


def class_against_the_rest(classes: NDArray[np.int64], label: str) -> NDArray[np.float64]:
    names = [str(number) for number in np.unique(classes)]
    if label not in names:
        raise InvalidInputError(f"data: class must be one of {', '.join(names)}, got {label!r}")
    return np.where(classes == int(label), 1.0, -1.0)


ORIGINS: Final[dict[str | None, Origin]] = {
    "surf": Origin(
        "the SURF counts of Office and Caltech-10",
        "office_caltech_surf",
        surf_files,
        digest_of_files,
        from_surf,
    ),
    "keypoints": Origin(
        "keypoint files", "visual_words", keypoint_files, digest_of_images, from_keypoints
    ),
}


def load(options: Setting, folder: Path | None, cache: Path) -> Task:
    """The images as rows of counts."""
    if options["origin"] == GENERATED:
        images = planted_images(400, words=300, radius=float(options["radius"]))
        return of_images(images, "generated images", options)
    origin = origin_of(options)
    return origin.load(options, folder_with(origin.files, folder, origin.place, origin.what))


def fingerprint(options: Setting, folder: Path | None) -> str:
    """A digest of the files, and of their names where these say something."""
    if options["origin"] == GENERATED:
        return "400 generated images, seed 0"
    origin = origin_of(options)
    return origin.digest(origin.files(folder_with(origin.files, folder, origin.place, origin.what)))


def origin_of(options: Setting) -> Origin:
    known = {**ORIGINS, GENERATED: ORIGINS["keypoints"]}
    return as_choice("data: origin", options["origin"], known)


SOURCE: Final = Source(
    load,
    fingerprint,
    {"origin": "keypoints", "class": "", "words": 0, "bigrams": True, "radius": RADIUS},
)
"""``class`` is the one that is told from the rest, by default the first; ``words`` is the size of
the codebook, 0 for what occurs."""
