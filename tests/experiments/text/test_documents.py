import numpy as np

from compadagrad.experiments.text import Documents
from experiments.text.made import TEXTS, Written


def test_documents_count_their_labels() -> None:
    empty = Documents(np.empty(0, np.uint64), np.zeros(4, np.int64), np.ones(3))
    assert len(empty) == 3


def test_a_corpus_reads_the_same_again() -> None:
    corpus = Written(chunk=4)
    first, again = list(corpus.chunks()), list(corpus.chunks())
    assert [len(part) for part in first] == [4, 2]
    assert sum(map(len, first)) == len(TEXTS)
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one.words, other.words)
        np.testing.assert_array_equal(one.labels, other.labels)
