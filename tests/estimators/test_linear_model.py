"""What both estimators do, whatever their options."""

import copy
import signal
import time
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from compadagrad import CompAdaGradError, InvalidInputError
from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor
from compadagrad.estimators.contents import content_of, restored
from compadagrad.estimators.team import Team
from compadagrad.learners import Learner
from estimators.examples import COUNT, FORMS, classes, numbers, rows, same_weights

X = rows()
TWO, THREE, NUMBERS = classes(X, 2), classes(X, 3), numbers(X)
WEIGHTS = np.random.default_rng(3).integers(0, 3, COUNT) / 2.0
OPTIONS: dict[str, dict[str, Any]] = {
    "defaults": {},
    "srht": {"subspace": "srht", "tau": 3.0},
    "diagonal": {"subspace": "diagonal"},
    "full": {"subspace": "full"},
    "batches": {"batch_size": 7},
    "average": {"average": True},
    "average of batches, late": {"average": 30, "batch_size": 4},
    "l1": {"penalty": "l1", "alpha": 0.01},
    "no penalty": {"penalty": None},
    "elastic net, positive": {"penalty": "elasticnet", "positive": True},
    "bounds, no intercept": {"bounds": (-0.1, 0.1), "fit_intercept": False},
    "diagonal, l1, average": {"subspace": "diagonal", "penalty": "l1", "average": True},
}
KINDS = {
    "two": (CompAdaGradClassifier(), TWO),
    "one against the rest": (CompAdaGradClassifier(class_weight={"fox": 2.0}), THREE),
    "softmax": (CompAdaGradClassifier(multiclass="multinomial"), THREE),
    "numbers": (CompAdaGradRegressor(), NUMBERS),
}


def made(kind: str, **options: Any) -> tuple[Any, Any]:
    model, y = KINDS[kind]
    return clone(model).set_params(random_state=0, **options), y


def in_parts(model: Any, X: Any, y: Any, borders: list[int], weights: Any = None) -> Any:
    """Learn from parts one after the other."""
    labels = np.unique(y) if y.dtype.kind == "U" else None
    for first, stop in zip([0, *borders], [*borders, len(y)], strict=True):
        part = slice(first, stop)
        if first < stop:
            model.partial_fit(
                X[part],
                y[part],
                classes=labels,
                sample_weight=None if weights is None else weights[part],
            )
    return model


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_parts_give_the_bits_of_one_pass(options: str, kind: str) -> None:
    model, y = made(kind, **OPTIONS[options])
    whole = clone(model).set_params(shuffle=False, max_iter=1, tol=None)
    whole.fit(X, y, sample_weight=WEIGHTS)
    batch = model.batch_size
    parts = in_parts(model, X, y, [batch, 2 * batch, 16 * batch], WEIGHTS)
    assert same_weights(whole, parts)
    assert parts.online_error_ == pytest.approx(whole.online_error_, rel=1e-12)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("options", ["defaults", "srht", "diagonal", "l1"])
def test_every_form_of_rows(form: str, options: str) -> None:
    model, y = made("one against the rest", **OPTIONS[options])
    given = FORMS[form](X)
    whole = clone(model).set_params(shuffle=False, max_iter=1, tol=None).fit(given, y)
    expected = clone(model).set_params(shuffle=False, max_iter=1, tol=None).fit(X, y)
    narrow = form == "float32"
    assert whole.coef_.dtype == (np.float32 if narrow else np.float64)
    assert whole.decision_function(given).dtype == whole.coef_.dtype
    tolerance = 2e-2 if narrow else 1e-12
    np.testing.assert_allclose(whole.coef_, expected.coef_, atol=tolerance)
    if not narrow:
        rows_ = sparse.csr_matrix(given) if sparse.issparse(given) else given
        assert same_weights(whole, in_parts(model, rows_, y, [1, 50]))


@given(
    st.integers(1, 6),
    st.lists(st.integers(0, 20), max_size=5),
    st.sampled_from(["defaults", "srht", "diagonal", "average"]),
)
def test_any_split_at_batches(batch: int, places: list[int], options: str) -> None:
    model, y = made("two", **{**OPTIONS[options], "batch_size": batch})
    whole = clone(model).set_params(shuffle=False, max_iter=1, tol=None).fit(X, y)
    borders = sorted(min(batch * place, COUNT) for place in places)
    assert same_weights(whole, in_parts(model, X, y, borders))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", ["defaults", "average of batches, late", "diagonal"])
