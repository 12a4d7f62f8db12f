import contextlib
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compadagrad import CompAdaGradError, InvalidInputError, TrackedAdaGrad
from compadagrad.losses import Logistic, Squared
from compadagrad.regularizers import SquaredL2
from compadagrad.river.frames import read_frame
from compadagrad.river.linear import Linear, retuned
from compadagrad.river.settings import SPARSE_FROM, Settings

SETTINGS = Settings(
    n=8,
    subspace="tracked",
    k=3,
    lr=0.5,
    tau=1.0,
    delta=0.1,
    l1=0.0,
    l2=0.0,
    with_intercept=True,
    features="grow",
    seed=0,
    on_inexact="raise",
)
VARIANTS = {
    "tracked": SETTINGS,
    "tracked, l2": replace(SETTINGS, l2=0.1),
    "tracked, l1": replace(SETTINGS, l1=0.01),
    "srht": replace(SETTINGS, subspace="srht"),
    "srht, hashed": replace(SETTINGS, subspace="srht", features="hash"),
    "full": replace(SETTINGS, subspace="full"),
    "diagonal, l1": replace(SETTINGS, subspace="diagonal", l1=0.05, with_intercept=False),
    "diagonal, sparse": replace(SETTINGS, subspace="diagonal", n=SPARSE_FROM, l1=0.05),
}


@pytest.fixture(params=VARIANTS)
def settings(request: pytest.FixtureRequest) -> Settings:
    return VARIANTS[request.param]


def examples(count: int = 40) -> tuple[pd.DataFrame, Any]:
    rng = np.random.default_rng(1)
    A = rng.standard_normal((count, 4))
    return pd.DataFrame(A, columns=list("dacb")), np.sign(A[:, 0] - A[:, 1] + 0.1)


def test_scores_and_weights_are_those_of_the_learner() -> None:
    """Against the learner itself, on a matrix made by hand."""
    X, y = examples()
    model = Linear(replace(SETTINGS, l2=0.1), Logistic())
    model.learn_frame(read_frame(X), y, 1.0)
    A = np.zeros((40, 8))
    A[:, :4], A[:, 7] = X[list("abcd")], 1.0
    l2 = np.append(np.full(7, 0.1), 0.0)
    learner = TrackedAdaGrad(8, 3, lr=0.5, tau=1.0, delta=0.1, regularizer=SquaredL2(l2))
    learner.one_pass(A, y, "logistic")
    np.testing.assert_allclose(list(model.weights.values()), learner.x[:4], rtol=1e-9)
    assert list(model.weights) == list("abcd")
    assert model.intercept == pytest.approx(learner.x[7], rel=1e-9)
    expected = learner.dot(A)
    np.testing.assert_allclose(model.scores(read_frame(X)), expected, rtol=1e-9)
    assert model.score(X.iloc[3].to_dict()) == pytest.approx(expected[3], rel=1e-9)


@pytest.mark.parametrize("w", [1.0, 0.3, "each"])
def test_a_frame_is_its_rows_to_the_bit(settings: Settings, w: Any) -> None:
    X, y = examples()
    weights = np.tile([1.0, 0.0, 2.5, 1.0], 10) if w == "each" else np.full(40, w)
    one, many = Linear(settings, Logistic()), Linear(settings, Logistic())
    for x, target, weight in zip(X.to_dict("records"), y, weights, strict=True):
        one.learn(x, target, weight)
    many.learn_frame(read_frame(X), y, pd.Series(weights) if w == "each" else w)
    assert one.learner.x.any()
    assert one.learner.x.tobytes() == many.learner.x.tobytes()
    assert one.learner.steps == many.learner.steps == np.count_nonzero(weights)


def test_weights_multiply_gradients() -> None:
    x, model = {"a": 2.0}, Linear(replace(SETTINGS, with_intercept=False), Squared())
    model.learn(x, 3.0, 0.5)
    learner = TrackedAdaGrad(8, 3, lr=0.5, tau=1.0, delta=0.1)
    learner.step(np.eye(8)[0] * 0.5 * -3.0 * 2.0)
    assert model.weights["a"] == pytest.approx(learner.x[0], rel=1e-12)


