"""Fitted linear models of scikit-learn, for what exports those."""

from typing import Any

import numpy as np
from sklearn.linear_model import (
    LinearRegression,
    LogisticRegression,
    PoissonRegressor,
    SGDClassifier,
)

__all__ = ["linear_classifier", "linear_regressor"]


def linear_classifier(model: Any) -> Any:
    """A classifier with the same scores and probabilities.

    A softmax is :class:`~sklearn.linear_model.LogisticRegression`; everything else is what
    :class:`~sklearn.linear_model.SGDClassifier` makes of the same loss, one class against the rest.
    """
    training = model._trained
    if training.goal.loss is None:
        copy = LogisticRegression()
    else:
        copy = SGDClassifier(loss=model.loss, penalty=model.penalty, alpha=model.alpha)
        copy.t_ = float(training.examples)
    copy.classes_ = model.classes_.copy()
    return _with_weights(copy, model, np.array(model._dense_coef()), model.intercept_.copy())


def linear_regressor(model: Any) -> Any:
    """A regressor with the same predictions: of counts for ``"poisson"``, else of plain scores."""
    coef = np.array(model._dense_coef())
    if model.loss != "poisson":
        return _with_weights(LinearRegression(), model, coef, float(model.intercept_[0]))
    copy = PoissonRegressor().fit(np.zeros((2, coef.size)), np.ones(2))
    return _with_weights(copy, model, coef, float(model.intercept_[0]))


def _with_weights(copy: Any, model: Any, coef: Any, intercept: Any) -> Any:
    copy.coef_, copy.intercept_ = coef, intercept
    copy.n_features_in_ = model.n_features_in_
    copy.n_iter_ = model.n_iter_
    names = getattr(model, "feature_names_in_", None)
    if names is not None:
        copy.feature_names_in_ = names.copy()
    return copy
