import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import Facts, Result, Row, Tuned, estimate, read_result, write_result
from experiments.small import SMALL
from experiments.test_cache import OUTCOME

FACTS = Facts("MNIST 4 vs 9", "some images", "some kernels", "f" * 16, 8, 4, 11)


def row(number: int, *errors: float) -> Row:
    """A row with these test errors."""
    method = SMALL.methods[number]
    outcomes = tuple(
        replace(OUTCOME, test_error=error, seconds=1.0 + i, online_loss=0.5)
        for i, error in enumerate(errors)
    )
    tuned = (Tuned(0, ((0.3, 0.5), (0.1, 0.5), (0.2, 0.5), (0.4, 0.5))[: len(method.settings())]),)
    return Row(method, tuned, (method.settings()[1],) * len(errors), outcomes)


def result(first: tuple[float, ...] = (0.3, 0.4, 0.2), second: tuple[float, ...] = (0.1, 0.2, 0.1)
           ) -> Result:  # fmt: skip
    """A result of the small study."""
    return Result(SMALL, FACTS, (row(0, *first), row(1, *second)), {"numpy": "2.0"})


def test_rows_say_what_their_outcomes_say() -> None:
    found = result().row("diagonal")
    assert found.test == estimate([0.3, 0.4, 0.2])
    assert found.online.mean == 0.25
    assert found.seconds == 1.0 / 8  # the least
    assert found.edges == ["lr", "delta"]
    assert found.failures == []
    failed = replace(found, outcomes=(replace(OUTCOME, failure="why"),))
    assert failed.failures == ["why"]


def test_the_time_is_that_of_passes_that_came_to_their_end() -> None:
    found = result().row("diagonal")  # 1, 2 and 3 seconds for 8 examples
    assert found.seconds == 0.125
    early, *others = found.outcomes
    assert replace(found, outcomes=(replace(early, failure="why"), *others)).seconds == 0.25
    assert replace(found, outcomes=(replace(early, failure="why"),)).seconds == 0.125


def test_rows_are_found_by_name() -> None:
    with pytest.raises(InvalidInputError, match="no method 'x'; it has: diagonal, CompAdaGrad k=4"):
        result().row("x")


def test_results_survive_json() -> None:
    text = json.dumps(result().to_plain(), allow_nan=False)
    assert Result.from_plain(json.loads(text)) == result()


def test_files_are_written_whole_and_read(tmp_path: Path) -> None:
    write_result(result(), tmp_path / "result.json")
    assert read_result(tmp_path) == read_result(tmp_path / "result.json") == result()
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"study": {"name": 3}}', '{"study": {}}'])
def test_files_that_hold_no_result(content: str, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(content)
    with pytest.raises(InvalidInputError, match="does not hold the result of a study"):
        read_result(path)


def changed(plain: Any, place: list[Any], value: Any) -> Any:
    """Plain values with another one at a place."""
    here = plain
    for name in place[:-1]:
        here = here[name]
    here[place[-1]] = value
    return plain


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["study"], [], "study must be a table"),
        (["rows"], {}, "rows must be a list of 2"),
        (["rows", 0], 3, "a row must be a table, got 3"),
        (["rows", 0, "outcomes"], [], "outcomes must be a list of 3"),
        (["rows", 0, "outcomes", 1], "good", "an outcome must be a table, got 'good'"),
        (["rows", 0, "outcomes", 1, "test_error"], "low", "test_error must be a number in 0..1"),
        (["rows", 0, "outcomes", 1, "curve"], [["4", 0.5]], "curve must be an integer >= 1"),
        (["rows", 0, "tuned", 0], None, "what was tuned must be a table"),
        (["rows", 0, "tuned", 0, "scores"], [[0.5, 0.5]], "settings and scores are not those"),
        (["rows", 0, "tuned", 0, "scores", 1], ["a", 0.5], "a score must be a number"),
        (["rows", 0, "settings", 1], "lr", "settings and scores are not those of its grid"),
        (["facts", "examples"], "many", "examples must be an integer >= 1"),
        (["facts"], None, "facts must be a table"),
        (["environment"], ["numpy"], "environment must be a table"),
        (["environment", "numpy"], 2.0, "numpy must be a string"),
    ],
)
def test_results_with_a_wrong_entry_are_refused(
    place: list[Any], value: Any, message: str, tmp_path: Path
) -> None:
    plain = changed(result().to_plain(), place, value)
    (tmp_path / "result.json").write_text(json.dumps(plain))
    with pytest.raises(InvalidInputError, match=f"that of another release: .*{message}"):
        read_result(tmp_path)


def test_reports_that_say_no_reason_are_read() -> None:
    plain = result().to_plain()
    del plain["rows"][0]["tuned"][0]["reason"]
    assert Result.from_plain(plain) == result()


def test_results_of_other_methods_are_refused(tmp_path: Path) -> None:
    plain = result().to_plain()
    plain["rows"].pop()
    (tmp_path / "result.json").write_text(json.dumps(plain))
    with pytest.raises(InvalidInputError, match="or that of another release"):
        read_result(tmp_path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="give the folder of a report"):
        read_result(tmp_path / "nowhere")
