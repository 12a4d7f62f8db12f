from collections import Counter
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.words import Keypoints, spatial_bigrams


def slow(keypoints: Keypoints, radius: float) -> dict[tuple[int, int], int]:
    """Every pair of keypoints, looked at."""
    found: Counter[tuple[int, int]] = Counter()
    for i in range(len(keypoints)):
        for j in range(i + 1, len(keypoints)):
            gap = keypoints.places[i] - keypoints.places[j]
            if np.sqrt(gap @ gap) <= radius:
                a, b = sorted((int(keypoints.words[i]), int(keypoints.words[j])))
                found[a, b] += 1
    return dict(found)


def as_dict(bigrams: Any) -> dict[tuple[int, int], int]:
    return {
        (a, b): count
        for (a, b), count in zip(bigrams.pairs.tolist(), bigrams.counts.tolist(), strict=True)
    }


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("radius", [0.002, 0.02, 0.3, 2.0])
def test_the_tree_finds_what_the_double_loop_finds(seed: int, radius: float) -> None:
    rng = np.random.default_rng(seed)
    clusters = rng.random((15, 2))[rng.integers(0, 15, 120)]
    places = np.clip(clusters + 0.01 * rng.standard_normal((120, 2)), 0.0, 1.0)
    keypoints = Keypoints(rng.integers(0, 9, 120), places)
    found = spatial_bigrams(keypoints, radius)
    assert as_dict(found) == slow(keypoints, radius)
    assert (found.pairs[:, 0] <= found.pairs[:, 1]).all()


def test_keypoints_at_the_same_place_are_pairs() -> None:
    keypoints = Keypoints(np.array([5, 5, 2]), np.full((3, 2), 0.25))
    assert as_dict(spatial_bigrams(keypoints)) == {(5, 5): 1, (2, 5): 2}


def test_the_radius_itself_is_near_enough() -> None:
    keypoints = Keypoints(np.array([1, 0]), np.array([[0.25, 0.5], [0.5, 0.5]]))
    assert as_dict(spatial_bigrams(keypoints, 0.25)) == {(0, 1): 1}
    assert as_dict(spatial_bigrams(keypoints, 0.24999)) == {}


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_keypoints_have_no_pair(count: int) -> None:
    keypoints = Keypoints(np.zeros(count, np.int64), np.zeros((count, 2)))
    pairs, counts = spatial_bigrams(keypoints)
    assert pairs.shape == (0, 2)
    assert counts.size == 0


@pytest.mark.parametrize("radius", [0.0, -1.0, float("nan"), "0.1"])
def test_a_radius_is_positive(radius: Any) -> None:
    with pytest.raises(InvalidInputError, match="radius must be a positive, finite number"):
        spatial_bigrams(Keypoints(np.zeros(2, np.int64), np.zeros((2, 2))), radius)
