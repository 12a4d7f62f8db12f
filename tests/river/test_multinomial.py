from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from compadagrad import CompAdaGrad, InvalidInputError
from compadagrad.losses import Logistic
from compadagrad.river.frames import read_frame
from compadagrad.river.linear import Linear
from compadagrad.river.multinomial import Multinomial
from compadagrad.river.settings import SPARSE_FROM, Settings

SETTINGS = Settings(
    n=8,
    subspace="srht",
    k=3,
    lr=0.5,
    tau=1.0,
    delta=0.1,
    l1=0.0,
    l2=0.0,
    with_intercept=False,
    features="grow",
    seed=4,
    on_inexact="raise",
)
SPARSE = replace(SETTINGS, subspace="diagonal", n=SPARSE_FROM)


def examples(count: int = 30) -> tuple[pd.DataFrame, list[str]]:
    rng = np.random.default_rng(2)
    A = rng.standard_normal((count, 3))
    return pd.DataFrame(A, columns=list("abc")), ["xyz"[i] for i in A.argmax(axis=1)]


def test_classes_move_by_their_part_of_the_gradient() -> None:
    """Against one learner for each class and the gradient of the cross-entropy by its formula."""
    X, labels = examples()
    model = Multinomial(SETTINGS)
    model.learn_frame(read_frame(X), labels, 1.0)
    expected = {c: CompAdaGrad(8, 3, lr=0.5, delta=0.1, seed=4) for c in "xyz"}
    met: list[str] = []
    for row, label in zip(X.to_numpy(), labels, strict=True):
        met += [label] if label not in met else []
        a = np.append(row, np.zeros(5))
        exponentials = {c: np.exp(expected[c].dot(a)) for c in met}
        for c in met:
            p = exponentials[c] / sum(exponentials.values())
            expected[c].step((p - (c == label)) * a)
    assert list(model.learners) == met
    for c in met:
        np.testing.assert_allclose(model.learners[c].x, expected[c].x, rtol=1e-9, atol=1e-12)


def test_two_classes_are_a_logistic_regression_with_twice_the_distance() -> None:
    """With two classes w_1 = -w_0, and the difference follows the logistic gradient."""
    settings = replace(SETTINGS, subspace="diagonal", delta=1e-9)
    X, labels = examples()
    two = ["x" if c == "x" else "y" for c in labels]
    model, binary = Multinomial(settings), Linear(replace(settings, lr=1.0), Logistic())
    for x, label in zip(X.to_dict("records"), two, strict=True):
        if len(model.learners) == 2:
            break
        model.learn(x, label, 0.0)
    for label in ("y", "x"):
        model.learners[label] = settings.learner()
    model.learn_frame(read_frame(X), two, 1.0)
    binary.learn_frame(read_frame(X), np.where(np.array(two) == "x", 1.0, -1.0), 1.0)
    difference = model.learners["x"].x - model.learners["y"].x
    np.testing.assert_allclose(difference, binary.learner.x, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("settings", [SETTINGS, SPARSE], ids=["dense", "sparse"])
def test_a_frame_is_its_rows_to_the_bit(settings: Settings) -> None:
    X, labels = examples()
    weights = np.tile([1.0, 0.0, 2.0], 10)
    one, many = Multinomial(settings), Multinomial(settings)
    for x, label, w in zip(X.to_dict("records"), labels, weights, strict=True):
        one.learn(x, label, w)
    many.learn_frame(read_frame(X), labels, pd.Series(weights))
    assert list(one.learners) == list(many.learners)
    for a, b in zip(one.learners.values(), many.learners.values(), strict=True):
        assert a.x.tobytes() == b.x.tobytes()
    np.testing.assert_allclose(
        many.frame_probabilities(read_frame(X))[4], one.probabilities(X.iloc[4].to_dict())
    )


def test_before_the_first_example_there_are_no_probabilities() -> None:
    model = Multinomial(SETTINGS)
    assert model.probabilities({"a": 1.0}).shape == (0,)
    assert model.frame_probabilities(read_frame(pd.DataFrame({"a": [1.0]}))).shape == (1, 0)
    model.learn({"a": 1.0}, "x", 0.0)
    assert not model.learners
    model.learn({"a": 1.0}, "x", 1.0)
    assert model.probabilities({"a": 1.0}).tolist() == [1.0]


def test_probabilities_of_huge_scores_are_finite() -> None:
    model = Multinomial(replace(SETTINGS, lr=1e4))
    for label in ("x", "y", "x"):
        model.learn({"a": 1.0}, label, 1.0)
    p = model.probabilities({"a": 1e6})
    assert np.isfinite(p).all()
    assert p.sum() == pytest.approx(1.0)


def test_going_on_with_other_numbers() -> None:
    X, labels = examples()
    model = Multinomial(SETTINGS)
    model.learn_frame(read_frame(X), labels, 1.0)
    before = {c: learner.x.tobytes() for c, learner in model.learners.items()}
    model.tune(0.125, 0.0, 0.5)
    assert {c: learner.x.tobytes() for c, learner in model.learners.items()} == before
    assert {learner.lr for learner in model.learners.values()} == {0.125}
    with pytest.raises(InvalidInputError, match="l2 must"):
        model.tune(0.125, 0.0, -0.5)
    assert model.settings.l2 == 0.5


def test_wrong_arguments_are_refused_before_the_first_example() -> None:
    with pytest.raises(InvalidInputError, match="lr must be"):
        Multinomial(replace(SETTINGS, lr=-1.0))


def test_labels_must_be_keys() -> None:
    model = Multinomial(SETTINGS)
    with pytest.raises(InvalidInputError, match=r"a label must be a string, .* got \['x'\]"):
        model.learn({"a": 1.0}, ["x"], 1.0)  # type: ignore[arg-type]
    assert not model.encoder.columns.table
