from pathlib import Path

import pytest

from compadagrad.experiments import Features
from compadagrad.experiments.cache import Cache
from compadagrad.experiments.runner import Cluster, Progress, Runner
from experiments.test_trial import TASK, trial

TRIALS = [trial(seed=seed) for seed in range(5)]


def runner(folder: Path, said: list[Progress]) -> Runner:
    return Runner(TASK, Features(), 60, Cache(folder), Cluster(1), said.append)


def test_progress_is_told_from_the_first_to_the_last(tmp_path: Path) -> None:
    said: list[Progress] = []
    runner(tmp_path, said).run("stage", TRIALS)
    assert [(p.stage, p.done, p.total) for p in said] == [("stage", i, 5) for i in range(6)]
    assert said[0].seconds_left is None
    assert all(p.seconds_left is not None for p in said[1:])
    assert said[-1].seconds_left == 0.0


def test_outcomes_are_in_the_order_of_the_trials(tmp_path: Path) -> None:
    first = runner(tmp_path, []).run("stage", TRIALS)
    assert runner(tmp_path, []).run("stage", TRIALS[::-1]) == first[::-1]


def test_the_same_trial_is_run_once(tmp_path: Path) -> None:
    said: list[Progress] = []
    one, other = runner(tmp_path, said).run("stage", [TRIALS[0], TRIALS[0]])
    assert one is other
    assert said[-1].total == 1


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.done == 3:
            raise KeyboardInterrupt

    stopping = Runner(TASK, Features(), 60, Cache(tmp_path), Cluster(1), stop)
    with pytest.raises(KeyboardInterrupt):
        stopping.run("stage", TRIALS)
    said: list[Progress] = []
    found = runner(tmp_path, said).run("stage", TRIALS)
    assert said[0].total == 2
    assert said[0].seconds_left is not None
    assert len(found) == 5
