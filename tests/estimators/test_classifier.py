from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, cross_val_score

from compadagrad import InvalidInputError
from compadagrad.estimators import CompAdaGradClassifier
from compadagrad.estimators.epochs import Judge
from estimators.examples import COUNT, classes, rows

X = rows()
TWO, THREE = classes(X, 2), classes(X, 3)


def fitted(y: Any, **options: Any) -> CompAdaGradClassifier:
    return CompAdaGradClassifier(max_iter=5, tol=None, random_state=0, **options).fit(X, y)


def test_two_classes() -> None:
    model = fitted(TWO)
    scores = model.decision_function(X)
    assert (model.coef_.shape, model.intercept_.shape, scores.shape) == ((1, 6), (1,), (COUNT,))
    np.testing.assert_allclose(scores, X @ model.coef_[0] + model.intercept_[0])
    np.testing.assert_array_equal(model.predict(X), model.classes_[(scores > 0).astype(int)])
    proba = model.predict_proba(X)
    np.testing.assert_allclose(proba[:, 1], 1.0 / (1.0 + np.exp(-scores)))
    np.testing.assert_allclose(proba.sum(axis=1), 1.0)
    np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), proba)
    assert model.score(X, TWO) > 0.93


@pytest.mark.parametrize("multiclass", ["ovr", "multinomial"])
@pytest.mark.parametrize("subspace", ["tracked", "srht", "diagonal", "full"])
def test_three_classes(multiclass: str, subspace: str) -> None:
    model = fitted(THREE, multiclass=multiclass, subspace=subspace)
    scores, proba = model.decision_function(X), model.predict_proba(X)
    assert (model.coef_.shape, scores.shape) == ((3, 6), (COUNT, 3))
    np.testing.assert_array_equal(model.predict(X), model.classes_[scores.argmax(axis=1)])
    np.testing.assert_allclose(proba.sum(axis=1), 1.0)
    shares = np.exp(scores) if multiclass == "multinomial" else 1.0 / (1.0 + np.exp(-scores))
    np.testing.assert_allclose(proba, shares / shares.sum(axis=1, keepdims=True))
    assert model.score(X, THREE) > 0.85
    assert len(model.learners_) == 3


def test_large_scores_have_probabilities() -> None:
    model = fitted(TWO)
    model.coef_ = model.coef_ * 1e6
    assert np.isfinite(model.predict_log_proba(X)).all()
    model = fitted(THREE)
    model.coef_ = model.coef_ * 1e6
    assert np.isfinite(model.predict_proba(X)).all()


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_margins_have_no_probabilities(loss: str) -> None:
    model = fitted(THREE, loss=loss)
    assert model.score(X, THREE) > 0.85
    assert not hasattr(model, "predict_proba")
    assert not hasattr(model, "predict_log_proba")


def test_it_finds_what_logistic_regression_finds() -> None:
    alpha = 0.05
    model = CompAdaGradClassifier(
        alpha=alpha, subspace="full", average=200, max_iter=20, tol=None, random_state=0
    ).fit(X, TWO)
    best = LogisticRegression(C=1.0 / (alpha * COUNT), tol=1e-8).fit(X, TWO)
    np.testing.assert_allclose(model.coef_, best.coef_, atol=0.05)
    np.testing.assert_allclose(model.intercept_, best.intercept_, atol=0.05)


def test_class_weights_move_the_border() -> None:
    rare = np.where(np.arange(COUNT) % 10 == 0, TWO, "fox")
    share = {
        weight: np.mean(fitted(rare, class_weight=given).predict(X) == "wolf")
        for weight, given in (("none", None), ("balanced", "balanced"), ("much", {"wolf": 50.0}))
    }
    assert share["none"] < share["balanced"] < share["much"]


def test_balanced_in_parts_counts_as_it_goes() -> None:
    model = CompAdaGradClassifier(class_weight="balanced", random_state=0)
    rare = np.where(np.arange(COUNT) % 10 == 0, TWO, "fox")
    for part in (slice(0, 60), slice(60, 120)):
        model.partial_fit(X[part], rare[part], classes=["fox", "wolf"])
    np.testing.assert_array_equal(model._counts, [np.sum(rare == c) for c in ("fox", "wolf")])
    plain = CompAdaGradClassifier(random_state=0)
    plain.partial_fit(X, rare, classes=["fox", "wolf"])
    assert np.mean(model.predict(X) == "wolf") > np.mean(plain.predict(X) == "wolf")


