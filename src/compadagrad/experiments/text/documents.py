"""Documents as numbers, and where they come from."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

__all__ = ["CHUNK", "Corpus", "Documents"]

CHUNK = 2048
"""Documents that are held at a time."""


@final
@dataclass(frozen=True, eq=False)
class Documents:
    """Some documents: the codes of their words, one document after the other.

    Attributes
    ----------
    words : numpy.ndarray of uint64
        The code of each word that is kept, in the order of the text.
    starts : numpy.ndarray of int64, shape (m + 1,)
        Where each document begins in ``words``, and where the last one ends.
    labels : numpy.ndarray of float64, shape (m,)
        1 for the documents of the class, -1 for the rest.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.experiments.text import Documents
    >>> words = np.array([7, 9, 7], np.uint64)
    >>> len(Documents(words, np.array([0, 2, 3]), np.array([1.0, -1.0])))
    2
    """

    words: NDArray[np.uint64]
    starts: NDArray[np.int64]
    labels: NDArray[np.float64]

    def __len__(self) -> int:
        return self.labels.size


class Corpus(ABC):
    """Documents in an order of their own, which can be read as often as one likes.

    A new corpus writes ``chunks``, which reads from the beginning each time it is called and gives
    the same documents each time, some thousand at once; and ``description``.
    """

    @property
    @abstractmethod
    def description(self) -> str:
        """What the documents and their labels are, in a line."""

    @abstractmethod
    def chunks(self) -> Iterator[Documents]:
        """All documents, part by part."""
