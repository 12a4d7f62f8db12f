"""The estimators inside what others build from estimators."""

from typing import Any

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import TransformedTargetRegressor
from sklearn.feature_selection import SelectFromModel
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor
from estimators.examples import classes, numbers, rows, same_weights

X = rows(count=240)
TWO, THREE, NUMBERS = classes(X, 2), classes(X, 3), numbers(X)
MODEL = CompAdaGradClassifier(max_iter=5, tol=None, random_state=0)


@pytest.mark.parametrize("step", [Nystroem(n_components=30), RBFSampler(n_components=60)], ids=str)
def test_after_features_of_a_kernel(step: Any) -> None:
    step = clone(step).set_params(random_state=0, gamma=0.02)
    inside = (X**2).sum(axis=1) > np.median((X**2).sum(axis=1))
    model = clone(MODEL).set_params(eta0=0.5, tau=2.0)
    pipe = make_pipeline(StandardScaler(), step, model).fit(X, inside)
    alone = clone(model).fit(X, inside)
    assert pipe.score(X, inside) > max(0.85, alone.score(X, inside))


def test_grid_search() -> None:
    search = GridSearchCV(
        make_pipeline(StandardScaler(), MODEL),
        {
            "compadagradclassifier__subspace": ["tracked", "diagonal"],
            "compadagradclassifier__eta0": [1e-6, 0.5],
        },
        cv=3,
    ).fit(X, THREE)
    assert search.best_params_["compadagradclassifier__eta0"] == 0.5
    assert search.best_score_ > 0.85


def test_calibration_and_one_against_the_rest() -> None:
    hinge = clone(MODEL).set_params(loss="hinge")
    calibrated = CalibratedClassifierCV(hinge, cv=3).fit(X, TWO)
    assert calibrated.score(X, TWO) > 0.9
    np.testing.assert_allclose(calibrated.predict_proba(X).sum(axis=1), 1.0)
    rest = OneVsRestClassifier(MODEL).fit(X, THREE)
    assert rest.score(X, THREE) > 0.85
    rest.partial_fit(X, THREE)


def test_processes_and_clones() -> None:
    alone = [clone(MODEL).set_params(alpha=a).fit(X, TWO) for a in (1e-4, 1e-2)]
    spread = joblib.Parallel(n_jobs=2)(
        joblib.delayed(clone(MODEL).set_params(alpha=a).fit)(X, TWO) for a in (1e-4, 1e-2)
    )
    for one, other in zip(alone, spread, strict=True):
        assert same_weights(one, other)
        assert same_weights(one.partial_fit(X, TWO), other.partial_fit(X, TWO))
    copy = clone(alone[0])
    assert not hasattr(copy, "coef_")
    assert copy.get_params() == alone[0].get_params()


def test_cross_validation_in_threads() -> None:
    one = cross_val_score(MODEL, X, TWO, cv=4)
    with joblib.parallel_backend("threading", n_jobs=2):
        two = cross_val_score(MODEL, X, TWO, cv=4)
    np.testing.assert_array_equal(one, two)


def test_read_only_rows_of_a_memory_map(tmp_path: Any) -> None:
    np.save(tmp_path / "rows.npy", X)
    mapped = np.load(tmp_path / "rows.npy", mmap_mode="r")
    assert same_weights(clone(MODEL).fit(mapped, TWO), clone(MODEL).fit(X, TWO))


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_frames(frame: Any) -> None:
    names = [f"column {i}" for i in range(X.shape[1])]
    given = pd.DataFrame(X, columns=names) if frame is pd.DataFrame else pl.DataFrame(X, names)
    target = pd.Series(TWO) if frame is pd.DataFrame else pl.Series(TWO)
    model = clone(MODEL).fit(given, target)
    assert list(model.feature_names_in_) == names
    assert same_weights(model, clone(MODEL).fit(X, TWO))
    np.testing.assert_array_equal(model.predict(given), clone(MODEL).fit(X, TWO).predict(X))


def test_set_output_of_a_pipeline() -> None:
    pipe = make_pipeline(StandardScaler(), MODEL).set_output(transform="pandas")
    frame = pd.DataFrame(X, columns=list("abcdef"))
    pipe.fit(frame, TWO)
    assert list(pipe[-1].feature_names_in_) == list("abcdef")


def test_weights_are_routed() -> None:
    weights = np.arange(240.0) % 3
    with sklearn.config_context(enable_metadata_routing=True):
        model = clone(MODEL).set_fit_request(sample_weight=True)
        model = model.set_score_request(sample_weight=True)
        scaler = StandardScaler().set_fit_request(sample_weight=False)
        pipe = make_pipeline(scaler, model).fit(X, TWO, sample_weight=weights)
        found = cross_validate(model, X, TWO, params={"sample_weight": weights}, cv=3)
        plain = clone(MODEL).set_partial_fit_request(classes=True, sample_weight=True)
        assert plain.get_metadata_routing().partial_fit.requests["classes"] is True
    scaled = StandardScaler().fit_transform(X)
    assert same_weights(pipe[-1], clone(MODEL).fit(scaled, TWO, sample_weight=weights))
    assert len(found["test_score"]) == 3


def test_selection_by_weights() -> None:
    sparse_model = clone(MODEL).set_params(penalty="l1", alpha=0.3, subspace="diagonal")
    selected = SelectFromModel(sparse_model, threshold=0.1).fit(X, TWO)
    chosen = np.abs(selected.estimator_.coef_[0]) >= 0.1
    np.testing.assert_array_equal(selected.get_support(), chosen)
    assert 0 < chosen.sum() < X.shape[1]


def test_targets_that_are_brought_to_size() -> None:
    y = 1e4 * NUMBERS + 5e4
    model = TransformedTargetRegressor(
        CompAdaGradRegressor(random_state=0), transformer=StandardScaler()
    ).fit(X, y)
    assert model.score(X, y) > 0.98 * LinearRegression().fit(X, y).score(X, y)
