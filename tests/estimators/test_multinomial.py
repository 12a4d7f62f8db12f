from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from compadagrad import DiagonalAdaGrad, FullAdaGrad, TrackedAdaGrad
from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.estimators.multinomial import log_softmax, softmax_losses, softmax_pass
from estimators.examples import classes, rows

RNG = np.random.default_rng(0)


def test_losses() -> None:
    scores = np.array([[0.0, 0.0], [1e4, 0.0], [0.0, 1e4]])
    expected = [np.log(2.0), 0.0, 1e4]
    np.testing.assert_allclose(softmax_losses(scores, np.array([1, 0, 0])), expected)
    np.testing.assert_allclose(np.exp(log_softmax(RNG.standard_normal((5, 4)))).sum(axis=1), 1.0)


def by_hand(A: Any, codes: Any, weights: Any, batch: int) -> tuple[Any, Any]:
    """Full-matrix AdaGrad for each class, by the definition."""
    X, scores, roots = np.zeros((3, 5)), [], np.zeros((3, 5, 5))
    for first in range(0, len(A), batch):
        part = slice(first, first + batch)
        scores.append(A[part] @ X.T)
        p = np.exp(scores[-1])
        p /= p.sum(axis=1, keepdims=True)
        p[np.arange(len(p)), codes[part]] -= 1.0
        live = weights[part] > 0
        if not live.any():
            continue
        for c in range(3):
            g = (p[:, c] * weights[part]) @ A[part] / live.sum()
            roots[c] += np.outer(g, g)
            values, vectors = np.linalg.eigh(roots[c])
            metric = vectors * np.sqrt(np.maximum(values, 0.0)) @ vectors.T + 0.1 * np.eye(5)
            X[c] -= 0.5 * np.linalg.solve(metric, g)
    return X, np.vstack(scores)


@pytest.mark.parametrize("batch", [1, 3])
@pytest.mark.parametrize("thin", [False, True])
def test_against_the_definition(batch: int, thin: bool) -> None:
    A, codes = RNG.standard_normal((20, 5)), RNG.integers(0, 3, 20)
    weights = RNG.integers(0, 3, 20) / 2.0
    weights[6:9] = 0.0
    learners = [FullAdaGrad(5, lr=0.5, delta=0.1) for _ in range(3)]
    averages = [learner.point_average() for learner in learners]
    given = sparse.csr_array(A) if thin else A
    scores = softmax_pass(learners, averages, given, codes, weights, batch)
    X, expected = by_hand(A, codes, weights, batch)
    np.testing.assert_allclose(scores, expected, atol=1e-7)
    np.testing.assert_allclose([learner.x for learner in learners], X, atol=1e-7)
    assert averages[0].seen == learners[0].steps < 20


def test_no_weights_are_weights_of_one() -> None:
    A, codes = RNG.standard_normal((9, 5)), RNG.integers(0, 3, 9)
    found = []
    for weights in (np.empty(0), np.ones(9)):
        learners = [DiagonalAdaGrad(5, lr=0.5) for _ in range(3)]
        softmax_pass(learners, [], A, codes, weights, 2)
        found.append([learner.x for learner in learners])
    np.testing.assert_array_equal(found[0], found[1])


def test_each_class_has_a_metric_of_its_own() -> None:
    learners = [TrackedAdaGrad(5, 2, lr=0.5) for _ in range(3)]
    softmax_pass(learners, [], RNG.standard_normal((9, 5)), np.zeros(9, int), np.empty(0), 1)
    energies = {float(learner.state_dict()["memory.roots"][0]) for learner in learners}
    assert len(energies) > 1


def test_it_finds_what_logistic_regression_finds() -> None:
    X = rows(count=300)
    y = classes(X, 3)
    alpha = 0.05
    model = CompAdaGradClassifier(
        multiclass="multinomial", alpha=alpha, subspace="full", average=200, max_iter=12, tol=None,
        random_state=0,
    )  # fmt: skip
    model.fit(X, y)
    best = LogisticRegression(C=1.0 / (alpha * len(y)), tol=1e-8).fit(X, y)
    np.testing.assert_allclose(model.predict_proba(X), best.predict_proba(X), atol=0.06)
