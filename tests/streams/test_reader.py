from collections.abc import Iterator

import numpy as np
import pytest

from compadagrad.streams import Chunk, Faults
from compadagrad.streams.reader import Reader


class Counting(Reader):
    """The least that makes a reader."""

    def __init__(self) -> None:
        self.faults = Faults("counting", "raise")

    @property
    def names(self) -> None:
        return None

    @property
    def fraction(self) -> None:
        return None

    def parts(self) -> Iterator[Chunk]:
        yield Chunk(np.ones((1, 2)), np.ones(1), np.ones(1), np.ones(1, np.int64))


def test_a_reader_gives_chunks() -> None:
    assert [len(part) for part in Counting().parts()] == [1]


def test_a_reader_without_its_hooks_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Reader()  # type: ignore[abstract]
