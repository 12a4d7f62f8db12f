import math
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor
from compadagrad.estimators.contents import (
    content_of,
    plain_labels,
    restored,
    stored_labels,
)
from compadagrad.estimators.rows import WIDEST_PATIENT
from estimators.examples import classes, numbers, rows, same_weights

X = rows()


def fitted(**given: Any) -> CompAdaGradClassifier:
    model = CompAdaGradClassifier(max_iter=2, tol=None, **given)
    return model.fit(X, classes(X, 3))


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["a", "bc"]),
        np.array(["a", "bc"], object),
        np.array([3, 5]),
        np.array([3, 5], np.int32),
        np.array([False, True]),
        np.array([0.5, 1.5], np.float32),
    ],
)
def test_labels_come_back(labels: Any) -> None:
    back = stored_labels(plain_labels(labels))
    np.testing.assert_array_equal(back, labels)
    assert back.dtype == labels.dtype


def test_strange_labels() -> None:
    for labels in (np.array([b"a", b"b"]), np.array([(1, 2), None], object)):
        with pytest.raises(InvalidInputError, match="class"):
            plain_labels(labels)


PARAMETERS: list[dict[str, Any]] = [
    {"class_weight": {"fox": 2.0, "wolf": np.float64(0.5)}},
    {"class_weight": "balanced"},
    {"bounds": (np.full(6, -0.5), None)},
    {"bounds": [-0.5, [1.0] * 6], "penalty": "elasticnet"},
    {"delta": (0.1, 0.2), "k": np.int64(3)},
    {"penalty": None},
]


@pytest.mark.parametrize("given", PARAMETERS, ids=str)
def test_parameters_come_back(given: dict[str, Any]) -> None:
    model = fitted(**{"random_state": 0, **given})
    back = restored(CompAdaGradClassifier, content_of(model), "here")
    for name, value in model.get_params().items():
        other = back.get_params()[name]
        np.testing.assert_equal(other, value)
        assert isinstance(other, type(value)) or isinstance(value, np.generic)
    assert same_weights(model, back)
    np.testing.assert_array_equal(back.classes_, model.classes_)
    assert back.online_error_ == model.online_error_
    assert back.loss_curve_ == model.loss_curve_
    assert back.n_iter_ == model.n_iter_


CHANGES: list[dict[str, Any]] = [
    {"eta0": 0.7, "tau": 1.5},
    {"delta": (0.3, 0.4)},
    {"alpha": 0.05},
    {"penalty": None},
    {"batch_size": 3},
    {"bounds": (-0.01, [0.02] * 6)},
    {"random_state": 5},
    {"class_weight": "balanced"},
]


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize("subspace", ["tracked", "diagonal"])
def test_parameters_that_wait_for_the_next_call(change: dict[str, Any], subspace: str) -> None:
    """What is saved is the model as it is; it goes on with the new parameters, as if not saved."""
    model = fitted(random_state=0, subspace=subspace, penalty="l1", average=70, bounds=(-1, None))
    model.set_params(**change)
    back = restored(CompAdaGradClassifier, content_of(model), "here")
    assert same_weights(model, back)
    for one in (model, back):
        one.partial_fit(X, classes(X, 3))
    assert same_weights(model, back)


@pytest.mark.parametrize("penalty", ["l1", "l2", None])
@pytest.mark.parametrize("change", CHANGES[:4], ids=str)
def test_waiting_coordinates_are_replayed_with_what_they_wait_for(
    penalty: str | None, change: dict[str, Any]
) -> None:
    rng = np.random.default_rng(0)
    wide = sparse.random_array((90, WIDEST_PATIENT + 90), density=1e-3, rng=rng, format="csr")
    y = rng.integers(0, 2, 90)
    model = CompAdaGradClassifier(subspace="diagonal", penalty=penalty, alpha=1e-3, random_state=0)
    model.partial_fit(wide, y, classes=[0, 1]).set_params(**change)
    back = restored(CompAdaGradClassifier, content_of(model), "here")
    assert same_weights(model, back)
    for one in (model, back):
        one.partial_fit(wide, y)
    assert same_weights(model, back)


