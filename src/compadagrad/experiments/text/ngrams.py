"""The unigrams and bigrams of documents, as 64-bit keys."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from compadagrad.experiments.text.documents import Documents

__all__ = ["NGrams", "ngrams_of", "spread"]

ODD = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


class NGrams(NamedTuple):
    """The key of each n-gram, and the row of the document that it stands in; repeats are kept."""

    keys: NDArray[np.uint64]
    rows: NDArray[np.int64]


def ngrams_of(documents: Documents) -> NGrams:
    """All unigrams, then all bigrams: two words, one after the other in the same document.

    A unigram's key is the code of its word; a bigram's is mixed from the two codes in their order.
    """
    words, starts = documents.words, documents.starts
    rows = np.repeat(np.arange(len(documents)), np.diff(starts))
    together = np.flatnonzero(rows[1:] == rows[:-1])
    with np.errstate(over="ignore"):
        pairs = spread(words[together] * ODD + words[together + 1])
    return NGrams(np.concatenate([words, pairs]), np.concatenate([rows, rows[together]]))


def spread(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Keys spread evenly over 64 bits, different ones to different places (SplitMix64's mixer)."""
    with np.errstate(over="ignore"):
        keys = (keys ^ (keys >> np.uint64(30))) * FIRST
        keys = (keys ^ (keys >> np.uint64(27))) * SECOND
    mixed: NDArray[np.uint64] = keys ^ (keys >> np.uint64(31))
    return mixed
