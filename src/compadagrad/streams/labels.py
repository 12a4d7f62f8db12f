"""Targets that are none of the classes."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from compadagrad.streams.chunk import Chunk
from compadagrad.streams.faults import Faults

__all__ = ["with_known_labels"]


def with_known_labels(
    parts: Iterable[Chunk], classes: tuple[Any, ...], faults: Faults
) -> Iterator[Chunk]:
    """The rows whose target is one of the classes; the others are malformed."""
    known = np.array(classes, object if isinstance(classes[0], str) else np.float64)
    listed = ", ".join(f"{label!r}" if isinstance(label, str) else f"{label:g}" for label in known)
    for part in parts:
        strange = ~np.isin(part.y, known)
        for row in np.flatnonzero(strange).tolist():
            label = part.y[row] if known.dtype == object else f"{part.y[row]:g}"
            faults.add(int(part.lines[row]), f"the label {label} is none of the classes {listed}")
        kept = np.flatnonzero(~strange)
        if kept.size == len(part):
            yield part
        elif kept.size:
            yield Chunk(part.X[kept], part.y[kept], part.weights[kept], part.lines[kept])
