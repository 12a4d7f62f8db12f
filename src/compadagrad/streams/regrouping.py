"""Chunks of any length to chunks of a fixed one."""

from collections.abc import Iterable, Iterator

import numpy as np

from compadagrad.streams.chunk import Chunk, joined

__all__ = ["regrouped"]


def regrouped(parts: Iterable[Chunk], rows: int, multiple: int, entries: int) -> Iterator[Chunk]:
    """The same rows in chunks of ``rows``, fewer where rows are long.

    Where a chunk ends follows from where it begins and from the rows behind: it has ``rows`` rows,
    or as many as hold ``entries`` numbers, and a multiple of ``multiple``, at least one. Only the
    last may be short.
    """
    waiting: list[Chunk] = []
    count, numbers = 0, 0
    for part in parts:
        waiting.append(part)
        count, numbers = count + len(part), numbers + int(part.entries_before[-1])
        if count >= rows or (numbers >= entries and count >= multiple):
            whole = joined(waiting)
            at = 0
            while (length := _length(whole, at, rows, multiple, entries)) > 0:
                yield whole[at : at + length]
                at += length
            waiting = [whole[at:]] if at < len(whole) else []
            count = len(whole) - at
            numbers = int(whole.entries_before[-1] - whole.entries_before[at])
    if count:
        yield from _rest(joined(waiting), rows, multiple, entries)


def _length(whole: Chunk, at: int, rows: int, multiple: int, entries: int) -> int:
    """Rows of the chunk that begins at ``at``; 0 where that cannot be told yet."""
    before = whole.entries_before
    fitting = int(np.searchsorted(before, before[at] + entries, side="right")) - 1 - at
    known = len(whole) - at
    if fitting >= known and known < rows:
        return 0
    length = max(min(fitting, rows) // multiple, 1) * multiple
    return length if length <= known else 0


def _rest(whole: Chunk, rows: int, multiple: int, entries: int) -> Iterator[Chunk]:
    at = 0
    while at < len(whole):
        length = _length(whole, at, rows, multiple, entries) or len(whole) - at
        yield whole[at : at + length]
        at += length
