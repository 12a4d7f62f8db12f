from collections import Counter

import numpy as np

from compadagrad.experiments.text import Documents, ngrams_of
from compadagrad.experiments.text.ngrams import spread
from experiments.text.made import TEXTS, Written, grams


def test_as_many_of_each_as_the_slow_way_finds() -> None:
    (documents,) = Written(chunk=len(TEXTS)).chunks()
    keys, rows = ngrams_of(documents)
    for i, text in enumerate(TEXTS):
        expected = sorted(Counter(grams(text)).values())
        assert sorted(Counter(keys[rows == i].tolist()).values()) == expected


def test_the_same_gram_has_the_same_key_in_every_document() -> None:
    corpus = Written(["a b", "x a b", "b a"], [1.0, 1.0, 1.0], chunk=3)
    keys, rows = ngrams_of(next(corpus.chunks()))
    first, second, third = (set(keys[rows == i].tolist()) for i in range(3))
    assert first < second
    assert len(first & third) == 2  # the order of a bigram matters


def test_no_bigram_goes_from_one_document_into_another() -> None:
    corpus = Written(["a", "", "b", "c d"], [1.0] * 4, chunk=4)
    rows = ngrams_of(next(corpus.chunks())).rows
    assert np.bincount(rows, minlength=4).tolist() == [1, 0, 1, 3]


def test_documents_without_words_have_no_grams() -> None:
    nothing = Documents(np.empty(0, np.uint64), np.zeros(3, np.int64), np.ones(2))
    assert ngrams_of(nothing).keys.size == 0


def test_bigrams_of_many_words_do_not_collide() -> None:
    words = spread(np.arange(1, 200_001, dtype=np.uint64))
    documents = Documents(words, np.array([0, words.size]), np.ones(1))
    assert np.unique(ngrams_of(documents).keys).size == 2 * words.size - 1


def test_spread_keys_are_even_over_64_bits() -> None:
    top = spread(np.arange(1 << 16, dtype=np.uint64)) >> np.uint64(60)
    often = np.bincount(top.astype(np.int64), minlength=16)
    assert abs(often - 4096).max() < 6 * np.sqrt(4096)
