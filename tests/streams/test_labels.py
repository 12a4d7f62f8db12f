from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.streams import Chunk, Faults, Reading, Stream
from compadagrad.streams.labels import with_known_labels, with_targets_from


def chunk(y: list[Any], kind: Any) -> Chunk:
    count = len(y)
    return Chunk(np.eye(count), np.array(y, kind), np.ones(count), np.arange(count) + 1)


@pytest.mark.parametrize(
    ("y", "kind", "classes"),
    [([1.0, 2.0, -1.0], float, (-1.0, 1.0)), (["a", "c", "b"], object, ("a", "b"))],
)
def test_rows_with_another_label_are_passed_over_and_counted(
    y: list[Any], kind: Any, classes: tuple[Any, ...]
) -> None:
    faults = Faults("data", "skip")
    (kept,) = with_known_labels([chunk(y, kind)], classes, faults)
    assert kept.y.tolist() == [y[0], y[2]]
    assert kept.lines.tolist() == [1, 3]
    assert (np.eye(3)[[0, 2]] == kept.X).all()
    assert faults.count == 1
    assert "line 2: the label" in faults.first[0]


def test_a_chunk_without_a_known_label_is_left_out() -> None:
    faults = Faults("data", "skip")
    assert list(with_known_labels([chunk([3.0], float)], (1.0, 2.0), faults)) == []


def test_streams_know_their_classes(tmp_path: Path) -> None:
    path = tmp_path / "a.svm"
    path.write_text("1 1:1\n7 1:1\n")
    reading = Reading(format="svmlight", features=1, classes=(-1.0, 1.0))
    with pytest.raises(InvalidInputError, match="line 2: the label 7 is none of the classes -1, 1"):
        list(Stream(path, reading).chunks(10))


def test_rows_with_too_low_a_target_are_passed_over_and_counted() -> None:
    faults = Faults("data", "skip")
    (kept,) = with_targets_from([chunk([1.0, -0.5, 0.0], float)], 0.0, faults)
    assert kept.y.tolist() == [1.0, 0.0]
    assert faults.first == ["data, line 2: the target must be at least 0, got -0.5"]