def test_no_weight_is_no_example(kind: str, options: str) -> None:
    model, y = made(kind, **OPTIONS[options])
    in_parts(model, X, y, [])
    before = model.coef_.copy(), model.intercept_.copy(), model.t_, model.online_error_
    curve, state = list(model.loss_curve_), model.learners_[0].state_dict()
    model.partial_fit(3.0 * X, y, sample_weight=np.zeros(COUNT))
    after = model.coef_, model.intercept_, model.t_, model.online_error_
    for one, other in zip(before, after, strict=True):
        np.testing.assert_array_equal(one, other)
    assert model.loss_curve_ == curve
    np.testing.assert_equal(model.learners_[0].state_dict(), state)


def test_examples_without_weight_are_left_out() -> None:
    live = WEIGHTS > 0
    for kind in KINDS:
        model, y = made(kind)
        other = in_parts(clone(model), X[live], y[live], [], WEIGHTS[live])
        assert same_weights(in_parts(model, X, y, [], WEIGHTS), other)


def test_nothing_but_zero_weights_cannot_be_fitted() -> None:
    for kind in KINDS:
        model, y = made(kind)
        with pytest.raises(InvalidInputError, match="every example has the weight zero"):
            model.fit(X, y, sample_weight=np.zeros(COUNT))


def test_weights_scale_gradients() -> None:
    """A weight of 2 with half the rate is the same step for an adaptive method without a delta."""
    model, y = made("numbers", penalty=None, subspace="diagonal", delta=1e-12)
    double = clone(model).partial_fit(X[:1], y[:1], sample_weight=[2.0])
    np.testing.assert_allclose(double.coef_, model.partial_fit(X[:1], y[:1]).coef_, rtol=1e-6)


def test_defaults_run_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    for subspace in ("tracked", "srht", "diagonal", "full"):
        for form in (X, sparse.csr_matrix(X)):
            model, y = made("one against the rest", subspace=subspace, batch_size=3)
            with monkeypatch.context() as patch:
                patch.setattr(Learner, "step", None)
                model.fit(form, y)


def test_warm_starts_go_on() -> None:
    for kind in KINDS:
        model, y = made(kind, max_iter=1, tol=None, shuffle=False, warm_start=True)
        model.fit(X, y).fit(X, y)
        assert model.t_ == 2 * COUNT
        both = clone(model).set_params(max_iter=2).fit(X, y)
        assert same_weights(model, both)
        model.set_params(warm_start=False).fit(X, y)
        assert model.t_ == COUNT


def test_parameters_may_change_between_calls() -> None:
    model, y = made("numbers")
    model.partial_fit(X, y)
    before = model.coef_.copy()
    model.set_params(eta0=1e-12, alpha=0.5).partial_fit(X, y)
    np.testing.assert_allclose(model.coef_, before, atol=1e-8)
    assert model.learners_[0].lr == 1e-12
    with pytest.raises(InvalidInputError, match="cannot change while a model goes on learning"):
        model.set_params(subspace="full").partial_fit(X, y)
    model.fit(X, y)


def test_a_fit_that_fails_says_so_and_leaves_the_model() -> None:
    model, y = made("numbers")
    model.partial_fit(X, y)
    before = model.coef_.copy()
    with pytest.raises(InvalidInputError, match="contains NaN"):
        model.partial_fit(np.where(X[3, 3] == X, np.nan, X), y)
    with pytest.raises(InvalidInputError, match="the gradient of step 121 must hold finite"):
        model.partial_fit(np.full((1, X.shape[1]), 1e200), np.array([1e200]))
    np.testing.assert_array_equal(model.coef_, before)


@pytest.mark.filterwarnings("ignore::compadagrad.errors.InexactUpdateWarning")
@pytest.mark.parametrize("size", [1e160, 1e250, 1e307])
@pytest.mark.parametrize("subspace", ["tracked", "srht", "diagonal", "full"])
def test_a_huge_number_is_learned_or_refused_and_the_model_goes_on(
    subspace: str, size: float
) -> None:
    """As a feature, a target or a weight: an error is ours, and what was learned stays."""
    ordinary = np.ones(1)
    for kind, rows_, y_, weight in (
        ("two", size * X[:1], TWO[:1], ordinary),
        ("two", X[:1], TWO[:1], size * ordinary),
        ("numbers", X[:1], size * ordinary, ordinary),
        ("numbers", size * X[:1], ordinary, ordinary),
    ):
        model, y = made(kind, subspace=subspace)
        in_parts(model, X, y, [])
        try:
            model.partial_fit(rows_, y_, sample_weight=weight)
        except CompAdaGradError:
            assert model.t_ == COUNT
        model.partial_fit(X, y)
        assert np.isfinite(model.coef_).all()
        back = restored(type(model), content_of(model), "here")
        assert same_weights(model, back)


