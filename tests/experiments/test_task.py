from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.experiments import Task
from compadagrad.experiments.task import in_order

X = np.arange(20.0).reshape(10, 2)
Y = np.array([1.0, -1.0] * 5)


@pytest.mark.parametrize("make", [np.asarray, sparse.csr_array])
def test_each_example_is_learned_or_held_back_once(make: Any) -> None:
    found = in_order(Task("t", make(X), Y), 3, 0.7)
    parts = [part.toarray() if sparse.issparse(part) else part for part in (found.X, found.X_test)]
    assert [len(part) for part in parts] == [7, 3]
    rows = np.vstack(parts)
    assert np.array_equal(rows[np.argsort(rows[:, 0])], X)
    labels = np.concatenate([found.y, found.y_test])
    assert np.array_equal(labels, Y[rows[:, 0].astype(int) // 2])


def test_seeds_are_permutations_of_their_own() -> None:
    task = Task("t", X, Y)
    first, again, other = (in_order(task, seed, 0.5).X for seed in (0, 0, 1))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_test_set_of_its_own_stays_as_it_is() -> None:
    found = in_order(Task("t", X, Y, X[:2], Y[:2]), 0, 0.1)
    assert len(found.y) == 10
    assert np.array_equal(found.X_test, X[:2])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((X, Y[:3]), r"got \(10, 2\) and \(3,\)"),
        ((X[0], Y[:2]), "must have the shape"),
        ((X, 2.0 * Y), "labels must be -1 or 1"),
        ((X, Y, X), "both X_test and y_test"),
        ((X, Y, X[:, :1], Y), "X has 2 features and X_test 1"),
        (([1.0], Y), "X must be an array or sparse"),
    ],
)
def test_what_is_no_task(arguments: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Task("t", *arguments)


@pytest.mark.parametrize("share", [0.01, 0.99])
def test_a_share_that_leaves_nothing(share: float) -> None:
    with pytest.raises(InvalidInputError, match="has 10 examples, of which train_share"):
        in_order(Task("t", X, Y), 0, share)
