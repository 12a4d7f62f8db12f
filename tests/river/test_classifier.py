import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from river import (
    checks,
    compose,
    datasets,
    drift,
    ensemble,
    evaluate,
    feature_extraction,
    metrics,
    model_selection,
    optim,
    preprocessing,
    utils,
)
from scipy.special import expit

from compadagrad import InvalidInputError
from compadagrad.losses import Hinge
from compadagrad.river import RiverClassifier

VARIANTS: dict[str, Callable[[], RiverClassifier]] = {
    "tracked": lambda: RiverClassifier(n=32, k=4),
    "srht, l2": lambda: RiverClassifier(n=32, subspace="srht", k=8, tau=10.0, l2=1e-3),
    "diagonal, l1 and l2": lambda: RiverClassifier(n=16, subspace="diagonal", l1=1e-3, l2=1e-3),
    "diagonal, sparse": lambda: RiverClassifier(n=8192, subspace="diagonal", l1=1e-3),
    "full, hashed": lambda: RiverClassifier(n=16, subspace="full", features="hash"),
    "hinge": lambda: RiverClassifier(n=32, k=4, loss="hinge", with_intercept=False),
}
QUICK = ("tracked", "srht, l2")
CASES = [
    pytest.param(
        name,
        check,
        id=f"{name}-{check.__name__}",
        marks=[] if name in QUICK else pytest.mark.slow,
    )
    for name in VARIANTS
    for check in checks.yield_checks(VARIANTS[name]())
]


@pytest.mark.parametrize(("name", "check"), CASES)
def test_the_checks_of_river(name: str, check: Callable[[Any], None]) -> None:
    """All of them: ``_unit_test_skips`` is empty."""
    model = VARIANTS[name]()
    assert model._unit_test_skips() == set()
    check(model)


def phishing(count: int = 300) -> Iterator[tuple[dict[str, Any], bool]]:
    yield from datasets.Phishing().take(count)


def test_progressive_validation_beats_guessing_by_far() -> None:
    """A share of 56 % is False; river's own logistic regression has 89.28 % in this setting."""
    model = preprocessing.StandardScaler() | RiverClassifier()
    metric = evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy())
    assert metric.get() > 0.88


def test_probabilities_are_those_of_the_score() -> None:
    model = RiverClassifier(n=16)
    for x, y in phishing():
        model.learn_one(x, y)
    score = model.intercept + sum(model.weights[name] * value for name, value in x.items())
    assert model.predict_proba_one(x)[True] == pytest.approx(expit(score), rel=1e-12)
    assert model.predict_one(x) == (score > 0)
    assert model.predict_proba_one(x)[False] + model.predict_proba_one(x)[True] == 1.0


def test_other_losses_have_labels_and_no_probabilities() -> None:
    model = RiverClassifier(n=16, loss=Hinge())
    for x, y in phishing():
        model.learn_one(x, y)
    right = sum(model.predict_one(x) == y for x, y in phishing())
    assert right > 240
    for ask in (model.predict_proba_one, model.predict_proba_many):
        with pytest.raises(NotImplementedError, match="'hinge' has no probabilities"):
            ask(x)


@pytest.mark.parametrize("library", [pd, pl], ids=["pandas", "polars"])
def test_frames(library: Any) -> None:
    rows = list(phishing())
    frame = library.DataFrame([x for x, _ in rows])
    labels = (
        library.Series("is_phishing", [y for _, y in rows])
        if library is pl
        else pd.Series([y for _, y in rows], name="is_phishing")
    )
    one, many = RiverClassifier(n=16), RiverClassifier(n=16)
    for x, y in rows:
        one.learn_one(x, y)
    many.learn_many(frame, labels)
    assert many.weights == one.weights
    predicted = many.predict_many(frame)
    assert predicted.name == "is_phishing"
    assert predicted.to_list() == [one.predict_one(x) for x, _ in rows]
    p = many.predict_proba_many(frame)
    expected = [one.predict_proba_one(x)[True] for x, _ in rows]
    np.testing.assert_allclose(p[p.columns[1]].to_list(), expected, rtol=1e-12)


def test_words_and_booleans_are_features() -> None:
    rows = [{"colour": colour, "big": big} for colour in ("red", "blue") for big in (False, True)]
    labels = [x["colour"] == "red" or x["big"] for x in rows]
    model = RiverClassifier(n=8, k=4)
    model.learn_many(pd.DataFrame(rows * 30), pd.Series(labels * 30))
    assert set(model.weights) == {"colour_red", "colour_blue", "big"}
    assert [model.predict_one(x) for x in rows] == labels
    assert model.predict_one({"colour": "green", "big": True}) is True


def test_a_bag_of_words_hashed() -> None:
    texts = [("good fine good", True), ("bad awful", False), ("fine good", True), ("bad", False)]
    model = compose.Pipeline(
        feature_extraction.BagOfWords(),
        RiverClassifier(n=1024, subspace="diagonal", features="hash"),
    )
    for text, y in texts * 5:
        model.learn_one(text, y)
    assert [model.predict_one(text) for text, _ in texts] == [y for _, y in texts]
    with pytest.raises(InvalidInputError, match="does not keep the names"):
        _ = model["RiverClassifier"].weights


def test_a_full_vocabulary_is_an_error_that_changes_nothing() -> None:
    model = RiverClassifier(n=3)
    model.learn_one({"a": 1.0, "b": 2.0}, True)
    before = pickle.dumps(model)
    with pytest.raises(InvalidInputError, match="has columns for 2 features, 2 of them taken"):
        model.learn_one({"c": 1.0}, True)
    assert pickle.dumps(model) == before
    assert model.predict_one({"c": 1.0, "a": 1.0}) is True


