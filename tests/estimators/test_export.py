import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import (
    LinearRegression,
    LogisticRegression,
    PoissonRegressor,
    SGDClassifier,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor
from estimators.examples import classes, numbers, rows

X = rows()
CLASSIFIERS: dict[str, tuple[dict[str, Any], int, type]] = {
    "two": ({}, 2, SGDClassifier),
    "one against the rest": ({}, 3, SGDClassifier),
    "softmax": ({"multiclass": "multinomial"}, 4, LogisticRegression),
    "softmax of two": ({"multiclass": "multinomial"}, 2, SGDClassifier),
    "hinge": ({"loss": "hinge"}, 3, SGDClassifier),
    "squared hinge, average": ({"loss": "squared_hinge", "average": True}, 2, SGDClassifier),
}
REGRESSORS: dict[str, type[Any]] = {
    "squared_error": LinearRegression,
    "huber": LinearRegression,
    "poisson": PoissonRegressor,
}


def classifier(name: str) -> tuple[Any, Any]:
    options, count, _ = CLASSIFIERS[name]
    model = CompAdaGradClassifier(max_iter=3, tol=None, random_state=0, **options)
    return model.fit(X, classes(X, count)), CLASSIFIERS[name][2]


def regressor(loss: str) -> Any:
    y = numbers(X) if loss != "poisson" else np.random.default_rng(0).poisson(2.0, len(X))
    return CompAdaGradRegressor(loss, max_iter=3, tol=None, random_state=0).fit(X, y)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_classifiers(name: str) -> None:
    model, kind = classifier(name)
    other: Any = model.to_sklearn()
    assert type(other) is kind
    np.testing.assert_array_equal(other.predict(X), model.predict(X))
    np.testing.assert_allclose(other.decision_function(X), model.decision_function(X))
    if model.loss == "log_loss":
        np.testing.assert_allclose(other.predict_proba(X), model.predict_proba(X), atol=1e-12)
    other.coef_[:] = 0.0
    assert model.coef_.any()


@pytest.mark.parametrize("loss", REGRESSORS)
def test_regressors(loss: str) -> None:
    model = regressor(loss)
    other: Any = model.to_sklearn()
    assert type(other) is REGRESSORS[loss]
    np.testing.assert_allclose(other.predict(X), model.predict(X))


def test_a_sparse_model_and_names() -> None:
    frame = pd.DataFrame(X, columns=list("abcdef"))
    model = CompAdaGradClassifier(max_iter=1, tol=None).fit(frame, classes(X, 2)).sparsify()
    other: Any = model.to_sklearn()
    np.testing.assert_array_equal(other.predict(frame), model.predict(frame))
    np.testing.assert_array_equal(other.feature_names_in_, list("abcdef"))


def onnx_outputs(model: Any, rows_: Any, **options: Any) -> list[Any]:
    """What onnxruntime says of an exported model."""
    runtime = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    converter = pytest.importorskip("skl2onnx", reason="skl2onnx is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries that export
        exported = converter.to_onnx(model, rows_[:1], **options)
        session = runtime.InferenceSession(
            exported.SerializeToString(), providers=["CPUExecutionProvider"]
        )
    found: list[Any] = session.run(None, {session.get_inputs()[0].name: rows_})
    return found


@pytest.mark.parametrize("name", ["two", "one against the rest", "softmax", "softmax of two"])
def test_classifiers_under_onnx(name: str) -> None:
    model, _ = classifier(name)
    narrow = X.astype(np.float32)
    exported = model.to_sklearn()
    labels, probabilities = onnx_outputs(exported, narrow, options={"zipmap": False})
    np.testing.assert_array_equal(labels, model.predict(X))
    np.testing.assert_allclose(probabilities, model.predict_proba(X), atol=1e-5)


@pytest.mark.parametrize("name", ["hinge", "squared hinge, average"])
def test_margins_under_onnx(name: str) -> None:
    model, _ = classifier(name)
    options = {"zipmap": False, "raw_scores": True}
    labels, scores = onnx_outputs(model.to_sklearn(), X.astype(np.float32), options=options)
    np.testing.assert_array_equal(labels, model.predict(X))
    expected = model.decision_function(X)
    found = scores if expected.ndim == 2 else scores[:, -1]
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("loss", REGRESSORS)
def test_regressors_under_onnx(loss: str) -> None:
    model = regressor(loss)
    (found,) = onnx_outputs(model.to_sklearn(), X.astype(np.float32))
    np.testing.assert_allclose(found[:, 0], model.predict(X), rtol=1e-4, atol=1e-5)


def test_a_pipeline_under_onnx() -> None:
    y = classes(X, 3)
    pipe = make_pipeline(StandardScaler(), CompAdaGradClassifier(random_state=0)).fit(X, y)
    plain = make_pipeline(pipe[0], pipe[-1].to_sklearn())
    labels, _ = onnx_outputs(plain, X.astype(np.float32), options={"zipmap": False})
    assert np.mean(labels == pipe.predict(X)) > 0.99  # float32 may turn a tie
