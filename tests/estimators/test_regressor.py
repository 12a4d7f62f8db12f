from typing import Any

import numpy as np
import pytest
import sklearn
from sklearn.linear_model import Ridge

from compadagrad import InvalidInputError
from compadagrad.estimators import CompAdaGradRegressor
from estimators.examples import COUNT, numbers, rows, same_weights

X = rows()
Y = numbers(X)


def fitted(y: Any = Y, **options: Any) -> CompAdaGradRegressor:
    options = {"max_iter": 30, "tol": None, "random_state": 0, **options}
    return CompAdaGradRegressor(**options).fit(X, y)


@pytest.mark.parametrize("loss", ["squared_error", "huber", "absolute_error", "quantile"])
def test_losses_of_a_line(loss: str) -> None:
    model = fitted(loss=loss)
    assert (model.coef_.shape, model.intercept_.shape) == ((6,), (1,))
    np.testing.assert_allclose(model.predict(X), X @ model.coef_ + model.intercept_)
    assert model.score(X, Y) > 0.95


@pytest.mark.parametrize("subspace", ["tracked", "srht", "diagonal", "full"])
def test_subspaces(subspace: str) -> None:
    assert fitted(subspace=subspace).score(X, Y) > 0.95


def test_it_finds_what_ridge_regression_finds() -> None:
    alpha = 0.1
    model = fitted(alpha=alpha, subspace="full", average=500)
    best = Ridge(alpha=alpha * COUNT).fit(X, Y)
    np.testing.assert_allclose(model.coef_, best.coef_, atol=0.02)
    np.testing.assert_allclose(model.intercept_, best.intercept_, atol=0.02)


def test_quantiles_hold_their_share() -> None:
    noise = np.random.default_rng(0).standard_normal(COUNT)
    for level in (0.2, 0.8):
        model = fitted(Y + noise, loss="quantile", quantile=level, average=1000, max_iter=60)
        assert np.mean(Y + noise <= model.predict(X)) == pytest.approx(level, abs=0.08)


def test_the_width_of_huber() -> None:
    outliers = np.where(np.arange(COUNT) % 12 == 0, Y + 60.0, Y)
    narrow, wide = (fitted(outliers, loss="huber", epsilon=e, average=True) for e in (0.1, 1e3))
    assert narrow.score(X, Y) > 0.9 > wide.score(X, Y)


def test_counts() -> None:
    rates = 3.0 * np.exp(0.5 * Y)
    y = np.random.default_rng(0).poisson(rates)
    model = fitted(y, loss="poisson", average=500)
    np.testing.assert_allclose(model.predict(X), np.exp(X @ model.coef_ + model.intercept_))
    assert np.corrcoef(model.predict(X), rates)[0, 1] > 0.95
    model.partial_fit(X, y)
    with pytest.raises(InvalidInputError, match="y must hold counts or rates"):
        fitted(-y, loss="poisson")


def test_online_errors_are_distances_before_learning() -> None:
    for loss, y in (("huber", Y), ("poisson", np.abs(Y))):
        model, distances = CompAdaGradRegressor(loss, random_state=0), []
        for i in range(COUNT):
            before = model.predict(X[i : i + 1])[0] if i else float(loss == "poisson")
            distances.append(abs(before - y[i]))
            model.partial_fit(X[i : i + 1], y[i : i + 1])
        assert model.online_error_ == pytest.approx(np.mean(distances))


def test_early_stopping_with_weights() -> None:
    model = CompAdaGradRegressor(early_stopping=True, random_state=0)
    model.fit(X, Y, sample_weight=np.arange(COUNT) % 2 + 0.5)
    assert model.n_iter_ < 100
    assert model.score(X, Y) > 0.9


def test_early_stopping_by_one_row() -> None:
    model = CompAdaGradRegressor(early_stopping=True, validation_fraction=1e-6, random_state=0)
    model.fit(X, Y)
    assert model.t_ % (COUNT - 1) == 0


def test_early_stopping_of_counts_goes_by_counts() -> None:
    y = np.random.default_rng(0).poisson(np.exp(0.5 * Y))
    model = CompAdaGradRegressor("poisson", early_stopping=True, random_state=0).fit(X, y)
    assert model.n_iter_ < 100


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"loss": "squared"}, "loss must be one of 'squared_error', 'huber', .* got 'squared'"),
        ({"loss": "huber", "epsilon": 0.0}, "width"),
        ({"loss": "quantile", "quantile": 1.0}, "level"),
        ({"delta": "small"}, "delta must be a positive"),
        ({"delta": (0.1, 0.2, 0.3)}, "delta must be one number or a pair"),
    ],
    ids=str,
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        CompAdaGradRegressor(**options).fit(X, Y)


def test_weights_come_third_as_in_scikit_learn() -> None:
    weights = np.arange(COUNT) % 3
    third = CompAdaGradRegressor(random_state=0).partial_fit(X, Y, weights)
    named = CompAdaGradRegressor(random_state=0).partial_fit(X, Y, sample_weight=weights)
    assert same_weights(third, named)
    assert third.t_ == COUNT * 2 // 3
    nothing = CompAdaGradRegressor().partial_fit(X, Y, np.zeros(COUNT), None)
    assert (nothing.t_, nothing.coef_.any()) == (0, False)


def test_there_are_no_classes() -> None:
    with pytest.raises(
        InvalidInputError, match=r"a regressor has no classes, got classes=\[0, 1\]"
    ):
        CompAdaGradRegressor().partial_fit(X, Y, classes=[0, 1])  # type: ignore[arg-type]
    with sklearn.config_context(enable_metadata_routing=True):
        model = CompAdaGradRegressor().set_partial_fit_request(sample_weight=True)
        requests = model.get_metadata_routing().partial_fit.requests
    assert requests == {"sample_weight": True}


def test_targets_must_be_numbers() -> None:
    with pytest.raises(InvalidInputError, match="y must hold float32, float64 or integer"):
        CompAdaGradRegressor().fit(X, np.full(COUNT, "high"))