@pytest.mark.parametrize("change", [{"alpha": -5.0}, {"subspace": "diagonal"}, {"loss": "none"}])
def test_parameters_that_cannot_be_gone_on_with_can_be_saved(change: dict[str, Any]) -> None:
    model = fitted(random_state=0)
    labels = model.predict(X)
    model.set_params(**change)
    back = restored(CompAdaGradClassifier, content_of(model), "here")
    np.testing.assert_array_equal(back.predict(X), labels)
    for one in (model, back):
        with pytest.raises(InvalidInputError, match=next(iter(change))):
            one.partial_fit(X, classes(X, 3))


def test_a_source_of_random_numbers_goes_on() -> None:
    model = fitted(random_state=np.random.RandomState(5), warm_start=True)
    back = restored(CompAdaGradClassifier, content_of(model), "here")
    model.fit(X, classes(X, 3))
    back.fit(X, classes(X, 3))
    assert same_weights(model, back)


def test_a_content_is_its_own() -> None:
    model = CompAdaGradRegressor(random_state=0).partial_fit(X, numbers(X))
    content = content_of(model)
    model.partial_fit(X, numbers(X))
    back = restored(CompAdaGradRegressor, content, "here")
    assert not same_weights(model, back)
    assert same_weights(model, back.partial_fit(X, numbers(X)))


def test_what_cannot_be_saved() -> None:
    model = fitted()
    model.random_state = object()
    with pytest.raises(InvalidInputError, match=r"random_state=.* cannot be saved"):
        content_of(model)


def test_another_kind() -> None:
    content = content_of(fitted())
    with pytest.raises(InvalidInputError, match="'CompAdaGradClassifier', not a 'Comp"):
        restored(CompAdaGradRegressor, content, "here")
    with pytest.raises(InvalidInputError, match="here holds a None"):
        restored(CompAdaGradRegressor, {}, "here")


def damaged(content: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """With another value at a place, or without one where it is None."""
    head, _, rest = path.partition(".")
    if rest:
        return {**content, head: damaged(content[head], rest, value)}
    kept = {k: v for k, v in content.items() if k != head}
    return kept if value is None else {**kept, head: value}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("parameters", None),
        ("parameters.alpha", {"is": "module"}),
        ("parameters.unknown", 1.0),
        ("features", 7),
        ("features", "6"),
        ("feature_names", ["a"]),
        ("dtype", "float16"),
        ("epochs_of_fit", None),
        ("own.classes.values", ["a", "b"]),
        ("own.classes.dtype", "nonsense"),
        ("own.counts", None),
        ("training", None),
        ("training.seed", -1),
        ("training.seed", 1 << 70),
        ("training.batch", 0),
        ("training.batch", 1 << 70),
        ("training.recipe", None),
        ("training.recipe.subspace", "full"),
        ("training.recipe.eta0", -1.0),
        ("training.recipe.l1", math.nan),
        ("training.recipe.bounds", {"lower": np.zeros(6)}),
        ("training.recipe.bounds", {"lower": np.ones(()), "upper": np.zeros(())}),
        ("training.recipe.average", "late"),
        ("training.goal.heads", 2),
        ("training.goal.loss", {"kind": "unknown"}),
        ("training.goal", {"heads": 1, "loss": None}),
        ("features", 1 << 70),
        ("training.examples", "many"),
        ("training.losses", 3),
        ("training.team.learners.2", None),
        ("training.team.learners.0.x", np.zeros(3)),
        ("training.team.learners.0.memory.roots", np.full(7, np.nan)),
    ],
    ids=str,
)
def test_damaged_contents(path: str, value: Any) -> None:
    content = content_of(fitted(random_state=0))
    if "memory" in path:
        learners = content["training"]["team"]["learners"]
        learners["0"]["memory.roots"] = value
        broken = content
    else:
        broken = damaged(content, path, value)
    with pytest.raises(InvalidInputError, match=r"cannot load here: "):
        restored(CompAdaGradClassifier, broken, "here")
