"""The n-grams that are features, and their places."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad._validation import as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.text.documents import Corpus, Documents
from compadagrad.experiments.text.key_counter import ROOM, KeyCounter
from compadagrad.experiments.text.ngrams import ngrams_of

__all__ = ["Vocabulary", "vocabulary_of"]


@final
@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Features: the keys of n-grams in ascending order; a feature's number is its place.

    Attributes
    ----------
    keys : numpy.ndarray of uint64, shape (n,)
        Distinct and ascending.
    """

    keys: NDArray[np.uint64]

    def __len__(self) -> int:
        return self.keys.size

    def counts(self, documents: Documents) -> Any:
        """How often each feature occurs in each document.

        Returns
        -------
        scipy.sparse.csr_array of int32, shape (m, n)
            With ascending columns.
        """
        keys, rows = ngrams_of(documents)
        columns = np.minimum(np.searchsorted(self.keys, keys), max(len(self) - 1, 0))
        known = np.flatnonzero(self.keys[columns] == keys) if len(self) else columns[:0]
        places = rows[known] * len(self) + columns[known]
        distinct, often = np.unique(places, return_counts=True)
        row, column = np.divmod(distinct, max(len(self), 1))
        starts = np.searchsorted(row, np.arange(len(documents) + 1))
        return sparse.csr_array(
            (often.astype(np.int32), column.astype(np.int32), starts.astype(np.int64)),
            shape=(len(documents), len(self)),
        )


def vocabulary_of(
    corpus: Corpus, *, at_least: int = 2, room: int = ROOM, scratch: Path | None = None
) -> Vocabulary:
    """The unigrams and bigrams that a corpus has so often or oftener: the first of two passes.

    Parameters
    ----------
    corpus : Corpus
        It is read once.
    at_least : int
        Occurrences in the whole corpus, repeats in a document among them.
    room : int
        Keys that are held at a time; see :class:`KeyCounter`.
    scratch : Path, optional
        Where runs are written and removed again; by default the system's temporary folder.

    Raises
    ------
    InvalidInputError
        Where nothing occurs so often.
    """
    as_integer("at_least", at_least, 1)
    with tempfile.TemporaryDirectory(dir=scratch, prefix="compadagrad-") as folder:
        counter = KeyCounter(Path(folder), room=room)
        for documents in corpus.chunks():
            counter.add(ngrams_of(documents).keys)
        keys = counter.total(at_least=at_least).keys
    if not keys.size:
        raise InvalidInputError(
            f"no unigram or bigram occurs {at_least} times in {corpus.description}; "
            f"give a larger corpus or a smaller at_least"
        )
    return Vocabulary(keys)
