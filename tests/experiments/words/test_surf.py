import os
from pathlib import Path

import numpy as np
import pytest
from scipy import io

from compadagrad import InvalidInputError
from compadagrad.experiments.words import read_surf

NAMES = ("amazon", "Caltech10", "dslr", "webcam")
DATA = Path(os.environ.get("COMPADAGRAD_DATA", "absent")) / "office_caltech_surf"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for i, name in enumerate(NAMES):
        content = {"fts": np.full((2, 3), i, np.uint8), "labels": np.array([[1], [i + 1]])}
        io.savemat(tmp_path / f"{name}_SURF_L10.mat", content)
    return tmp_path


def test_four_sources_one_after_the_other(folder: Path) -> None:
    counts, classes = read_surf(folder)
    assert counts[:, 0].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert classes.tolist() == [1, 1, 1, 2, 1, 3, 1, 4]


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "dslr_SURF_L10.mat").unlink()
    with pytest.raises(InvalidInputError, match=r"lacks dslr_SURF_L10\.mat"):
        read_surf(folder)


@pytest.mark.parametrize("content", [b"", b"nothing that MATLAB wrote" * 20])
def test_a_file_of_something_else_is_named(folder: Path, content: bytes) -> None:
    (folder / "webcam_SURF_L10.mat").write_bytes(content)
    with pytest.raises(InvalidInputError, match=r"webcam_SURF_L10\.mat does not hold the counts"):
        read_surf(folder)


def test_a_file_with_a_flipped_bit_is_named_or_read(folder: Path) -> None:
    path = folder / "webcam_SURF_L10.mat"
    content = {"fts": np.arange(90).reshape(30, 3), "labels": np.arange(30)}
    io.savemat(path, content, do_compression=True)
    whole, named = path.read_bytes(), 0
    places = range(136, len(whole), 3)  # the compressed data begin there
    for at in places:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
        try:
            read_surf(folder)
        except InvalidInputError:
            named += 1
    assert named > 0.9 * len(places)


@pytest.mark.parametrize("fts", [[[0.5]], [[-1.0]], [[np.nan]], [[np.inf]], [["a"]]])
def test_what_is_no_count_is_named(folder: Path, fts: object) -> None:
    io.savemat(folder / "webcam_SURF_L10.mat", {"fts": np.array(fts), "labels": np.array([[1]])})
    with pytest.raises(InvalidInputError, match="does not hold the counts"):
        read_surf(folder)


def test_all_files_count_the_same_words(folder: Path) -> None:
    io.savemat(folder / "webcam_SURF_L10.mat", {"fts": np.ones((2, 4)), "labels": np.ones(2)})
    with pytest.raises(InvalidInputError, match="counts of 3, 3, 3, 4 visual words"):
        read_surf(folder)


def test_as_many_classes_as_images(folder: Path) -> None:
    content = {"fts": np.ones((2, 3)), "labels": np.array([1])}
    io.savemat(folder / "webcam_SURF_L10.mat", content)
    with pytest.raises(InvalidInputError, match="of as many images"):
        read_surf(folder)


@pytest.mark.skipif(
    not DATA.is_dir(), reason="set COMPADAGRAD_DATA to a folder with office_caltech_surf"
)
def test_the_real_counts() -> None:
    counts, classes = read_surf(DATA)
    assert counts.shape == (2533, 800)
    assert np.unique(classes).tolist() == list(range(1, 11))
    assert abs((counts > 0).mean() - 0.14) < 0.01
