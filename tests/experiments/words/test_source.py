import shutil
from pathlib import Path

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.words import image_features, planted_images, write_keypoints
from compadagrad.experiments.words.source import SOURCE
from experiments.words.test_surf import folder as surf_folder

__all__ = ["surf_folder"]

CACHE = Path("nothing is kept")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Six images as keypoint files."""
    folder = tmp_path / "foxes"
    for image in planted_images(6, words=9):
        (folder / image.label).mkdir(parents=True, exist_ok=True)
        write_keypoints(folder / image.label / f"{image.name}.csv", image.keypoints)
    return folder


def test_keypoint_files_are_a_task(written: Path) -> None:
    task = SOURCE.load(SOURCE.complete({}), written, CACHE)
    images = sorted(planted_images(6, words=9), key=lambda image: (image.label, image.name))
    expected = image_features(images)
    np.testing.assert_array_equal(task.X.toarray(), expected.counts.toarray())
    assert task.y.tolist() == [1.0] * 3 + [-1.0] * 3  # far comes before near
    assert task.name == "foxes"
    assert "6 images of foxes, far (3) against the rest: 9 visual words and" in task.description


def test_options_choose_class_codebook_and_bigrams(written: Path) -> None:
    options = SOURCE.complete({"class": "near", "words": 12, "bigrams": False})
    task = SOURCE.load(options, written, CACHE)
    assert task.X.shape == (6, 12)
    assert task.y.tolist() == [-1.0] * 3 + [1.0] * 3


def test_a_larger_radius_has_more_bigrams(written: Path) -> None:
    small, large = (
        SOURCE.load(SOURCE.complete({"radius": radius}), written, CACHE).n
        for radius in (0.002, 0.2)
    )
    assert small < large


def test_surf_counts_are_a_task(surf_folder: Path) -> None:
    task = SOURCE.load(SOURCE.complete({"origin": "surf"}), surf_folder, CACHE)
    assert task.X.shape == (8, 3)
    assert task.y.tolist() == [1, 1, 1, -1, 1, -1, 1, -1]
    other = SOURCE.load(SOURCE.complete({"origin": "surf", "class": "3"}), surf_folder, CACHE)
    assert np.flatnonzero(other.y > 0).tolist() == [5]
    with pytest.raises(InvalidInputError, match="class must be one of 1, 2, 3, 4, got 'fox'"):
        SOURCE.load(SOURCE.complete({"origin": "surf", "class": "fox"}), surf_folder, CACHE)


def test_the_fingerprint_is_that_of_the_files(written: Path) -> None:
    before = SOURCE.fingerprint(SOURCE.complete({}), written)
    image = next(written.glob("near/*.csv"))
    image.write_text(image.read_text() + "1,0.5,0.5\n")
    assert SOURCE.fingerprint(SOURCE.complete({}), written) != before


@pytest.mark.parametrize("moved", ["far/000009.csv", "near/000001.csv"])
def test_the_fingerprint_knows_of_classes_and_names(written: Path, moved: str) -> None:
    before = SOURCE.fingerprint(SOURCE.complete({}), written)
    (written / "near" / "000000.csv").rename(written / moved)
    assert SOURCE.fingerprint(SOURCE.complete({}), written) != before


def test_where_the_folder_is_does_not_matter(written: Path, tmp_path: Path) -> None:
    before = SOURCE.fingerprint(SOURCE.complete({}), written)
    (tmp_path / "elsewhere").mkdir()
    copy = shutil.copytree(written, tmp_path / "elsewhere" / "foxes")
    assert SOURCE.fingerprint(SOURCE.complete({}), copy) == before


def test_generated_images_need_no_folder() -> None:
    options = SOURCE.complete({"origin": "generated"})
    assert len(SOURCE.load(options, None, CACHE).y) == 400
    assert "generated" in SOURCE.fingerprint(options, None)


def test_bad_options_are_named(written: Path) -> None:
    with pytest.raises(InvalidInputError, match="origin must be one of 'surf', 'keypoints'"):
        SOURCE.load(SOURCE.complete({"origin": "sift"}), written, CACHE)
    with pytest.raises(InvalidInputError, match="say where keypoint files are"):
        SOURCE.load(SOURCE.complete({}), None, CACHE)
    with pytest.raises(InvalidInputError, match="one of two or more, far, near; got 'fox'"):
        SOURCE.load(SOURCE.complete({"class": "fox"}), written, CACHE)
