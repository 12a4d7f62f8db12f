from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from river import checks, datasets, evaluate, metrics, preprocessing

from compadagrad import InvalidInputError
from compadagrad.losses import Huber, Quantile
from compadagrad.river import RiverRegressor

VARIANTS: dict[str, Callable[[], RiverRegressor]] = {
    "tracked": lambda: RiverRegressor(n=32, k=4),
    "srht": lambda: RiverRegressor(n=32, subspace="srht", k=8),
    "diagonal, l1": lambda: RiverRegressor(n=16, subspace="diagonal", l1=1e-3),
    "diagonal, hashed": lambda: RiverRegressor(n=8192, subspace="diagonal", features="hash"),
    "full, huber": lambda: RiverRegressor(n=16, subspace="full", loss=Huber(1.0)),
}
QUICK = ("tracked", "diagonal, l1")
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


def planted(count: int = 400) -> tuple[pd.DataFrame, Any]:
    rng = np.random.default_rng(0)
    A = rng.standard_normal((count, 3))
    return pd.DataFrame(A, columns=list("abc")), A @ [1.0, -2.0, 0.5] + 0.75


def test_a_plane_is_found() -> None:
    X, y = planted()
    model = RiverRegressor(n=8, subspace="full", lr=1.0)
    model.learn_many(X, pd.Series(y))
    found = [model.weights[name] for name in "abc"]
    np.testing.assert_allclose(found, [1.0, -2.0, 0.5], atol=1e-3)
    assert model.intercept == pytest.approx(0.75, abs=1e-3)
    assert model.predict_one({"a": 1.0, "c": 2.0}) == pytest.approx(2.75, abs=1e-2)


def test_progressive_validation_with_scaled_targets() -> None:
    """Always saying the mean so far has an error of 1.6 here."""
    model = preprocessing.TargetStandardScaler(
        regressor=preprocessing.StandardScaler() | RiverRegressor()
    )
    metric = evaluate.progressive_val_score(datasets.TrumpApproval(), model, metrics.MAE())
    assert metric.get() < 0.5


@pytest.mark.parametrize("library", [pd, pl], ids=["pandas", "polars"])
def test_frames_are_their_rows_to_the_bit(library: Any) -> None:
    X, y = planted()
    one, many = RiverRegressor(n=8, l2=0.01), RiverRegressor(n=8, l2=0.01)
    for x, target in zip(X.to_dict("records"), y, strict=True):
        one.learn_one(x, target)
    frame = library.DataFrame({name: X[name].to_numpy() for name in X})
    many.learn_many(frame, library.Series(y), w=1.0)
    assert many.weights == one.weights
    predicted = many.predict_many(frame)
    assert isinstance(predicted, library.Series)
    expected = [one.predict_one(x) for x in X.to_dict("records")]
    np.testing.assert_allclose(predicted.to_list(), expected, rtol=1e-12)


def test_a_poisson_regression_predicts_means() -> None:
    rng = np.random.default_rng(0)
    model = RiverRegressor(n=8, loss="poisson", subspace="full", lr=0.5)
    for a in rng.uniform(-1.0, 1.0, 3000):
        model.learn_one({"a": a}, float(rng.poisson(np.exp(0.5 + a))))
    assert model.predict_one({"a": 0.0}) == pytest.approx(np.exp(0.5), rel=0.1)
    assert model.predict_one({"a": 1.0}) == pytest.approx(np.exp(1.5), rel=0.1)
    found = model.predict_many(pd.DataFrame({"a": [0.0, 1.0]})).tolist()
    assert found == pytest.approx([model.predict_one({"a": 0.0}), model.predict_one({"a": 1.0})])


def test_a_quantile_regression_leaves_its_share_above() -> None:
    rng = np.random.default_rng(0)
    model = RiverRegressor(n=2, k=1, loss=Quantile(0.9), lr=0.5)
    for y in rng.standard_normal(4000):
        model.learn_one({}, y)
    assert model.predict_one({}) == pytest.approx(1.2816, abs=0.15)


def test_mutation_and_clones() -> None:
    X, y = planted(20)
    model = RiverRegressor(n=8, loss=Huber(1.0))
    model.learn_many(X, pd.Series(y))
    weights = model.weights
    model.mutate({"lr": 1e-9})
    model.learn_many(X, pd.Series(y))
    assert model.weights == pytest.approx(weights, abs=1e-6)
    assert model.clone().loss == Huber(1.0)
    assert model.clone().weights == {}


@pytest.mark.parametrize("y", [np.nan, np.inf, "1", None], ids=repr)
def test_what_is_not_a_target(y: Any) -> None:
    model = RiverRegressor(n=4)
    with pytest.raises(InvalidInputError, match="y must hold"):
        model.learn_one({"a": 1.0}, y)


def test_losses_of_labels_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="loss must be one for real or count labels"):
        RiverRegressor(loss="logistic")
    with pytest.raises(InvalidInputError, match="y must hold counts"):
        RiverRegressor(loss="poisson").learn_one({"a": 1.0}, -1.0)
