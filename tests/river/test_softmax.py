import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from river import checks, compose, datasets, drift, evaluate, metrics, preprocessing

from compadagrad import InvalidInputError
from compadagrad.river import RiverSoftmax

VARIANTS: dict[str, Callable[[], RiverSoftmax]] = {
    "diagonal": lambda: RiverSoftmax(n=32, subspace="diagonal"),
    "tracked": lambda: RiverSoftmax(n=32, k=2),
    "srht, hashed": lambda: RiverSoftmax(n=32, subspace="srht", k=4, features="hash"),
}
CASES = [
    pytest.param(
        name,
        check,
        id=f"{name}-{check.__name__}",
        marks=[] if name == "diagonal" else pytest.mark.slow,
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


def segments(count: int = 300) -> list[tuple[dict[str, float], str]]:
    scaler, rows = preprocessing.StandardScaler(), []
    for x, y in datasets.ImageSegments().take(count):
        scaler.learn_one(x)
        rows.append((scaler.transform_one(x), y))
    return rows


def test_progressive_validation() -> None:
    """Seven classes of equal size: guessing has 14 %."""
    model = RiverSoftmax(n=32, subspace="diagonal")
    metric = evaluate.progressive_val_score(segments(), model, metrics.Accuracy())
    assert metric.get() > 0.75


@pytest.mark.parametrize("library", [pd, pl], ids=["pandas", "polars"])
def test_frames(library: Any) -> None:
    rows = segments(60)
    frame = library.DataFrame([x for x, _ in rows])
    labels = library.Series([y for _, y in rows])
    one, many = (RiverSoftmax(n=32, subspace="diagonal") for _ in range(2))
    for x, y in rows:
        one.learn_one(x, y)
    many.learn_many(frame, labels)
    assert many.weights == one.weights
    assert many.intercept == one.intercept
    assert many.predict_many(frame).to_list() == [one.predict_one(x) for x, _ in rows]
    p = many.predict_proba_many(frame)
    assert list(p.columns) == list(one.weights)
    for name in p.columns:
        expected = [one.predict_proba_one(x)[name] for x, _ in rows]
        np.testing.assert_allclose(p[name].to_list(), expected, rtol=1e-12)


def test_before_the_first_example_there_is_no_label() -> None:
    model, frame = RiverSoftmax(n=4), pd.DataFrame({"a": [1.0, 2.0]})
    assert model.predict_proba_one({"a": 1.0}) == {}
    assert model.predict_one({"a": 1.0}) is None
    assert model.predict_many(frame).tolist() == [None, None]
    assert model.predict_proba_many(frame).empty


def test_labels_may_be_any_key() -> None:
    model = RiverSoftmax(n=4)
    labels = [True, "b", 7, ("c", 1)]
    for label in labels * 20:
        model.learn_one({str(label): 1.0} if label != 7 else {}, label)
    assert [*model.weights] == labels
    assert model.predict_one({"b": 1.0}) == "b"
    assert model.predict_one({}) == 7


def test_wrappers_pickles_mutations_and_clones() -> None:
    rows = segments(40)
    model = drift.DriftRetrainingClassifier(
        compose.Pipeline(preprocessing.StandardScaler(), RiverSoftmax(n=32, subspace="diagonal"))
    )
    for x, y in rows:
        model.predict_one(x)
        model.learn_one(x, y)
    plain = RiverSoftmax(n=32, subspace="diagonal")
    for x, y in rows:
        plain.learn_one(x, y)
    assert pickle.loads(pickle.dumps(plain)).weights == plain.weights
    weights = plain.weights
    plain.mutate({"lr": 1e-12})
    plain.learn_one(*rows[0])
    for label in weights:
        assert plain.weights[label] == pytest.approx(weights[label], abs=1e-9)
    assert plain.clone().weights == {}


def test_wrong_input() -> None:
    with pytest.raises(InvalidInputError, match="lr must be a positive"):
        RiverSoftmax(lr=0.0)
    model = RiverSoftmax(n=4)
    with pytest.raises(InvalidInputError, match="a label must be"):
        model.learn_one({"a": 1.0}, [])  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="w must be"):
        model.learn_one({"a": 1.0}, "x", w=-1.0)
    assert model.predict_proba_one({"a": 1.0}) == {}
