"""Random permutations, the first part for training."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import as_integer
from compadagrad.errors import InvalidInputError

__all__ = ["Split", "permuted_split"]


class Split(NamedTuple):
    """The numbers of the examples for training, in the order of learning, and for testing."""

    train: NDArray[np.intp]
    test: NDArray[np.intp]


def permuted_split(examples: int, seed: int, *, share: float = 0.75) -> Split:
    """The first part of a random permutation for training, the rest for testing.

    Parameters
    ----------
    examples : int
        How many there are, 2 at least.
    seed : int
        Of the permutation.
    share : float
        That of the training set, between 0 and 1; rounded to whole examples.

    Examples
    --------
    >>> from compadagrad.experiments.text import permuted_split
    >>> train, test = permuted_split(8, seed=0)
    >>> len(train), len(test), len({*train, *test})
    (6, 2, 8)
    """
    examples = as_integer("examples", examples, 2)
    first = round(share * examples) if 0.0 < share < 1.0 else 0
    if not 0 < first < examples:
        raise InvalidInputError(
            f"share must leave something for training and for testing, got {share!r} "
            f"of {examples} examples; 0.75 is the paper's"
        )
    order = np.random.default_rng(as_integer("seed", seed, 0)).permutation(examples)
    return Split(order[:first], order[first:])