def test_online_errors_are_those_of_predictions_before_learning() -> None:
    for y, multiclass in ((TWO, "ovr"), (THREE, "ovr"), (THREE, "multinomial")):
        model = CompAdaGradClassifier(random_state=0, multiclass=multiclass)
        wrong = 0
        for i in range(COUNT):
            if i:
                wrong += model.predict(X[i : i + 1])[0] != y[i]
            else:
                wrong += y[0] != np.unique(y)[0]
            model.partial_fit(X[i : i + 1], y[i : i + 1], classes=np.unique(y))
        assert model.online_error_ == wrong / COUNT
        whole = CompAdaGradClassifier(random_state=0, multiclass=multiclass, shuffle=False)
        assert whole.set_params(max_iter=1, tol=None).fit(X, y).online_error_ == wrong / COUNT


@pytest.mark.parametrize(
    "labels",
    [
        np.array([False, True]),
        np.array([-1, 1]),
        np.array([3.0, 7.0]),
        np.array(["a", "b"], object),
    ],
)
def test_labels_of_any_type(labels: Any) -> None:
    y = labels[(TWO == "wolf").astype(int)]
    model = fitted(y)
    assert model.predict(X).dtype == labels.dtype
    assert np.mean(model.predict(X) == y) == fitted(TWO).score(X, TWO)


def test_early_stopping() -> None:
    model = CompAdaGradClassifier(early_stopping=True, random_state=0, n_iter_no_change=2)
    model.fit(X, THREE, sample_weight=np.arange(COUNT) % 3)
    assert model.n_iter_ < 50
    assert model.score(X, THREE) > 0.85


@pytest.mark.parametrize(
    ("options", "y", "message"),
    [
        ({"loss": "log"}, TWO, "loss must be one of 'log_loss', 'hinge', 'squared_hinge'"),
        ({"multiclass": "ovo"}, TWO, "multiclass must be one of 'ovr', 'multinomial', got 'ovo'"),
        ({"multiclass": "multinomial", "loss": "hinge"}, THREE, "multinomial' is for loss='log_l"),
        ({"class_weight": {"elk": 1.0}}, TWO, "class_weight names none of the classes"),
        ({}, np.linspace(0, 1, COUNT), "Unknown label type"),
        ({}, np.zeros(COUNT), "greater than one; got 1 class"),
        ({"k": 9}, TWO, r"k must be an integer in 0..7"),
    ],
    ids=str,
)
def test_what_cannot_be_fitted(options: Any, y: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        CompAdaGradClassifier(**options).fit(X, y)


def test_the_first_part_needs_classes() -> None:
    model = CompAdaGradClassifier(random_state=0)
    with pytest.raises(InvalidInputError, match="first call of partial_fit needs classes: all lab"):
        model.partial_fit(X, TWO)
    assert not hasattr(model, "n_features_in_")
    model.partial_fit(X, TWO, classes=["fox", "wolf"]).partial_fit(X, TWO)
    assert model.t_ == 2 * COUNT
    assert fitted(TWO).partial_fit(X, TWO).t_ == 6 * COUNT


def test_a_rare_class_may_be_missing_where_classes_have_weights() -> None:
    rare = np.where(np.arange(COUNT) < 3, "elk", TWO)
    given = {"elk": 5.0, "wolf": 2.0}
    model = CompAdaGradClassifier(max_iter=3, tol=None, random_state=0, class_weight=given)
    scores = cross_val_score(model, X, rare, cv=KFold(3))
    assert scores.shape == (3,)


def test_early_stopping_is_judged_by_sample_weights_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def noting(scores: Any, targets: Any, weights: Any) -> float:
        seen.append(weights)
        return 0.0

    monkeypatch.setattr(CompAdaGradClassifier, "_judge", lambda self: Judge(distances, noting))
    for weight in (None, np.full(COUNT, 3.0)):
        model = CompAdaGradClassifier(
            early_stopping=True, max_iter=1, tol=None, class_weight={"wolf": 10.0}
        )
        model.fit(X, TWO, sample_weight=weight)
    assert seen[0].size == 0
    np.testing.assert_array_equal(seen[1], np.full(12, 3.0))


def distances(scores: Any, targets: Any) -> Any:
    return np.abs(scores - targets)[:, 0]


def test_classes_of_parts() -> None:
    model = CompAdaGradClassifier()
    with pytest.raises(InvalidInputError, match="'wolf'"):
        model.partial_fit(X, TWO, classes=["fox", "bear"])
    model = CompAdaGradClassifier().partial_fit(X, TWO, classes=["wolf", "fox", "bear"])
    np.testing.assert_array_equal(model.classes_, ["bear", "fox", "wolf"])
    model.partial_fit(X, THREE, classes=["bear", "fox", "wolf"])
    with pytest.raises(InvalidInputError, match="classes must be those of the first call"):
        model.partial_fit(X, TWO, classes=["wolf", "fox"])
    with pytest.raises(InvalidInputError, match="which is not among"):
        model.partial_fit(X, np.where(TWO == "fox", "elk", TWO))
