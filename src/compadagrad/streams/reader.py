"""What every reader can do."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from compadagrad.streams.chunk import Chunk
from compadagrad.streams.faults import Faults

__all__ = ["Reader"]


class Reader(ABC):
    """Takes a file apart, once.

    Attributes
    ----------
    faults : Faults
        What was malformed so far.
    """

    faults: Faults

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...] | None:
        """The names of the features, where the file tells them and they are not hashed."""

    @property
    def columns(self) -> tuple[str, ...] | None:
        """The names of all columns of a table, once they are known; numbers without a header."""
        return None

    @property
    @abstractmethod
    def fraction(self) -> float | None:
        """How much has been read, in 0 .. 1; None where that is not known."""

    @abstractmethod
    def parts(self) -> Iterator[Chunk]:
        """The examples, as they come."""
