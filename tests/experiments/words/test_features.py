from collections import Counter

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.words import Image, Keypoints, image_features, planted_images
from experiments.words.test_bigrams import slow

RADIUS = 0.05


def test_columns_are_words_and_then_the_bigrams_that_occur() -> None:
    images = planted_images(12, words=6, keypoints=30, radius=RADIUS)
    features = image_features(images, radius=RADIUS)
    dense = features.counts.toarray()
    expected = [slow(image.keypoints, RADIUS) for image in images]
    seen = sorted(set().union(*expected))
    assert [tuple(pair) for pair in features.pairs.tolist()] == seen
    assert dense.shape == (12, features.words + len(seen))
    for i, image in enumerate(images):
        words = Counter(image.keypoints.words.tolist())
        assert dense[i, : features.words].tolist() == [words[w] for w in range(features.words)]
        assert dense[i, features.words :].tolist() == [expected[i].get(pair, 0) for pair in seen]


def test_bigrams_can_be_left_out() -> None:
    features = image_features(planted_images(3, words=10), words=10, radius=None)
    assert features.counts.shape == (3, 10)
    assert features.pairs.shape == (0, 2)


def test_the_codebook_can_be_larger_than_what_occurs() -> None:
    images = planted_images(2, words=10)
    assert image_features(images, words=1000, radius=None).counts.shape == (2, 1000)
    with pytest.raises(InvalidInputError, match=r"words must be more than 9, .* got 5"):
        image_features(images, words=5)


def test_a_large_word_costs_no_memory() -> None:
    many = [Image(str(i), "fox", Keypoints(np.array([2**24 - 1, i, i]), np.full((3, 2), 0.5)))
            for i in range(1000)]  # fmt: skip
    features = image_features(many, radius=None)
    assert features.counts.shape == (1000, 2**24)
    assert features.counts[[7], [7]] == 2.0
    assert features.counts.sum() == 3000.0


def test_an_image_without_keypoints_is_a_row_of_zeros() -> None:
    nothing = Image("0", "fox", Keypoints(np.empty(0, np.int64), np.empty((0, 2))))
    features = image_features([nothing, *planted_images(2)])
    assert features.counts[[0]].nnz == 0


def test_labels_against_the_rest() -> None:
    features = image_features(planted_images(3))
    assert features.against_the_rest("near").tolist() == [1.0, -1.0, 1.0]
    with pytest.raises(InvalidInputError, match="one of two or more, far, near; got 'fox'"):
        features.against_the_rest("fox")


def test_no_images_are_a_mistake() -> None:
    with pytest.raises(InvalidInputError, match="there are no images"):
        image_features([])