def test_weights_of_examples_reach_the_model_through_pipelines() -> None:
    plain, scaled = RiverClassifier(n=16), preprocessing.StandardScaler() | RiverClassifier(n=16)
    for x, y in phishing(20):
        plain.learn_one(x, y, w=0.0)
        scaled.learn_one(x, y, w=0.0)
    assert plain.weights == dict.fromkeys(x, 0.0)
    assert set(scaled["RiverClassifier"].weights.values()) == {0.0}


@pytest.mark.parametrize("y", [False, True, 0, 1, 0.0, 1.0, np.bool_(True), np.int64(0)], ids=repr)
def test_labels(y: Any) -> None:
    model = RiverClassifier(n=4)
    model.learn_one({"a": 1.0}, y)
    assert (model.weights["a"] > 0) == bool(y)


@pytest.mark.parametrize("y", [-1, 2, "True", None, np.nan, [1]], ids=repr)
def test_what_is_not_a_label(y: Any) -> None:
    model = RiverClassifier(n=4)
    with pytest.raises(InvalidInputError, match=r"y must be False or True, got .*RiverSoftmax"):
        model.learn_one({"a": 1.0}, y)
    with pytest.raises(InvalidInputError, match="y must be False or True"):
        model.learn_many(pd.DataFrame({"a": [1.0]}), pd.Series([y], dtype=object))


def test_wrong_arguments_are_errors_at_once() -> None:
    for arguments in ({"lr": -1.0}, {"n": 1}, {"subspace": "x"}, {"loss": "squared"}, {"l1": -1.0}):
        with pytest.raises(InvalidInputError):
            RiverClassifier(**arguments)


def test_clones_have_the_parameters_and_not_the_weights() -> None:
    model = RiverClassifier(n=16, lr=0.25, loss=Hinge())
    for x, y in phishing(20):
        model.learn_one(x, y)
    clone = model.clone({"lr": 2.0})
    assert (clone.lr, clone.n, clone.loss, clone.weights) == (2.0, 16, Hinge(), {})
    assert model.clone(include_attributes=True).weights == model.weights


def test_a_mutation_changes_the_next_step_and_keeps_the_weights() -> None:
    rows, changed, whole = list(phishing(40)), RiverClassifier(n=16), RiverClassifier(n=16)
    for x, y in rows[:20]:
        changed.learn_one(x, y)
        whole.learn_one(x, y)
    changed.mutate({"lr": 0.05, "l2": 0.1})
    assert changed.weights == whole.weights
    for x, y in rows[20:]:
        changed.learn_one(x, y)
        whole.learn_one(x, y)
    assert np.linalg.norm(list(changed.weights.values())) > 0.0
    assert np.linalg.norm([changed.weights[i] - whole.weights[i] for i in x]) > 1e-2
    with pytest.raises(ValueError, match="'k' is not a mutable attribute"):
        changed.mutate({"k": 3})


def test_a_model_goes_on_after_pickling_with_the_same_bits() -> None:
    rows, model = list(phishing(60)), RiverClassifier(n=16)
    for x, y in rows[:30]:
        model.learn_one(x, y)
    copy = pickle.loads(pickle.dumps(model))
    for x, y in rows[30:]:
        model.learn_one(x, y)
        copy.learn_one(x, y)
    assert copy.weights == model.weights


def test_drift_wrappers_and_ensembles_take_it() -> None:
    base = preprocessing.StandardScaler() | RiverClassifier(n=16, k=4)
    wrapped = drift.DriftRetrainingClassifier(base.clone(), drift.binary.DDM())
    bagged = ensemble.ADWINBaggingClassifier(base.clone(), n_models=2, seed=1)
    for model in (wrapped, bagged):
        metric = evaluate.progressive_val_score(phishing(), model, metrics.Accuracy())
        assert metric.get() > 0.8


def test_drift_is_answered_by_a_new_model() -> None:
    """After the labels turn around, the wrapper recovers faster than the model alone."""
    rows = list(datasets.Phishing())
    turned = rows + [(x, not y) for x, y in rows]
    model = RiverClassifier(n=16, k=4, lr=0.1)
    alone = evaluate.progressive_val_score(turned, model.clone(), metrics.Accuracy())
    wrapped = drift.DriftRetrainingClassifier(model, drift.binary.DDM())
    found = evaluate.progressive_val_score(turned, wrapped, metrics.Accuracy())
    assert found.get() > alone.get() + 0.02


def test_searches_expand_its_parameters() -> None:
    model = preprocessing.StandardScaler() | RiverClassifier(n=16)
    grid = {"RiverClassifier": {"lr": [1e-4, 0.5], "k": [2, 4]}}
    models = utils.expand_param_grid(model, grid)
    assert len(models) == 4
    search = model_selection.SuccessiveHalvingClassifier(models, metrics.LogLoss(), budget=600)
    for x, y in phishing():
        search.predict_one(x)
        search.learn_one(x, y)
    assert search.best_model["RiverClassifier"].lr == 0.5


def test_its_logistic_regression_agrees_with_the_one_of_river() -> None:
    """Diagonal AdaGrad with delta -> 0 is river's AdaGrad without an intercept."""
    from river import linear_model

    ours = RiverClassifier(n=16, subspace="diagonal", lr=0.1, delta=1e-12, with_intercept=False)
    theirs = linear_model.LogisticRegression(optim.AdaGrad(0.1, eps=1e-20), intercept_lr=0.0)
    for x, y in phishing():
        x = {name: value for name, value in x.items() if value}
        ours.learn_one(x, y)
        theirs.learn_one(x, y)
    assert ours.weights == pytest.approx(theirs.weights, rel=1e-6, abs=1e-9)
