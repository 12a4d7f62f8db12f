"""Trials of the contest: what they say, and how they are kept."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from contest_parts import methods, stages, trials
from contest_parts.cache import Cache
from contest_parts.entries import Entry, Scale
from contest_parts.methods import METHODS
from contest_parts.pool import Pool
from contest_parts.rows import paired
from contest_parts.task import Task
from contest_parts.trials import Trial, run_trial

SCALE = Scale(tuning=60, training=80, orders=2, widenings=1, every=3)


@pytest.fixture
def task(monkeypatch: pytest.MonkeyPatch) -> Task:
    """A small one, wherever a task is asked for."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((120, 6))
    y = np.where(X @ rng.standard_normal(6) > 0, 1.0, -1.0)
    made = Task("made", X[:90], y[:90], X[90:], y[90:])
    monkeypatch.setattr(trials, "load_task", lambda name, data: made)
    return made


def entry(task: Task, name: str = "diagonal AdaGrad") -> Entry:
    return Entry(task, METHODS[name])


def test_a_trial_is_progressive_and_sees_no_test_set_while_it_learns(task: Task) -> None:
    trial = entry(task).tuning_trial({"lr": 0.5, "delta": 0.1}, SCALE)
    outcome = run_trial(trial, Path())
    learner = methods.METHODS[trial.method].make(task.n, trial.setting, 0)
    X, y = task.in_order(0, 60)
    scores = [float(learner.learn(X[i : i + 1], y[i : i + 1]).scores[0]) for i in range(60)]
    assert outcome["loss"] == pytest.approx(np.logaddexp(0.0, -y * scores).mean(), rel=1e-12)
    assert outcome["test"] is None
    other = replace(task, X_test=-task.X_test, y_test=-task.y_test[::-1])
    assert entry(other).tuning_trial({}, SCALE).fingerprint != trial.fingerprint


def test_the_key_has_all_that_decides_an_outcome(
    task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = entry(task).tuning_trial({"lr": 0.5}, SCALE)
    others: list[dict[str, Any]] = [
        {"task": "other"},
        {"fingerprint": "other"},
        {"method": "other"},
        {"release": "other"},
        {"setting": {"lr": 0.6}},
        {"seed": 1},
        {"examples": 61},
        {"test": True},
    ]
    assert len({trial.key, *(replace(trial, **other).key for other in others)}) == 9
    monkeypatch.setattr(methods, "code_of_learners", lambda: "other code, other defaults")
    assert entry(task).tuning_trial({"lr": 0.5}, SCALE).key != trial.key


def test_a_contest_that_was_cut_goes_on(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pool, "_run_all", run_here)
    cache = Cache(tmp_path)
    entries = [entry(task), entry(task, "tracked k=10"), entry(task, "gradient descent")]
    entries = [e for e in entries if e.method.fits(task.n)]
    ran.clear()
    first = stages.play(entries, Pool(cache, Path(), 1), SCALE)
    rows = stages.rows_of(first, cache, SCALE, clock=False)
    count = len(ran)
    assert count == len(list(tmp_path.rglob("*.json")))
    for path in sorted(tmp_path.rglob("*.json"))[::3]:
        path.write_text("{")  # cut within a write
    ran.clear()
    again = stages.play(entries, Pool(cache, Path(), 1), SCALE)
    assert stages.rows_of(again, cache, SCALE, clock=False) == rows
    assert len(ran) == -(-count // 3)


ran: list[Trial] = []


def run_here(pool: Any, pending: Any, what: str) -> dict[str, Any]:
    """In this process, where the small task is known."""
    outcomes = {}
    for trial in pending:
        ran.append(trial)
        outcomes[trial.key] = run_trial(trial, Path())
        pool._cache.put(trial, outcomes[trial.key])
    return outcomes


def test_paired_differences() -> None:
    found = paired([0.2, 0.4, 0.6], [0.1, 0.2, 0.3])
    assert found.mean == pytest.approx(0.2)
    assert found.error == pytest.approx(0.1 / 3**0.5)
