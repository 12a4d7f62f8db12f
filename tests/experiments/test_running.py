import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import Features, Progress, Result, Task, run
from compadagrad.experiments.catalogue import SOURCES
from compadagrad.experiments.running import prepared
from compadagrad.experiments.study import Setting
from experiments.small import SMALL
from experiments.test_trial import TASK, X, Y

pytest.importorskip("mlxtend", reason="install the experiments extra")


def errors(result: Result) -> list[list[tuple[float, ...]]]:
    """All but the times."""
    return [
        [
            (o.online_error, o.online_loss, o.training_error, o.test_error, *np.ravel(o.curve))
            for o in row.outcomes
        ]
        for row in result.rows
    ]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    cache = tmp_path_factory.mktemp("cache")
    return run(SMALL, cache=cache), cache


def test_a_study_has_a_row_for_each_method_and_an_outcome_for_each_seed(
    finished: tuple[Result, Path],
) -> None:
    result, _ = finished
    assert [row.method for row in result.rows] == list(SMALL.methods)
    for row in result.rows:
        assert len(row.outcomes) == len(row.settings) == 3
        assert all(outcome.count == 750 for outcome in row.outcomes)
        assert 0.0 < row.online.mean < 0.5
    facts = result.facts
    assert (facts.examples, facts.held_back, facts.n) == (750, 250, 11)
    assert "1,000 of the 5,000" in facts.data


def test_the_table_is_the_same_whatever_the_number_of_workers(
    finished: tuple[Result, Path], tmp_path: Path
) -> None:
    parallel = run(SMALL, jobs=2, cache=tmp_path)
    assert errors(parallel) == errors(finished[0])
    assert [row.tuned for row in parallel.rows] == [row.tuned for row in finished[0].rows]


def test_a_finished_study_is_taken_as_it_is_and_nothing_is_loaded(
    finished: tuple[Result, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(options: Setting, folder: Path | None, cache: Path) -> Task:
        raise AssertionError("a finished study needs no data")

    result, cache = finished
    monkeypatch.setitem(SOURCES, "mnist", replace(SOURCES["mnist"], load=load))
    said: list[Progress] = []
    assert run(SMALL, cache=cache, watch=said.append) == result
    assert said == []


@pytest.mark.parametrize("kind", ["studies", "trials"])
def test_what_is_off_in_the_cache_is_run_again(
    kind: str, finished: tuple[Result, Path], tmp_path: Path
) -> None:
    result, cache = finished
    copy = shutil.copytree(cache, tmp_path / "cache")
    for path in (copy / kind).rglob("*.json"):
        path.write_text(path.read_text().replace('"test_error": ', '"test_error": 1e9'))
    if kind == "trials":
        shutil.rmtree(copy / "studies")
    said: list[Progress] = []
    assert errors(run(SMALL, cache=copy, watch=said.append)) == errors(result)
    wanted = SMALL.trials if kind == "trials" else 0
    assert sum(p.total for p in said if p.done == p.total) == wanted


def test_an_edited_study_runs_only_what_is_new(finished: tuple[Result, Path]) -> None:
    result, cache = finished
    said: list[Progress] = []
    edited = replace(SMALL, name="edited", seeds=(0, 1, 2, 3))
    again = run(edited, cache=cache, watch=said.append)
    assert [(p.stage, p.total) for p in said if p.done == p.total] == [
        ("tuning", 0),
        ("learning", 2),
    ]
    for row, before in zip(again.rows, result.rows, strict=True):
        assert row.outcomes[:3] == before.outcomes


def test_what_other_code_has_found_is_not_taken(
    finished: tuple[Result, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, cache = finished
    for module in ("running", "stages"):
        monkeypatch.setattr(f"compadagrad.experiments.{module}.release", lambda: "other code")
    said: list[Progress] = []
    run(SMALL, cache=cache, watch=said.append)
    assert sum(p.total for p in said if p.done == p.total) == SMALL.trials


def test_everything_can_be_run_again(finished: tuple[Result, Path], tmp_path: Path) -> None:
    result, cache = finished
    said: list[Progress] = []
    again = run(SMALL, cache=cache, fresh=True, watch=said.append)
    assert sum(p.total for p in said if p.done == p.total) == SMALL.trials
    assert errors(again) == errors(result)


def test_sources_keep_what_they_make_in_the_cache_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Path] = []

    def load(options: Setting, folder: Path | None, cache: Path) -> Task:
        told.append(cache)
        return TASK

    monkeypatch.setitem(SOURCES, "mnist", replace(SOURCES["mnist"], load=load))
    run(replace(SMALL, features=Features()), cache=tmp_path)
    assert told == [tmp_path]


def test_what_is_wrong_is_said_before_anything_is_run() -> None:
    wrong = replace(SMALL, methods=(replace(SMALL.methods[0], learner="Nonsense"),))
    with pytest.raises(InvalidInputError, match="learner must be one of"):
        run(wrong)
    with pytest.raises(InvalidInputError, match="source of data must be one of"):
        run(replace(SMALL, data=replace(SMALL.data, source="moon")))


def test_features_of_a_task_with_a_test_set_are_made_once() -> None:
    kernel = Features("gaussian_kernel", {"prototypes": 3})
    whole = Task("t", X, Y, X[:9], Y[:9])
    task, left = prepared(whole, kernel)
    assert left == Features()
    assert task.X.shape == (80, 7)
    assert task.X_test is not None
    assert np.array_equal(task.X_test, task.X[:9])
    assert prepared(TASK, kernel) == (TASK, kernel)
