"""A corpus made up on the fly, with the frequencies of real text."""

from collections.abc import Iterator
from typing import TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import as_integer, as_positive
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.text.documents import CHUNK, Corpus, Documents
from compadagrad.experiments.text.ngrams import spread

__all__ = ["ZipfCorpus"]

Ranks: TypeAlias = NDArray[np.int64]

PHRASES = 4
"""How many phrases a word begins."""

LONGEST_PHRASE = 1 << 10

FLATTEN = 20.0
"""Ranks are shifted by so much: stop words, which would be the most frequent, have been removed."""


@final
class ZipfCorpus(Corpus):
    r"""Documents of random words, seeded, in two classes that differ in some of their words.

    The word of rank r has a probability proportional to :math:`(r + 20)^{-s}`. A word is followed,
    with probability ``phrases``, by the next word of one of the four phrases that it begins, which
    makes bigrams that come back; else by a word of its own. A share ``topical`` of the latter is
    taken from the half of the ranks that belongs to the class of the document.

    Parameters
    ----------
    documents : int
        How many there are.
    vocabulary : int
        Words that there are to draw from.
    exponent : float
        s.
    length : float
        Words in a document, on average; lengths are geometric, 1 at least.
    phrases, topical : float
        Shares between 0 and 1.
    seed : int
        A corpus is the same whenever it is read.

    Examples
    --------
    >>> from compadagrad.experiments.text import ZipfCorpus
    >>> corpus = ZipfCorpus(1000, vocabulary=500, length=10.0)
    >>> first, again = next(corpus.chunks()), next(corpus.chunks())
    >>> len(first), bool((first.words == again.words).all())
    (1000, True)
    """

    def __init__(
        self,
        documents: int,
        *,
        vocabulary: int = 200_000,
        exponent: float = 1.1,
        length: float = 100.0,
        phrases: float = 0.5,
        topical: float = 0.1,
        seed: int = 0,
    ) -> None:
        self.documents = as_integer("documents", documents, 1)
        self._size = as_integer("vocabulary", vocabulary, 2)
        self._length = max(as_positive("length", length), 1.0)
        self._phrases, self._topical = _share("phrases", phrases), _share("topical", topical)
        self._seed = as_integer("seed", seed, 0)
        ranks = np.arange(1, self._size + 1, dtype=np.float64)
        total = np.cumsum((ranks + FLATTEN) ** -as_positive("exponent", exponent))
        self._up_to = total / total[-1]

    @property
    def description(self) -> str:
        """What the documents and their labels are, in a line."""
        return (
            f"{self.documents} generated documents of {self._length:g} words on average out of "
            f"{self._size}, by Zipf's law, seed {self._seed}"
        )

    def chunks(self) -> Iterator[Documents]:
        """The documents, made anew."""
        for start in range(0, self.documents, CHUNK):
            yield self._made(start, min(CHUNK, self.documents - start))

    def _made(self, start: int, count: int) -> Documents:
        rng = np.random.default_rng([self._seed, start])
        labels = np.where(rng.random(count) < 0.5, 1.0, -1.0)
        lengths = rng.geometric(1.0 / self._length, count)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        ranks = self._drawn(rng, np.repeat(labels, lengths))
        follows = rng.random(ranks.size) < self._phrases
        follows[starts[:-1]] = False
        ranks = np.where(follows, self._followers(rng, ranks, follows), ranks)
        return Documents(spread(ranks.astype(np.uint64) + np.uint64(1)), starts, labels)

    def _drawn(self, rng: np.random.Generator, labels: NDArray[np.float64]) -> Ranks:
        """Ranks from 0; the topical ones are even for the class and odd for the rest."""
        ranks = np.searchsorted(self._up_to, rng.random(labels.size))
        topical = rng.random(labels.size) < self._topical
        own = (ranks & ~1) + (labels < 0.0)
        return np.minimum(np.where(topical, own, ranks), self._size - 1)

    def _followers(
        self, rng: np.random.Generator, ranks: Ranks, follows: NDArray[np.bool_]
    ) -> Ranks:
        """For each place one of the words that follow the last word of its own before it.

        They are Zipf's too: a hash of that word, of which of its phrases it begins and of how far
        away it is stands for the random number.
        """
        places = np.arange(ranks.size)
        heads = np.maximum.accumulate(np.where(follows, 0, places))
        phrase = ranks * PHRASES + rng.integers(0, PHRASES, ranks.size)
        mixed = spread((phrase[heads] * LONGEST_PHRASE + places - heads).astype(np.uint64))
        return np.searchsorted(self._up_to, mixed / 2.0**64)


def _share(name: str, value: float) -> float:
    if not 0.0 <= value <= 1.0:
        raise InvalidInputError(f"{name} must be a share between 0 and 1, got {value!r}")
    return float(value)