def all_of(model: Any) -> Any:
    """What a model shows and what it saves."""
    shown = {name: value for name, value in vars(model).items() if name != "_training"}
    return copy.deepcopy((shown, content_of(model)))


def fitted(kind: str, **options: Any) -> tuple[Any, Any]:
    """After some learning, from a frame; classes are counted where there are any."""
    if kind != "numbers":
        options["class_weight"] = "balanced"
    model, y = made(kind, max_iter=2, tol=None, **options)
    return model.fit(pd.DataFrame(X, columns=list("abcdef")), y), y


@pytest.mark.parametrize("warm_start", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_learned_changes_nothing(kind: str, warm_start: bool) -> None:
    model, y = fitted(kind, warm_start=warm_start)
    before = all_of(model)
    frame = pd.DataFrame(X, columns=list("abcdef"))
    other_names = frame.rename(columns={"a": "z"}).assign(a=np.nan)
    for call in (model.fit, model.partial_fit):
        for rows_, y_, weights in (
            (other_names, y, WEIGHTS),
            (frame, y[:-1], None),
            (frame, y, -WEIGHTS),
            (frame, np.where(np.arange(COUNT), y, None), None),
        ):
            with pytest.raises(InvalidInputError):
                call(rows_, y_, sample_weight=weights)
            np.testing.assert_equal(all_of(model), before)
    with pytest.raises(InvalidInputError, match="every example has the weight zero"):
        model.fit(frame, y, sample_weight=np.zeros(COUNT))
    np.testing.assert_equal(all_of(model), before)


def stop_in_a_chunk(patch: pytest.MonkeyPatch, error: BaseException, chunk: int) -> None:
    """Raise an error after some of the learners have learned a chunk, counted from 1."""
    learn, chunks = Team.learn, iter(range(chunk))

    def stopping(team: Team, *given: Any) -> Any:
        scores = learn(team, *given)
        if next(chunks) == chunk - 1:
            raise error
        return scores

    patch.setattr(Team, "learn", stopping)


INTERRUPT = SystemError("returned a result with an exception set")  # as compiled code has it
INTERRUPT.__cause__ = KeyboardInterrupt()


@pytest.mark.parametrize("options", [{}, {"subspace": "diagonal", "average": True}], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_errors_on_the_way_change_nothing(
    kind: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for error, raised in ((ValueError("stop"), ValueError), (INTERRUPT, KeyboardInterrupt)):
        for first in ("fit", "warm", "partial_fit"):
            model, y = fitted(kind, warm_start=first == "warm", **options)
            before = all_of(model.set_params(alpha=0.01))
            call = model.partial_fit if first == "partial_fit" else model.fit
            with monkeypatch.context() as patch:
                stop_in_a_chunk(patch, error, 1 if raised is KeyboardInterrupt else 2)
                patch.setattr("compadagrad.estimators.rows.ROOM", 50 * 7)
                with pytest.raises(raised):
                    call(pd.DataFrame(X, columns=list("abcdef")), y)
            if call == model.partial_fit or raised is ValueError:
                np.testing.assert_equal(all_of(model), before)


@pytest.mark.parametrize("kind", KINDS)
def test_an_interrupted_fit_can_be_saved_and_gone_on_with(
    kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    model, y = made(kind, max_iter=4, tol=None, shuffle=False)
    half = clone(model).set_params(max_iter=2).fit(X, y)
    half = in_parts(half, X[:50], y[:50], [])
    with monkeypatch.context() as patch:
        patch.setattr("compadagrad.estimators.rows.ROOM", 50 * 7)
        stop_in_a_chunk(patch, INTERRUPT, 8)  # the second of three chunks in the third epoch
        with pytest.raises(KeyboardInterrupt):
            model.fit(X, y)
    assert same_weights(model, half)
    assert (model.n_iter_, model.t_, model.learners_[-1].steps) == (2, 290, 290)
    model.save(tmp_path / "model")
    back = type(model).load(tmp_path / "model")
    for one in (model, half, back):
        one.partial_fit(X, y)
    assert same_weights(model, half)
    assert same_weights(model, back)


def test_an_interrupt_in_the_first_epoch(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    model, y = made("two")
    with monkeypatch.context() as patch:
        stop_in_a_chunk(patch, INTERRUPT, 1)
        with pytest.raises(KeyboardInterrupt):
            model.fit(X, y)
    assert (model.n_iter_, model.t_, model.coef_.any()) == (1, 0, False)
    model.to_sklearn()
    model.save(tmp_path / "model")
    assert same_weights(type(model).load(tmp_path / "model").fit(X, y), model.fit(X, y))


def test_before_there_is_a_model_an_error_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for error, raised in ((ValueError("stop"), ValueError), (INTERRUPT, KeyboardInterrupt)):
        model, y = made("two")
        with monkeypatch.context() as patch:
            stop_in_a_chunk(patch, error, 1)
            with pytest.raises(raised):
                in_parts(model, X, y, [])
        assert vars(model) == vars(clone(model))
        with pytest.raises(NotFittedError):
            model.predict(X)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
def test_control_c_in_compiled_code() -> None:
    model, y = made("one against the rest", max_iter=10**9, tol=None)
    clone(model).set_params(max_iter=1).fit(X, y)  # compiles
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    started = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            model.fit(np.tile(X, (40, 1)), np.tile(y, 40))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - started < 60.0
    assert {learner.steps for learner in model.learners_} == {model.t_}
    assert model.score(X, y) > 0.8


def test_sparsify_and_densify() -> None:
    for kind, count in (("one against the rest", 3), ("numbers", 1)):
        model, y = made(kind, penalty="l1", alpha=0.3, subspace="diagonal", max_iter=5, tol=None)
        model.set_params(eta0=0.5, tau=2.0)
        model.fit(X, y)
        assert (model.coef_ == 0.0).any()
        dense, before = model.coef_.copy(), model.predict(X)
        assert sparse.issparse(model.sparsify().coef_)
        assert model.coef_.shape == (count, X.shape[1])
        for form in (X, sparse.csr_matrix(X)):
            found = model.predict(form)
            assert (np.mean(found == before) == 1.0) if count > 1 else np.allclose(found, before)
        np.testing.assert_array_equal(model.densify().coef_, dense)
        np.testing.assert_array_equal(model.densify().coef_, dense)
        other = clone(model).fit(X, y).partial_fit(X, y)
        assert same_weights(model.sparsify().partial_fit(X, y), other)


@pytest.mark.parametrize("kind", KINDS)
def test_bounds_hold(kind: str) -> None:
    for options, low, high in (
        ({"positive": True}, 0.0, np.inf),
        ({"bounds": (-0.05, 0.1)}, -0.05, 0.1),
        ({"bounds": (-0.05, 0.1), "subspace": "srht", "penalty": "l1"}, -0.05, 0.1),
    ):
        model, y = made(kind, **options)
        in_parts(model, X, y, [])
        assert model.coef_.min() >= low
        assert model.coef_.max() <= high
        assert ((model.coef_ == low) | (model.coef_ == high)).any()
        assert np.abs(model.intercept_).max() > 0.0


def test_the_intercept_bears_no_penalty() -> None:
    y = NUMBERS + 3.0
    for penalty in ("l2", "l1"):
        model, _ = made("numbers", penalty=penalty, alpha=1e3, max_iter=40, tol=None)
        model.fit(X, y)
        assert np.abs(model.coef_).max() < 0.01
        assert model.intercept_[0] == pytest.approx(y.mean(), abs=0.5)


def test_orders_are_those_of_the_seed() -> None:
    for kind in KINDS:
        model, y = made(kind, max_iter=2, tol=None)
        assert same_weights(clone(model).fit(X, y), model.fit(X, y))
        other = clone(model).set_params(random_state=1).fit(X, y)
        assert not same_weights(model, other)


def test_before_fit() -> None:
    for model in (CompAdaGradClassifier(), CompAdaGradRegressor()):
        assert not hasattr(model, "learners_")
        for call in (model.sparsify, model.densify, lambda m=model: m.predict(X)):
            with pytest.raises(NotFittedError):
                call()


def test_what_is_known_after_fit() -> None:
    model, y = made("softmax", max_iter=3, tol=None, early_stopping=True)
    model.fit(X, y)
    assert (model.n_iter_, model.t_) == (3, 3 * 108)
    assert len(model.loss_curve_) == 3
    assert model.loss_curve_[-1] < model.loss_curve_[0]
    assert 0.0 < model.online_error_ < 0.5
    assert model.n_features_in_ == X.shape[1]
    assert len(model.learners_) == 3
    assert all(learner.steps == 3 * 108 for learner in model.learners_)
