import numpy as np
import pytest

from compadagrad import DiagonalAdaGrad, InvalidInputError
from compadagrad.experiments.words import image_features, planted_images


def error_of_a_learner(radius: float | None) -> float:
    """Two passes over 300 images, tested on 100 others."""
    features = image_features(planted_images(400, seed=3), radius=radius)
    A, y = features.counts, features.against_the_rest("near")
    learner = DiagonalAdaGrad(A.shape[1], lr=0.1)
    for _ in range(2):
        learner.one_pass(A[:300], y[:300])
    return float((learner.dot(A[300:]) * y[300:] <= 0.0).mean())


def test_the_planted_bigram_decides() -> None:
    assert error_of_a_learner(0.002) == 0.0


def test_words_alone_do_not() -> None:
    assert error_of_a_learner(None) > 0.35


def test_the_bigram_is_in_one_class_only() -> None:
    features = image_features(planted_images(40), words=50)
    (column,) = np.flatnonzero((features.pairs == [0, 1]).all(axis=1))
    counts = features.counts[:, [features.words + int(column)]].toarray().ravel()
    assert (counts[::2] == 4).all()
    assert (counts[1::2] == 0).all()


def test_words_are_as_frequent_in_both_classes() -> None:
    counts = image_features(planted_images(40), words=50, radius=None).counts.toarray()
    assert (counts[:, :3] == 4).all()


def test_a_seed_is_a_set_of_images() -> None:
    one, again, other = (planted_images(1, seed=seed)[0].keypoints for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.places, again.places)
    assert not np.array_equal(one.places, other.places)


@pytest.mark.parametrize(
    "wrong", [{"words": 3}, {"keypoints": -1}, {"planted": 0}, {"radius": 0.0}, {"seed": -1}]
)
def test_bad_arguments_are_named(wrong: dict[str, float]) -> None:
    with pytest.raises(InvalidInputError, match=f"{next(iter(wrong))} must be"):
        planted_images(2, **wrong)  # type: ignore[arg-type]
