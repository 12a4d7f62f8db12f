"""Spatial bigrams: pairs of visual words that stand close together."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from compadagrad._validation import as_positive
from compadagrad.experiments.words.keypoints import Keypoints

__all__ = ["RADIUS", "Bigrams", "spatial_bigrams"]

RADIUS = 0.002
"""The paper's radius, as a share of the image's size."""


class Bigrams(NamedTuple):
    """Distinct pairs of words, the smaller first, in ascending order; and how often each occurs."""

    pairs: NDArray[np.int64]
    counts: NDArray[np.int64]


def spatial_bigrams(keypoints: Keypoints, radius: float = RADIUS) -> Bigrams:
    r"""The words of all pairs of keypoints with :math:`\lVert p_i - p_j \rVert_2 \le r`, i < j.

    Parameters
    ----------
    keypoints : Keypoints
        Of one image.
    radius : float
        r, in the unit of the places.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.experiments.words import Keypoints, spatial_bigrams
    >>> places = np.array([[0.5, 0.5], [0.501, 0.5], [0.9, 0.9]])
    >>> pairs, counts = spatial_bigrams(Keypoints(np.array([7, 3, 3]), places))
    >>> pairs.tolist(), counts.tolist()
    ([[3, 7]], [1])
    """
    near = as_positive("radius", radius)
    if len(keypoints) < 2:
        return Bigrams(np.empty((0, 2), np.int64), np.empty(0, np.int64))
    found = cKDTree(keypoints.places).query_pairs(near, output_type="ndarray")
    words = np.sort(keypoints.words[found].reshape(-1, 2), axis=1)
    pairs, counts = np.unique(words, axis=0, return_counts=True)
    return Bigrams(pairs.reshape(-1, 2), counts)
