import json
from typing import Any

import numpy as np
import pytest

from compadagrad.cli.output import as_json, plain, print_result, say_faults, text_of
from compadagrad.streams import Faults

RESULT = {"rows": 12345, "online_error": 0.25, "classes": np.array([-1, 1])}


def test_a_result_for_machines_is_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    print_result(RESULT, as_machine=True)
    shown = capsys.readouterr().out
    assert shown.count("\n") == 1
    assert json.loads(shown) == {"rows": 12345, "online_error": 0.25, "classes": [-1, 1]}


def test_a_result_for_people_is_a_line_for_each_entry(capsys: pytest.CaptureFixture[str]) -> None:
    print_result(RESULT, as_machine=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["rows          12,345", "online error  0.25", "classes       -1, 1"]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, np.float32("nan")])
def test_what_json_has_not_is_null(value: Any) -> None:
    assert plain({"a": [value]}) == {"a": [None]}
    assert json.loads(as_json(value)) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "True"), ({"a": 1.0, "b": None}, "a 1, b none"), (np.int64(2000), "2,000"),
     (["x", 2.5], "x, 2.5"), (np.float64(1 / 3), "0.333333")],
)  # fmt: skip
def test_values_as_people_read_them(value: Any, text: str) -> None:
    assert text_of(value) == text


def test_malformed_lines_are_told_where_there_are_any(capsys: pytest.CaptureFixture[str]) -> None:
    faults = Faults("a.svm", "skip")
    say_faults(faults)
    assert capsys.readouterr().err == ""
    for line in range(1000):
        faults.add(line, "odd")
    say_faults(faults)
    shown = capsys.readouterr().err.splitlines()
    assert shown[0] == "passed over 1,000 malformed lines, the first:"
    assert shown[1:] == [f"  a.svm, line {line}: odd" for line in range(5)]
