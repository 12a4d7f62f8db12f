from dataclasses import replace

from compadagrad.report.studies import families
from compadagrad.report.summary import (
    COLUMNS,
    cells,
    conditions,
    difference,
    headline,
    highlights,
    mark,
    remarks,
    setting,
)
from report.finished import FAILED, RESULT


def test_cells_are_what_the_rows_say() -> None:
    found = dict(zip(COLUMNS, cells(RESULT)[1], strict=True))
    assert found == {
        "method": "CompAdaGrad k=64",
        "online error, %": "12.50 ± 0.50",
        "test error, %": "10.50 ± 0.50",
        "test, less the first": "-20.00 ± 0.00",
        "µs an example": "20.0",
        "numbers kept": "3",
        "setting": "η 1, δ 0.01, λ 0",
        "at an edge": "η, δ",
    }
    assert difference(RESULT, RESULT.rows[0]) == "—"


def test_settings_of_seeds_are_listed_once() -> None:
    row = replace(RESULT.rows[0], settings=({"lr": 1.0}, {"lr": 3.0}, {"lr": 1.0}))
    assert setting(row) == "η 1; η 3"


def test_the_best_of_each_family_is_a_highlight() -> None:
    found = highlights(families(RESULT))
    assert [known.row.method.name for known in found] == [
        "diagonal AdaGrad", "CompAdaGrad k=64", "tracked <k=10>"
    ]  # fmt: skip
    assert found[1].value == "10.50 %"
    assert found[1].note == "20 µs an example"


def test_the_headline_is_the_first_method_and_the_family_with_the_most_k() -> None:
    assert headline(families(RESULT)) == (
        "Test error: 30.50 % with diagonal AdaGrad; "
        "20.50 and 10.50 % with CompAdaGrad, k = 25 and 64."
    )
    assert headline(families(RESULT)[:1]) == "Test error: 30.50 % with diagonal AdaGrad."


def test_conditions_say_what_was_done() -> None:
    said = " ".join(conditions(RESULT))
    for words in (
        "some <images>.", "401 in all", "Logistic loss; 800 examples in 2 permutations",
        "10 a step, averaged", "40 held back", "a grid of 4 settings", "on the first seed",
    ):  # fmt: skip
        assert words in said
    assert "the column 'at an edge' says" in said
    assert "column" not in " ".join(conditions(RESULT, COLUMNS[:-1]))
    tuned = replace(RESULT.study.protocol, tuning_examples=300, batch=1)
    other = " ".join(conditions(replace(RESULT, study=replace(RESULT.study, protocol=tuned))))
    assert "the first 300 examples of the first seed" in other
    assert "one a step" in other


def test_what_came_to_nothing_is_said() -> None:
    assert remarks(RESULT) == []
    assert remarks(FAILED) == [
        "CompAdaGrad k=64: 1 of 4 settings came to nothing while it was tuned (<grew> [fast]).",
        "† CompAdaGrad k=64: seed 5 came to nothing ([burst]), which counts as an error of 100 %.",
    ]
    row = FAILED.rows[1]
    each = replace(row, tuned=(RESULT.rows[1].tuned[0], row.tuned[0]))
    assert "1 of 8 settings over 2 permutations came" in remarks(replace(FAILED, rows=(each,)))[0]


def test_figures_with_seeds_that_came_to_nothing_are_marked() -> None:
    found = dict(zip(COLUMNS, cells(FAILED)[1], strict=True))
    assert found["online error, %"] == "56.00 ± 44.00 †"
    assert found["test error, %"] == "55.00 ± 45.00 †"
    assert found["test, less the first"].endswith(" †")
    assert (mark(FAILED.rows[0]), mark(FAILED.rows[1])) == ("", " †")
    assert "20.50 and 55.00 † % with CompAdaGrad, k = 25 and 64." in headline(families(FAILED))
    assert "†" not in "".join(map("".join, cells(RESULT)))
