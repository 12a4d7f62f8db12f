import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.text import permuted_split


def test_every_example_is_in_one_of_the_parts() -> None:
    train, test = permuted_split(101, seed=3)
    assert (train.size, test.size) == (76, 25)
    np.testing.assert_array_equal(np.sort(np.concatenate([train, test])), np.arange(101))


def test_a_seed_is_a_permutation() -> None:
    one, again, other = (permuted_split(50, seed=seed).train for seed in (1, 1, 2))
    assert one.tolist() == again.tolist() != other.tolist()


@pytest.mark.parametrize("share", [0.0, 1.0, -0.5, float("nan"), 0.1])
def test_both_parts_hold_something(share: float) -> None:
    with pytest.raises(InvalidInputError, match="share must leave something"):
        permuted_split(4, seed=0, share=share)


def test_one_example_cannot_be_split() -> None:
    with pytest.raises(InvalidInputError, match="examples must be an integer >= 2"):
        permuted_split(1, seed=0)
