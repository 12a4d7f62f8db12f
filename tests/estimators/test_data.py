import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.estimators import CompAdaGradRegressor
from compadagrad.estimators.data import checked_data, checked_random, checked_rows

X = np.arange(6.0).reshape(3, 2)
Y = np.arange(3.0)
FRAMES = {
    "pandas": pd.DataFrame(X, columns=["a", "b"]),
    "polars": pl.DataFrame(X, schema=["a", "b"]),
}

OTHERS = {
    "pandas": pd.DataFrame(X, columns=["a", "c"]),
    "polars": pl.DataFrame(X, schema=["a", "c"]),
}


@pytest.mark.parametrize("name", FRAMES)
def test_frames_have_names(name: str) -> None:
    estimator, frame = CompAdaGradRegressor(), FRAMES[name]
    rows, targets = checked_data(estimator, frame, Y, first=True, numeric=True)
    np.testing.assert_array_equal(rows, X)
    np.testing.assert_array_equal(targets, Y)
    np.testing.assert_array_equal(estimator.feature_names_in_, ["a", "b"])
    np.testing.assert_array_equal(checked_rows(estimator, frame), X)
    with pytest.raises(InvalidInputError, match="feature names"):
        checked_rows(estimator, OTHERS[name])


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8])
@pytest.mark.parametrize("make", [np.asarray, sparse.csr_matrix, sparse.coo_array])
def test_floats_keep_their_type(dtype: type, make: type) -> None:
    estimator = CompAdaGradRegressor()
    rows, _ = checked_data(estimator, make(X.astype(dtype)), Y, first=True, numeric=True)
    assert rows.dtype == (np.float32 if dtype is np.float32 else np.float64)
    assert isinstance(rows, np.ndarray | sparse.csr_array)


@pytest.mark.parametrize(
    ("rows", "targets", "message"),
    [
        (X, Y[:2], "inconsistent numbers of samples"),
        (X[0], Y, "Expected 2D array"),
        (np.where(X == 3, np.nan, X), Y, "contains NaN"),
        (X, np.where(Y == 1, np.inf, Y), "infinity"),
        (X[:0], Y[:0], "minimum of 1 is required"),
        ([["a", "b"]] * 3, Y, "could not convert string"),
    ],
)
def test_bad_data(rows: object, targets: object, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        checked_data(CompAdaGradRegressor(), rows, targets, first=True, numeric=True)


def test_another_number_of_features() -> None:
    estimator = CompAdaGradRegressor()
    checked_data(estimator, X, Y, first=True, numeric=True)
    with pytest.raises(InvalidInputError, match="X has 1 features, but"):
        checked_rows(estimator, X[:, :1])
    with pytest.raises(InvalidInputError, match="X has 1 features, but"):
        checked_data(estimator, X[:, :1], Y, first=False, numeric=True)


def test_generators() -> None:
    assert checked_random(3).randint(1000) == np.random.RandomState(3).randint(1000)
    given = np.random.RandomState(0)
    assert checked_random(given) is given


@pytest.mark.parametrize("seed", [-1, 2**32, "a", 0.5])
def test_what_is_no_seed(seed: object) -> None:
    with pytest.raises(InvalidInputError, match=r"random_state must be an integer in 0\.\."):
        checked_random(seed)
    with pytest.raises(InvalidInputError, match="random_state"):
        CompAdaGradRegressor(random_state=seed).fit(X, Y)
