from dataclasses import replace
from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import Features, Method, Study
from compadagrad.experiments.cache import Cache
from compadagrad.experiments.runner import Cluster, Runner
from compadagrad.experiments.stages import learn, tune
from experiments.small import DIAGONAL, SMALL
from experiments.test_trial import TASK

STUDY = replace(SMALL, methods=(DIAGONAL,), features=Features())


def runner(folder: Path) -> Runner:
    return Runner(TASK, Features(), 60, Cache(folder), Cluster(1), lambda progress: None)


def tuned(study: Study, folder: Path) -> list[dict[str, object]]:
    grids = tune(study, "d", runner(folder))
    (row,) = learn(study, "d", grids, runner(folder))
    assert [outcome.failure for outcome in row.outcomes] == [""] * 3
    return [dict(setting) for setting in row.settings]


def test_settings_are_those_with_the_lowest_error_on_the_first_seed(tmp_path: Path) -> None:
    (grid,) = tune(STUDY, "d", runner(tmp_path))
    (found,) = grid
    assert found.seed == 0
    assert len(found.scores) == 4
    settings = tuned(STUDY, tmp_path)
    best = DIAGONAL.settings()[min(range(4), key=found.scores.__getitem__)]
    assert settings == [best] * 3


def test_each_seed_may_have_a_setting_of_its_own(tmp_path: Path) -> None:
    study = replace(STUDY, protocol=replace(STUDY.protocol, tune_on="each"))
    (grid,) = tune(study, "d", runner(tmp_path))
    assert [found.seed for found in grid] == [0, 1, 2]
    assert tuned(study, tmp_path) == [found.best(DIAGONAL) for found in grid]


@pytest.mark.parametrize("by", ["online_error", "online_loss", "training_error"])
def test_scores_are_of_what_is_to_be_lowest(by: str, tmp_path: Path) -> None:
    study = replace(STUDY, protocol=replace(STUDY.protocol, tune_by=by, tuning_examples=0))
    ((found,),) = tune(study, "d", runner(tmp_path))
    (row,) = learn(study, "d", [(found,)], runner(tmp_path))
    outcome = row.outcomes[0]  # that of the first seed is a tuning trial, too
    assert min(found.scores) == (getattr(outcome, by), outcome.online_loss)


def test_a_method_that_always_fails_is_named(tmp_path: Path) -> None:
    hopeless = Method("hopeless", "DiagonalAdaGrad", grid=({"lr": (-1.0, -2.0)},))
    study = replace(STUDY, methods=(hopeless,))
    with pytest.raises(InvalidInputError, match=r"'hopeless' comes to nothing .*lr must be"):
        tune(study, "d", runner(tmp_path))


def test_a_setting_that_fails_is_counted_and_not_chosen(tmp_path: Path) -> None:
    grid = ({"lr": (-1.0, 0.5)},)
    study = replace(STUDY, methods=(Method("m", "DiagonalAdaGrad", grid=grid),))
    ((found,),) = tune(study, "d", runner(tmp_path))
    assert (found.failures, found.reason[:32]) == (1, "InvalidInputError: lr must be a ")
    assert tuned(study, tmp_path)[0] == {"lr": 0.5}