def test_no_weight_is_no_step(settings: Settings) -> None:
    X, y = examples()
    model = Linear(settings, Logistic())
    model.learn_frame(read_frame(X), y, 1.0)
    before = model.learner.x.tobytes(), model.learner.steps
    model.learn({"a": 1.0}, 1.0, 0.0)
    assert (model.learner.x.tobytes(), model.learner.steps) == before


def test_wrong_targets_and_weights_leave_the_vocabulary_as_it_was() -> None:
    model = Linear(SETTINGS, Squared())
    for y, w in ((np.nan, 1.0), ("a", 1.0), (1.0, -1.0)):
        with pytest.raises(InvalidInputError):
            model.learn({"new": 1.0}, y, w)  # type: ignore[arg-type]
    assert model.weights == {}


def test_going_on_with_other_numbers(settings: Settings) -> None:
    """The state stays, and the next step is that of a learner made with the new numbers."""
    X, y = examples()
    model = Linear(settings, Logistic())
    model.learn_frame(read_frame(X), y, 1.0)
    before = model.learner.x.copy()
    model.tune(0.125, settings.l1, 0.25)
    np.testing.assert_allclose(model.learner.x, before, rtol=1e-12)
    assert (model.learner.lr, model.settings.l2) == (0.125, 0.25)
    model.learn(X.iloc[0].to_dict(), 1.0, 1.0)
    assert np.abs(model.learner.x - before).max() > 1e-6
    same = model.learner
    model.tune(0.125, settings.l1, 0.25)
    assert model.learner is same


def test_wrong_new_numbers_leave_the_model_as_it_was() -> None:
    model = Linear(SETTINGS, Logistic())
    with pytest.raises(InvalidInputError, match="lr must be"):
        model.tune(-1.0, 0.0, 0.0)
    assert (model.settings, model.learner.lr) == (SETTINGS, 0.5)


def test_sparse_coordinates_are_brought_up_to_date_before_the_numbers_change() -> None:
    """What a waiting coordinate has missed was to be made up for with the old numbers."""
    settings = VARIANTS["diagonal, sparse"]
    model = Linear(settings, Logistic())
    model.learn({"a": 1.0, "b": 1.0}, 1.0, 1.0)
    for _ in range(3):
        model.learn({"a": 1.0}, 1.0, 1.0)
    before = model.weights["b"]
    model.learner = retuned(model.learner, replace(settings, l1=0.0))
    assert model.weights["b"] == before
    for _ in range(3):
        model.learn({"a": 1.0}, 1.0, 1.0)
    assert model.weights["b"] == before


@pytest.mark.filterwarnings("ignore::compadagrad.errors.InexactUpdateWarning")
@pytest.mark.parametrize("size", [1e160, 1e250, 1e307])
def test_a_huge_number_is_learned_or_refused_and_the_model_goes_on(
    settings: Settings, size: float
) -> None:
    X, y = examples()
    for x, w in (({"a": size}, 1.0), ({"a": 1.0}, size)):
        model = Linear(replace(settings, on_inexact="warn"), Logistic())
        model.learn_frame(read_frame(X), y, 1.0)
        with contextlib.suppress(CompAdaGradError):
            model.learn(x, 1.0, w)
        assert np.isfinite(model.learner.x).all()
        steps = model.learner.steps
        model.learn_frame(read_frame(X), y, 1.0)
        assert model.learner.steps == steps + 40


def test_an_empty_frame() -> None:
    model = Linear(SETTINGS, Logistic())
    frame = read_frame(pd.DataFrame({"a": []}, dtype=float))
    assert model.scores(frame).shape == (0,)
    model.learn_frame(frame, np.empty(0), 1.0)
    assert model.learner.steps == 0
