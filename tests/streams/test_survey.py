from pathlib import Path
from typing import Any

import pytest

from compadagrad import InvalidInputError
from compadagrad.streams import Limits, Reading, survey


def found(folder: Path, name: str, text: str, classes: bool = True, **options: Any) -> Any:
    path = folder / name
    path.write_text(text)
    return survey(path, Reading(**options), classes=classes)


def test_features_and_classes_of_svmlight(tmp_path: Path) -> None:
    seen = found(tmp_path, "a.svm", "3 2:1\n-1 17:1\n3\n", format="svmlight")
    assert (seen.rows, seen.features, seen.classes) == (3, 17, (-1.0, 3.0))
    zero = found(tmp_path, "a.svm", "3 0:1\n", format="svmlight", one_based=False)
    assert zero.features == 1


def test_classes_are_collected_where_somebody_asks(tmp_path: Path) -> None:
    assert found(tmp_path, "a.svm", "3 2:1\n", classes=False, format="svmlight").classes == ()


@pytest.mark.parametrize(
    ("targets", "classes"),
    [(["b", "a", "b"], ("a", "b")), (["1", "-1", "1.0"], (-1.0, 1.0)), (["1", "x"], ("1", "x")),
     (["1_0", "2"], ("1_0", "2")), (["inf", "x"], ("inf", "x"))],
)  # fmt: skip
def test_classes_of_a_table_are_numbers_where_all_are(
    tmp_path: Path, targets: list[str], classes: tuple[Any, ...]
) -> None:
    text = "y,a\n" + "".join(f"{target},1\n" for target in targets)
    seen = found(tmp_path, "a.csv", text, format="csv", target="y")
    assert (seen.features, seen.classes) == (1, classes)


def test_too_many_classes(tmp_path: Path) -> None:
    text = "".join(f"{i} 1:1\n" for i in range(5000))
    with pytest.raises(InvalidInputError, match="more than 1000 different targets"):
        found(tmp_path, "a.svm", text, format="svmlight")


def test_a_wide_file_is_bounded(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="index '1000' is beyond the number of features"):
        found(tmp_path, "a.svm", "1 1000:1\n", format="svmlight", limits=Limits(features=999))


def test_an_empty_file(tmp_path: Path) -> None:
    seen = found(tmp_path, "a.svm", "", format="svmlight")
    assert (seen.rows, seen.features, seen.classes) == (0, 0, ())


def test_the_standard_input_cannot_be_read_twice() -> None:
    with pytest.raises(InvalidInputError, match="standard input can be read only once"):
        survey("-", Reading(format="svmlight"))


@pytest.mark.parametrize(
    ("targets", "place", "classes"),
    [(["0", "nan", "1"], "line 3: the label nan is no class", (0.0, 1.0)),
     (["a", "b", "NaN"], "line 4: the label NaN is no class", ("a", "b")),
     (["0", "1", "inf"], "line 4: the label inf is no class", (0.0, 1.0)),
     (["0.5", "1", "2"], "line 2: the label 0.5 is no class", (1.0, 2.0))],
)  # fmt: skip
def test_labels_that_are_no_classes_are_malformed(
    tmp_path: Path, targets: list[str], place: str, classes: tuple[Any, ...]
) -> None:
    text = "y,a\n" + "".join(f"{target},1\n" for target in targets)
    options: dict[str, Any] = {"format": "csv", "target": "y"}
    with pytest.raises(InvalidInputError, match=place):
        found(tmp_path, "a.csv", text, **options)
    assert found(tmp_path, "a.csv", text, **options, on_error="skip").classes == classes


def test_somebody_is_told_how_much_has_been_read(tmp_path: Path) -> None:
    path = tmp_path / "a.svm"
    path.write_text("1 1:1\n" * 10_000)
    told: list[float | None] = []
    survey(path, Reading(format="svmlight"), told=told.append)
    assert len(told) == 3
    assert told[-1] == 1.0
