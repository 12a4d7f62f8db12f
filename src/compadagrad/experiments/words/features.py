"""Images as sparse rows: counts of visual words, and of bigrams of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad._validation import as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.words.bigrams import RADIUS, Bigrams, spatial_bigrams
from compadagrad.experiments.words.keypoints import Image

__all__ = ["ImageFeatures", "image_features"]


@final
@dataclass(frozen=True, eq=False)
class ImageFeatures:
    """The features of some images.

    Attributes
    ----------
    counts : scipy.sparse.csr_array of float64, shape (images, words + bigrams)
        A column for each word, then one for each bigram that occurs.
    words : int
        How many columns are words.
    pairs : numpy.ndarray of int64, shape (bigrams, 2)
        The words of each bigram, in the order of the columns.
    labels : tuple of str
        The class of each image.
    """

    counts: Any
    words: int
    pairs: NDArray[np.int64]
    labels: tuple[str, ...]

    def against_the_rest(self, label: str) -> NDArray[np.float64]:
        """1 for the images of a class, -1 for the others."""
        if label not in self.labels or len(set(self.labels)) < 2:
            names = ", ".join(sorted(set(self.labels)))
            raise InvalidInputError(f"the class must be one of two or more, {names}; got {label!r}")
        return np.where(np.array(self.labels) == label, 1.0, -1.0)


def image_features(
    images: Sequence[Image], *, words: int | None = None, radius: float | None = RADIUS
) -> ImageFeatures:
    """Counts of visual words, and of the spatial bigrams that occur at least once.

    Parameters
    ----------
    images : sequence of Image
        One at least.
    words : int, optional
        The size of the codebook; by default one more than the largest word that occurs.
    radius : float, optional
        See :func:`spatial_bigrams`; None leaves the bigrams out.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.experiments.words import Image, Keypoints, image_features
    >>> fox = Image("1", "fox", Keypoints(np.array([0, 2]), np.array([[0.1, 0.1], [0.1, 0.101]])))
    >>> wolf = Image("2", "wolf", Keypoints(np.array([1]), np.array([[0.3, 0.3]])))
    >>> image_features([fox, wolf]).counts.toarray()
    array([[1., 0., 1., 1.],
           [0., 1., 0., 0.]])
    """
    if not images:
        raise InvalidInputError("there are no images; give one at least")
    size = _codebook(images, words)
    counts = _counted(images, size)
    pairs = np.empty((0, 2), np.int64)
    if radius is not None:
        found = [spatial_bigrams(image.keypoints, radius) for image in images]
        codes, columns = _numbered(found, size)
        pairs = np.column_stack(np.divmod(codes, size))
        counts = sparse.csr_array(sparse.hstack([counts, columns], format="csr"))
    return ImageFeatures(counts, size, pairs, tuple(image.label for image in images))


def _counted(images: Sequence[Image], size: int) -> Any:
    """How often each word occurs, an image a row."""
    found = [np.unique(image.keypoints.words, return_counts=True) for image in images]
    columns, values = (np.concatenate(part) for part in zip(*found, strict=True))
    starts = np.cumsum([0, *(len(words) for words, _ in found)])
    return sparse.csr_array((values.astype(np.float64), columns, starts), (len(images), size))


def _codebook(images: Sequence[Image], words: int | None) -> int:
    largest = max((int(i.keypoints.words.max()) for i in images if len(i.keypoints)), default=0)
    if words is None:
        return largest + 1
    if largest >= as_integer("words", words, 1):
        raise InvalidInputError(
            f"words must be more than {largest}, the largest visual word that occurs, got {words}"
        )
    return words


def _numbered(found: Sequence[Bigrams], size: int) -> tuple[NDArray[np.int64], Any]:
    """All bigrams that occur, as ascending codes, and their counts, an image a row."""
    codes = [bigrams.pairs[:, 0] * size + bigrams.pairs[:, 1] for bigrams in found]
    distinct, columns = np.unique(np.concatenate(codes), return_inverse=True)
    starts = np.cumsum([0, *map(len, codes)])
    values = np.concatenate([bigrams.counts for bigrams in found]).astype(np.float64)
    shape = (len(found), distinct.size)
    return distinct, sparse.csr_array((values, columns.reshape(-1), starts), shape=shape)
