"""Targets that cannot be learned from."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.streams.chunk import Chunk
from compadagrad.streams.faults import Faults

__all__ = ["with_known_labels", "with_targets_from"]


def with_known_labels(
    parts: Iterable[Chunk], classes: tuple[Any, ...], faults: Faults
) -> Iterator[Chunk]:
    """The rows whose target is one of the classes; the others are malformed."""
    known = np.array(classes, object if isinstance(classes[0], str) else np.float64)
    listed = ", ".join(f"{label!r}" if isinstance(label, str) else f"{label:g}" for label in known)

    def reason(label: Any) -> str:
        shown = label if known.dtype == object else f"{label:g}"
        return f"the label {shown} is none of the classes {listed}"

    for part in parts:
        yield from _without(part, ~np.isin(part.y, known), reason, faults)


def with_targets_from(parts: Iterable[Chunk], least: float, faults: Faults) -> Iterator[Chunk]:
    """The rows whose target is not below ``least``; the others are malformed."""
    for part in parts:
        yield from _without(
            part,
            part.y < least,
            lambda target: f"the target must be at least {least:g}, got {target:g}",
            faults,
        )


def _without(
    part: Chunk, strange: NDArray[np.bool_], reason: Callable[[Any], str], faults: Faults
) -> Iterator[Chunk]:
    """The rows that are not strange, if there are any."""
    for row in np.flatnonzero(strange).tolist():
        faults.add(int(part.lines[row]), reason(part.y[row]))
    kept = np.flatnonzero(~strange)
    if kept.size == len(part):
        yield part
    elif kept.size:
        yield part.rows(kept)
