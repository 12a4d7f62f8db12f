from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import DiagonalAdaGrad, InvalidInputError
from compadagrad.experiments.text import (
    WeightedRows,
    ZipfCorpus,
    count,
    learn,
    permuted_split,
    vocabulary_of,
    zero_one_risk,
)
from compadagrad.experiments.text.documents import CHUNK


def words_of(corpus: ZipfCorpus) -> NDArray[np.uint64]:
    return np.concatenate([part.words for part in corpus.chunks()])


def test_the_same_seed_is_the_same_corpus() -> None:
    one, again, other = (words_of(ZipfCorpus(300, seed=seed)) for seed in (1, 1, 2))
    assert one.tolist() == again.tolist()
    assert one.tolist() != other[: one.size].tolist()


def test_there_are_as_many_documents_as_asked_for() -> None:
    corpus = ZipfCorpus(CHUNK + 5, length=2.0, vocabulary=50)
    assert [len(part) for part in corpus.chunks()] == [CHUNK, 5]


def test_lengths_are_those_asked_for() -> None:
    lengths = np.concatenate([np.diff(part.starts) for part in ZipfCorpus(4000).chunks()])
    assert lengths.min() >= 1
    assert abs(lengths.mean() - 100.0) < 6 * 100.0 / np.sqrt(4000)


@pytest.mark.parametrize("phrases", [0.0, 0.7])
def test_frequencies_are_by_zipfs_law(phrases: float) -> None:
    corpus = ZipfCorpus(4000, vocabulary=1000, exponent=1.2, phrases=phrases, topical=0.0)
    words = words_of(corpus)
    often = np.array(sorted(Counter(words.tolist()).values(), reverse=True))
    weights = (np.arange(1.0, 1001.0) + 20.0) ** -1.2
    expected = words.size * weights / weights.sum()
    tolerance = 6 / np.sqrt(expected[:30]) if phrases == 0.0 else 0.4
    assert (np.abs(often[:30] / expected[:30] - 1.0) < tolerance).all()


def test_phrases_come_back() -> None:
    def distinct(phrases: float) -> int:
        corpus = ZipfCorpus(2000, vocabulary=2000, phrases=phrases)
        return len(vocabulary_of(corpus, at_least=1))

    assert distinct(0.7) < 0.7 * distinct(0.0)


def test_the_classes_can_be_told_apart_by_their_words() -> None:
    corpus = ZipfCorpus(2000, vocabulary=2000, length=60.0, topical=0.3)
    table = count(corpus, vocabulary_of(corpus))
    train, test = permuted_split(len(table), seed=0)
    source = WeightedRows(table)
    learner = DiagonalAdaGrad(source.n, lr=1.0)
    learn(learner, source, train, size=20)
    assert zero_one_risk(learner, source, test) < 0.25
    assert 0.4 < (table.labels > 0.0).mean() < 0.6


def test_without_topical_words_there_is_nothing_to_learn() -> None:
    corpus = ZipfCorpus(1000, vocabulary=500, topical=0.0)
    table = count(corpus, vocabulary_of(corpus))
    train, test = permuted_split(len(table), seed=0)
    learner = DiagonalAdaGrad(table.n, lr=1.0)
    learn(learner, WeightedRows(table), train, size=20)
    assert 0.35 < zero_one_risk(learner, WeightedRows(table), test) < 0.65


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"documents": 0}, "documents must be an integer >= 1"),
        ({"documents": 5, "phrases": 1.5}, "phrases must be a share between 0 and 1, got 1.5"),
        ({"documents": 5, "topical": float("nan")}, "topical must be a share"),
        ({"documents": 5, "exponent": 0.0}, "exponent must be a positive"),
    ],
)
def test_bad_arguments_are_named(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        ZipfCorpus(**wrong)  # type: ignore[arg-type]
