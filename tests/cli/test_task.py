import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.data import examples, write_csv, write_svmlight
from compadagrad import InvalidInputError
from compadagrad.cli.task import Task, check_size, classes_of, settled
from compadagrad.streams import Reading


def task_of(data: Path, loss: str = "log_loss", **reading: Any) -> Task:
    kind = "csv" if data.suffix == ".csv" else "svmlight"
    return Task(
        data=str(data),
        reading=Reading(**{"format": kind, **reading}),
        parameters={"loss": loss},
        passes=1,
        chunk_rows=10,
    )


def test_what_is_not_said_is_found(tmp_path: Path) -> None:
    data = write_svmlight(tmp_path / "a.svm", *examples(20))
    found = settled(task_of(data)).reading
    assert (found.features, found.classes) == (4, (-1.0, 1.0))
    assert settled(task_of(data, "huber")).reading.classes == ()
    hashed = settled(task_of(data, hash_bits=3)).reading
    assert (hashed.features, hashed.width) == (None, 8)


def test_nothing_is_read_where_all_is_said(tmp_path: Path) -> None:
    task = task_of(tmp_path / "absent.svm", features=3, classes=(1.0, 2.0))
    assert settled(task) == task


def test_many_columns_have_no_subspace_unless_it_is_named(tmp_path: Path) -> None:
    options: dict[str, Any] = {"features": 1 << 15, "classes": (1.0, 2.0)}
    task = task_of(tmp_path / "absent.svm", **options)
    assert settled(task).parameters == {"subspace": "diagonal", "loss": "log_loss"}
    named = replace(task, parameters={**task.parameters, "subspace": "srht"})
    assert settled(named) == named
    few = task_of(tmp_path / "absent.svm", **{**options, "features": 1 << 14})
    assert settled(few) == few


def test_a_model_is_not_larger_than_it_may_be(tmp_path: Path) -> None:
    task = task_of(tmp_path / "absent.svm", features=100, classes=(1.0, 2.0, 3.0))
    for parameters, numbers in (
        ({"subspace": "diagonal"}, 300),
        ({"k": 4}, 1500),
        ({"subspace": "full"}, 30_300),
    ):
        task = replace(task, parameters={"loss": "log_loss", **parameters})
        check_size(replace(task, max_weights=numbers), 100)
        with pytest.raises(InvalidInputError, match=f"{numbers:,} numbers, more than"):
            settled(replace(task, max_weights=numbers - 1))


def test_names_of_classes_make_targets_texts(tmp_path: Path) -> None:
    data = write_csv(tmp_path / "a.csv", examples(4)[0], ["b", "a", "b", "a"])
    found = settled(task_of(data, target="label")).reading
    assert (found.targets, found.classes) == ("texts", ("a", "b"))
    said = settled(task_of(data, target="label", classes=("a", "b"))).reading
    assert said.targets == "texts"


def test_an_empty_file_has_nothing_to_learn_from(tmp_path: Path) -> None:
    (tmp_path / "a.svm").touch()
    with pytest.raises(InvalidInputError, match="no rows to learn from"):
        settled(task_of(tmp_path / "a.svm"))


def test_the_loss_says_which_estimator(tmp_path: Path) -> None:
    assert task_of(tmp_path, "hinge").is_classification
    assert type(task_of(tmp_path, "hinge").estimator()).__name__ == "CompAdaGradClassifier"
    assert type(task_of(tmp_path, "poisson").estimator()).__name__ == "CompAdaGradRegressor"
    with pytest.raises(InvalidInputError, match="loss must be one of log_loss, hinge"):
        task_of(tmp_path, "logistic").estimator()


def test_a_description_holds_what_must_stay_the_same(tmp_path: Path) -> None:
    one = task_of(tmp_path, on_error="raise").described()
    assert one == task_of(tmp_path, on_error="skip").described()
    for other in (
        task_of(tmp_path, "hinge"), task_of(tmp_path, features=3), task_of(tmp_path, hash_bits=3),
        task_of(tmp_path, one_based=False), task_of(tmp_path, dtype="float32"),
        task_of(tmp_path, classes=(1.0, 2.0)), task_of(tmp_path, target="y"),
    ):  # fmt: skip
        assert other.described() != one


@pytest.mark.parametrize(
    ("text", "classes"),
    [("1,-1", (-1.0, 1.0)), ("b, a", ("a", "b")), ("1,x", ("1", "x")), (None, ())],
)
def test_classes_in_text(text: str | None, classes: tuple[Any, ...]) -> None:
    assert classes_of(text) == classes


@pytest.mark.parametrize("text", ["1_0,2", "\uff11,2", "1.5x,2"])
def test_only_what_readers_take_for_numbers_is_one(text: str) -> None:
    assert set(classes_of(text)) == set(text.split(","))


@pytest.mark.parametrize(("text", "word"), [("0.5,1", "whole"), ("nan,1", "finite")])
def test_numbers_that_are_no_classes(text: str, word: str) -> None:
    with pytest.raises(InvalidInputError, match=f"classes that are numbers must be {word}"):
        classes_of(text)


def test_targets_of_counts_are_not_negative(tmp_path: Path) -> None:
    task = task_of(tmp_path / "absent.svm", "poisson", features=3)
    assert settled(task).reading.least == 0.0
    assert settled(replace(task, parameters={"loss": "huber"})).reading.least == -math.inf


@pytest.mark.parametrize("text", ["", "1", "1,1"])
def test_a_single_class_is_none(text: str) -> None:
    with pytest.raises(InvalidInputError, match="classes must be two or more"):
        classes_of(text)
