"""Images that are made up, with a bigram that decides their class."""

import numpy as np

from compadagrad._validation import as_integer, as_positive
from compadagrad.experiments.words.bigrams import RADIUS
from compadagrad.experiments.words.keypoints import Image, Keypoints

__all__ = ["planted_images"]


def planted_images(
    count: int,
    *,
    words: int = 50,
    keypoints: int = 80,
    planted: int = 4,
    radius: float = RADIUS,
    seed: int = 0,
) -> list[Image]:
    """Images of two classes that hold the same words, in other places.

    Every image has ``keypoints`` random words at random places, and ``planted`` times the words 0
    and 1. In the class ``"near"`` each 0 has a 1 within ``radius``; in ``"far"`` it has a 2, which
    in ``"near"`` stands anywhere, and the 1 stands anywhere. Counts of words tell nothing of the
    class; the bigram (0, 1) tells all of it.

    Examples
    --------
    >>> from compadagrad.experiments.words import planted_images
    >>> [image.label for image in planted_images(4)]
    ['near', 'far', 'near', 'far']
    """
    as_integer("words", words, 4)
    as_integer("keypoints", keypoints, 0)
    as_integer("planted", planted, 1)
    near = as_positive("radius", radius)
    rng = np.random.default_rng(as_integer("seed", seed, 0))
    return [
        _image(rng, i, words, keypoints, planted, near)
        for i in range(as_integer("count", count, 1))
    ]


def _image(
    rng: np.random.Generator, i: int, words: int, keypoints: int, planted: int, radius: float
) -> Image:
    label = "near" if i % 2 == 0 else "far"
    anywhere = 0.1 + 0.8 * rng.random((keypoints + 2 * planted, 2))
    zeros, apart = anywhere[:planted], anywhere[planted : 2 * planted]
    angles = rng.uniform(0.0, 2.0 * np.pi, planted)
    beside = zeros + 0.5 * radius * np.column_stack([np.cos(angles), np.sin(angles)])
    near, far = (1, 2) if label == "near" else (2, 1)
    chosen = [np.zeros(planted, np.int64), np.full(planted, near), np.full(planted, far)]
    named = np.concatenate([*chosen, rng.integers(3, words, keypoints)])
    places = np.concatenate([zeros, beside, apart, anywhere[2 * planted :]])
    order = rng.permutation(named.size)
    return Image(f"{i:06d}", label, Keypoints(named[order], places[order]))
