from pathlib import Path

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.text import Vocabulary, vocabulary_of
from experiments.text.made import TEXTS, Written, counted


@pytest.mark.parametrize("at_least", [1, 2, 3])
@pytest.mark.parametrize("room", [3, 1000])
def test_features_and_counts_are_those_of_the_slow_way(at_least: int, room: int) -> None:
    corpus = Written(chunk=len(TEXTS))
    vocabulary = vocabulary_of(corpus, at_least=at_least, room=room)
    kept, slow = counted(TEXTS, at_least)
    assert len(vocabulary) == len(kept)
    counts = vocabulary.counts(next(corpus.chunks()))
    assert counts.has_canonical_format
    for i, expected in enumerate(slow):
        assert sorted(counts[[i]].data.tolist()) == sorted(expected.values())
    totals = sorted(sum(each[gram] for each in slow) for gram in kept)
    assert sorted(counts.sum(axis=0).tolist()) == totals


def test_columns_are_the_same_for_the_same_gram() -> None:
    corpus = Written(["a b", "b a", "a b"], [1.0, 1.0, 1.0], chunk=3)
    dense = vocabulary_of(corpus, at_least=1).counts(next(corpus.chunks())).toarray()
    np.testing.assert_array_equal(dense[0], dense[2])
    assert (dense[0] != dense[1]).sum() == 2


def test_words_that_are_not_known_are_left_out() -> None:
    vocabulary = vocabulary_of(Written(["a b a b"], [1.0]), at_least=2)
    strangers = next(Written(["c d", "a"], [1.0, 1.0]).chunks())
    assert vocabulary.counts(strangers).sum(axis=1).tolist() == [0, 1]


def test_an_empty_vocabulary_counts_nothing() -> None:
    documents = next(Written().chunks())
    assert Vocabulary(np.empty(0, np.uint64)).counts(documents).shape == (4, 0)


def test_runs_are_removed(tmp_path: Path) -> None:
    vocabulary_of(Written(), room=5, scratch=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_so_often_is_a_mistake() -> None:
    with pytest.raises(InvalidInputError, match="no unigram or bigram occurs 100 times in 6 texts"):
        vocabulary_of(Written(), at_least=100)
