from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.data import examples
from compadagrad.cli.scores import ClassScores, NumberScores, area_under_curve
from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor

metrics: Any = pytest.importorskip("sklearn.metrics")

RNG = np.random.default_rng(0)
WEIGHTS = RNG.integers(0, 4, 600).astype(float)


def parts(*arrays: Any) -> Any:
    """The same rows in parts, one without rows of weight among them."""
    for piece in (slice(0, 7), slice(7, 400), slice(400, 600)):
        yield tuple(array[piece] for array in arrays)


@pytest.mark.parametrize("classes", [2, 3])
def test_scores_of_classes_are_those_of_scikit_learn(classes: int) -> None:
    X, _ = examples()
    y = np.digitize(X[:, 0] + RNG.standard_normal(600), [0.0, 1.0][: classes - 1])
    model = CompAdaGradClassifier(random_state=0).partial_fit(X, y, classes=np.arange(classes))
    scores = ClassScores()
    for rows in parts(X, y, WEIGHTS):
        scores.add(model, *rows)
    found, given_ = scores.result(), {"sample_weight": WEIGHTS}
    p = model.predict_proba(X)
    assert found["error"] == pytest.approx(
        1 - metrics.accuracy_score(y, model.predict(X), **given_)
    )
    assert found["log_loss"] == pytest.approx(metrics.log_loss(y, p, **given_))
    if classes == 2:
        assert found["auc"] == pytest.approx(metrics.roc_auc_score(y, p[:, 1], **given_))
    else:
        assert "auc" not in found


def test_there_is_no_log_loss_without_probabilities() -> None:
    X, y = examples()
    model = CompAdaGradClassifier("hinge", random_state=0).partial_fit(X, y, classes=[-1, 1])
    scores = ClassScores()
    scores.add(model, X, y, np.ones(600))
    assert set(scores.result()) == {"error", "auc"}


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_scores_of_numbers_are_those_of_scikit_learn(offset: float) -> None:
    X, _ = examples()
    y = X @ [1.0, 2.0, 3.0, 4.0] + RNG.standard_normal(600)
    model = CompAdaGradRegressor(random_state=0).partial_fit(X, y)
    model.intercept_ = model.intercept_ + offset
    scores = NumberScores()
    for rows in parts(X, y + offset, WEIGHTS):
        scores.add(model, *rows)
    found, truth = scores.result(), (y + offset, model.predict(X))
    weighted = {"sample_weight": WEIGHTS}
    assert found["mse"] == pytest.approx(metrics.mean_squared_error(*truth, **weighted))
    assert found["mae"] == pytest.approx(metrics.mean_absolute_error(*truth, **weighted))
    assert found["r2"] == pytest.approx(metrics.r2_score(*truth, **weighted), rel=1e-6)


def test_no_weight_is_no_score() -> None:
    X, y = examples()
    scores = NumberScores()
    model = CompAdaGradRegressor().partial_fit(X, y)
    scores.add(model, X, y, np.zeros(600))
    assert all(np.isnan(value) for value in scores.result().values())


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans(), st.integers(0, 3)), max_size=12))
def test_the_area_is_the_share_of_pairs_in_the_right_order(
    rows: list[tuple[int, bool, int]],
) -> None:
    ups = [(score, weight) for score, positive, weight in rows if positive]
    downs = [(score, weight) for score, positive, weight in rows if not positive]
    pairs = [(u > d) + 0.5 * (u == d) for u, v in ups for d, w in downs for _ in range(v * w)]
    scores, positive, weights = (
        np.array([row[i] for row in rows], kind) for i, kind in enumerate((float, bool, float))
    )
    found = area_under_curve(scores, positive, weights)
    assert found == pytest.approx(np.mean(pairs)) if pairs else np.isnan(found)
