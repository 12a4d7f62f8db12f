"""Counting keys exactly in a memory that does not grow."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import as_integer

__all__ = ["KeyCounter", "KeyCounts"]

ROOM = 1 << 23
"""Keys that are held before they are counted and written: 64 MiB."""


class KeyCounts(NamedTuple):
    """Distinct keys in ascending order, and how often each was seen."""

    keys: NDArray[np.uint64]
    counts: NDArray[np.int64]


@final
class KeyCounter:
    """Exact counts of 64-bit keys in bounded memory.

    Keys fill a buffer. When it is full they are sorted, counted and written to a file, a *run*. The
    runs are merged range by range of the keys. Keys must be spread evenly over 64 bits, as hashes
    are: then no range is much fuller than another.

    Parameters
    ----------
    folder : Path
        An empty folder for the runs; they stay there until the folder is removed.
    room : int
        Keys in the buffer. The memory is some six times 8 bytes for each.

    Examples
    --------
    >>> import numpy as np, tempfile
    >>> from pathlib import Path
    >>> from compadagrad.experiments.text import KeyCounter
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     counter = KeyCounter(Path(folder), room=4)
    ...     counter.add(np.array([5, 3, 5, 8, 5, 8], np.uint64))
    ...     keys, counts = counter.total(at_least=2)
    >>> keys.tolist(), counts.tolist()
    ([5, 8], [3, 2])
    """

    def __init__(self, folder: Path, *, room: int = ROOM) -> None:
        self._folder = folder
        self._buffer = np.empty(as_integer("room", room, 1), np.uint64)
        self._held = 0
        self._sizes: list[int] = []

    @property
    def runs(self) -> int:
        """How many runs there are on disk."""
        return len(self._sizes)

    def add(self, keys: NDArray[np.uint64]) -> None:
        """Count some keys, repeats among them."""
        while keys.size:
            fits = min(keys.size, self._buffer.size - self._held)
            self._buffer[self._held : self._held + fits] = keys[:fits]
            self._held += fits
            keys = keys[fits:]
            if self._held == self._buffer.size:
                self._write_run()

    def merged(self) -> Iterator[KeyCounts]:
        """All keys with their counts, in ascending order, range by range."""
        if self._held:
            self._write_run()
        runs = [self._run(i) for i in range(self.runs)]
        parts = 1 + sum(self._sizes) // self._buffer.size
        bounds = [np.uint64(((part + 1) << 64) // parts - 1) for part in range(parts)]
        before = [0] * self.runs
        for bound in bounds:
            ends = [int(np.searchsorted(run.keys, bound, side="right")) for run in runs]
            yield _sum([_slice(*each) for each in zip(runs, before, ends, strict=True)])
            before = ends

    def total(self, *, at_least: int = 1) -> KeyCounts:
        """The keys that were seen so often or oftener, in one piece."""
        kept = [
            KeyCounts(part.keys[part.counts >= at_least], part.counts[part.counts >= at_least])
            for part in self.merged()
        ]
        return KeyCounts(
            np.concatenate([part.keys for part in kept]),
            np.concatenate([part.counts for part in kept]),
        )

    def _write_run(self) -> None:
        keys = self._buffer[: self._held]
        keys.sort()
        starts = _changes(keys)
        counts = np.diff(np.append(starts, keys.size))
        np.save(self._folder / f"keys-{self.runs}.npy", keys[starts])
        np.save(self._folder / f"counts-{self.runs}.npy", counts)
        self._sizes.append(starts.size)
        self._held = 0

    def _run(self, i: int) -> KeyCounts:
        """A run, left on disk."""
        keys, counts = (
            np.load(self._folder / f"{name}-{i}.npy", mmap_mode="r") for name in ("keys", "counts")
        )
        return KeyCounts(keys, counts)


def _slice(run: KeyCounts, start: int, stop: int) -> KeyCounts:
    return KeyCounts(run.keys[start:stop], run.counts[start:stop])


def _sum(parts: list[KeyCounts]) -> KeyCounts:
    """The counts of equal keys, added up."""
    if not parts:
        return KeyCounts(np.empty(0, np.uint64), np.empty(0, np.int64))
    keys = np.concatenate([part.keys for part in parts])
    counts = np.concatenate([part.counts for part in parts])
    order = np.argsort(keys)
    keys, counts = keys[order], counts[order]
    starts = _changes(keys)
    total = np.add.reduceat(counts, starts) if starts.size else counts
    return KeyCounts(keys[starts], total)


def _changes(ordered: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Where each of the distinct values of an ordered array begins."""
    differs = np.ones(ordered.size, dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=differs[1:])
    return np.flatnonzero(differs)
