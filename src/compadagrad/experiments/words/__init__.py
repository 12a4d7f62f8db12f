"""Images as bags of visual words: the paper's pipeline for Foxes and Wolves.

Counts of visual words, and of pairs of them within a radius, from keypoint files; or counts that
are there already.
"""

from compadagrad.experiments.words.bigrams import Bigrams, spatial_bigrams
from compadagrad.experiments.words.features import ImageFeatures, image_features
from compadagrad.experiments.words.generated import planted_images
from compadagrad.experiments.words.keypoints import (
    Image,
    Keypoints,
    read_images,
    read_keypoints,
    write_keypoints,
)
from compadagrad.experiments.words.surf import SurfCounts, read_surf

__all__ = [
    "Bigrams",
    "Image",
    "ImageFeatures",
    "Keypoints",
    "SurfCounts",
    "image_features",
    "planted_images",
    "read_images",
    "read_keypoints",
    "read_surf",
    "spatial_bigrams",
    "write_keypoints",
]
