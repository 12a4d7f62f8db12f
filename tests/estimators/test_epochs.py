import warnings
from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from compadagrad import InvalidInputError
from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor
from compadagrad.estimators.epochs import Judge, Lesson, run_epoch, run_epochs
from compadagrad.estimators.options import checked
from compadagrad.estimators.team import Goal
from compadagrad.estimators.training import Training
from compadagrad.losses import Squared
from estimators.examples import COUNT, FEATURES, classes, numbers, rows

X = rows()
Y = numbers(X)
JUDGE = Judge(lambda s, t: np.abs(s - t)[:, 0], lambda s, t, w: -float(np.mean((s - t) ** 2)))


def set_up(strata: Any = None, **given: Any) -> tuple[Training, Lesson]:
    options = checked(CompAdaGradRegressor(**given).get_params())
    training = Training(options.recipe, FEATURES, np.float64, 0, Goal(1, Squared()), 1)
    random = np.random.RandomState(0)
    nothing = np.empty(0)
    return training, Lesson(options, X, Y[:, None], nothing, nothing, strata, random)


def test_one_epoch_goes_in_order() -> None:
    training, lesson = set_up()
    run_epoch(training, lesson, JUDGE)
    one, again = set_up(max_iter=1, tol=None, shuffle=False)
    assert run_epochs(one, again, JUDGE, new=True) == 1
    assert one.team.points().tobytes() == training.team.points().tobytes()
    assert one.errors == training.errors
    assert training.epochs == 1
    assert training.losses == one.losses


def test_orders_are_drawn() -> None:
    found = []
    for seed in (0, 0, 1):
        training, lesson = set_up(max_iter=2, tol=None)
        lesson = lesson._replace(random=np.random.RandomState(seed))
        run_epochs(training, lesson, JUDGE, new=True)
        found.append(training.team.points())
    assert found[0].tobytes() == found[1].tobytes()
    assert (found[0] != found[2]).all()


def test_errors_are_counted_once() -> None:
    training, lesson = set_up(max_iter=3, tol=None)
    run_epochs(training, lesson, JUDGE, new=True)
    assert (training.errors.count, training.examples) == (COUNT, 3 * COUNT)
    run_epochs(training, lesson, JUDGE, new=False)
    assert training.errors.count == COUNT
    assert training.epochs == 6


def test_it_stops_where_the_loss_stands_still() -> None:
    training, lesson = set_up(tol=1e-3, n_iter_no_change=2)
    epochs = run_epochs(training, lesson, JUDGE, new=True)
    losses = training.losses
    assert len(losses) == epochs < 100
    assert min(losses[-2:]) > min(losses[:-2]) - 1e-3


def test_it_warns_where_it_does_not() -> None:
    training, lesson = set_up(tol=1e-9, max_iter=2)
    with pytest.warns(ConvergenceWarning, match="max_iter=2 epochs were not enough for tol=1e-09"):
        run_epochs(training, lesson, JUDGE, new=True)


def test_the_warning_points_at_who_called_fit() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        CompAdaGradRegressor(max_iter=1).fit(X, Y)
    assert [w.filename for w in caught] == [__file__]


@pytest.mark.parametrize("shuffle", [True, False])
def test_rows_held_back_are_not_learned(shuffle: bool) -> None:
    training, lesson = set_up(
        early_stopping=True, validation_fraction=0.25, max_iter=4, tol=None, shuffle=shuffle
    )
    scored = []

    def score(scores: Any, targets: Any, weights: Any) -> float:
        scored.append(len(scores))
        return 0.0

    run_epochs(training, lesson, Judge(JUDGE.errors, score), new=True)
    assert training.examples == 4 * 90
    assert scored == [30] * 4


def test_early_stopping_goes_by_the_score() -> None:
    training, lesson = set_up(early_stopping=True, n_iter_no_change=3)
    scores = iter([0.1, 0.5, 0.5, 0.4, 0.45, 0.9])
    judge = Judge(JUDGE.errors, lambda s, t, w: next(scores))
    assert run_epochs(training, lesson, judge, new=True) == 5


def test_rows_held_back_are_judged_by_the_weights_that_were_given() -> None:
    training, lesson = set_up(early_stopping=True, max_iter=1, tol=None)
    given, seen = np.arange(1.0, COUNT + 1.0), []
    lesson = lesson._replace(weights=100.0 * given, sample_weight=given)

    def noting(scores: Any, targets: Any, weights: Any) -> float:
        seen.append((targets[:, 0], weights))
        return 0.0

    run_epochs(training, lesson, Judge(JUDGE.errors, noting), new=True)
    ((targets, weights),) = seen
    np.testing.assert_array_equal(targets, Y[weights.astype(int) - 1])


def test_too_few_to_hold_back() -> None:
    y = classes(X, 2)
    y[:] = y[0]
    y[0] = "wolf" if y[1] != "wolf" else "bear"
    model = CompAdaGradClassifier(early_stopping=True)
    with pytest.raises(InvalidInputError, match="early_stopping cannot hold back validation_frac"):
        model.fit(X, y)


def test_progress_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    training, lesson = set_up(max_iter=2, tol=None, verbose=1)
    run_epochs(training, lesson, JUDGE, new=True)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith(f"epoch 2: mean loss {training.losses[1]:.6g}, 240 examples so far")


def test_nothing_with_a_weight_is_no_epoch() -> None:
    training, lesson = set_up()
    run_epoch(training, lesson._replace(weights=np.zeros(COUNT)), JUDGE)
    assert (training.epochs, training.losses) == (0, [])
