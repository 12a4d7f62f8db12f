from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import CompAdaGrad, DiagonalAdaGrad, InvalidInputError
from compadagrad.experiments.text import MatrixRows, learn, minibatches, zero_one_risk
from compadagrad.learners import Learner
from compadagrad.losses import Logistic
from compadagrad.regularizers import SquaredL2

M, N = 103, 37


def examples() -> MatrixRows:
    rng = np.random.default_rng(0)
    rows = sparse.random(M, N, density=0.2, format="csr", random_state=1)
    y = np.where(rows @ rng.standard_normal(N) > 0.0, 1.0, -1.0)
    return MatrixRows(rows, y)


def learners() -> list[Learner]:
    phi = SquaredL2(1e-3)
    return [
        DiagonalAdaGrad(N, lr=0.3, regularizer=phi),
        CompAdaGrad(N, 8, lr=0.3, tau=2.0, regularizer=phi),
    ]


def by_hand(learner: Learner, source: MatrixRows, order: Any, size: int) -> tuple[int, float]:
    """Dense mini-batches, one gradient an example, averaged."""
    A, mistakes, total = source.matrix.toarray(), 0, 0.0
    for start in range(0, len(order), size):
        part = order[start : start + size]
        g = np.zeros(N)
        x = learner.x.copy()
        for i in part:
            p, y = float(A[i] @ x), source.labels[i]
            mistakes += p * y <= 0.0
            total += np.log1p(np.exp(-p * y))
            g += -y / (1.0 + np.exp(p * y)) * A[i] / len(part)
        learner.step(g)
    return mistakes, total / len(order)


@pytest.mark.parametrize("which", [0, 1])
def test_a_pass_is_that_by_hand(which: int) -> None:
    source, order = examples(), np.random.default_rng(2).permutation(M)
    learner, slow = learners()[which], learners()[which]
    online = learn(learner, source, order, size=10, loss=Logistic())
    mistakes, loss = by_hand(slow, source, order, 10)
    assert (online.examples, online.mistakes) == (M, mistakes)
    assert online.error == mistakes / M
    np.testing.assert_allclose(online.loss, loss, rtol=1e-12)
    np.testing.assert_allclose(learner.x, slow.x, rtol=0.0, atol=1e-12 * np.abs(slow.x).max())
    assert learner.steps == 11


def test_minibatches_hold_everything_once() -> None:
    source, order = examples(), np.random.default_rng(3).permutation(M)
    parts = list(minibatches(source, order, 25))
    assert [rows.shape[0] for rows, _ in parts] == [25, 25, 25, 25, 3]
    whole = sparse.vstack([rows for rows, _ in parts]).toarray()
    np.testing.assert_array_equal(whole, source.matrix.toarray()[order])
    np.testing.assert_array_equal(np.concatenate([y for _, y in parts]), source.labels[order])


def test_risk_counts_the_wrong_side_and_the_boundary() -> None:
    source = MatrixRows(sparse.csr_array([[1.0], [-1.0], [0.0], [1.0]]), np.array([1, 1, 1, -1.0]))
    learner = DiagonalAdaGrad(1, lr=1.0, x0=[1.0])
    assert zero_one_risk(learner, source, np.arange(4), size=3) == 0.75
    assert zero_one_risk(learner, source, np.array([0]), size=3) == 0.0


@pytest.mark.parametrize("size", [0, -1, 2.0])
def test_a_mini_batch_has_an_example_at_least(size: Any) -> None:
    with pytest.raises(InvalidInputError, match="size must be an integer >= 1"):
        next(minibatches(examples(), np.arange(M), size))


def test_nothing_is_neither_learned_nor_judged() -> None:
    learner, nothing = learners()[0], np.arange(0)
    for function in (learn, zero_one_risk):
        with pytest.raises(InvalidInputError, match="order is empty"):
            function(learner, examples(), nothing)


def test_there_is_a_label_for_each_row() -> None:
    with pytest.raises(InvalidInputError, match="a label for each of the 2 rows"):
        MatrixRows(sparse.csr_array((2, 3)), np.ones(3))
