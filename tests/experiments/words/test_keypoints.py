from pathlib import Path

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.words import (
    Keypoints,
    planted_images,
    read_images,
    read_keypoints,
    write_keypoints,
)


def test_a_file_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("word, x, y\n# from detector 3\n\n17,0.25,1\n 0 , 0 , 1e-3 \n")
    keypoints = read_keypoints(path)
    assert keypoints.words.tolist() == [17, 0]
    assert keypoints.places.tolist() == [[0.25, 1.0], [0.0, 1e-3]]


def test_a_mark_of_the_order_of_bytes_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    for text in ("word,x,y\n17,0.25,1\n", "17,0.25,1\n"):
        path.write_text(text, encoding="utf-8-sig")
        assert read_keypoints(path).words.tolist() == [17]


def test_an_image_without_keypoints(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("")
    keypoints = read_keypoints(path)
    assert len(keypoints) == 0
    assert keypoints.places.shape == (0, 2)


def test_what_is_written_is_read_to_the_last_bit(tmp_path: Path) -> None:
    keypoints = planted_images(1)[0].keypoints
    write_keypoints(tmp_path / "a.csv", keypoints)
    again = read_keypoints(tmp_path / "a.csv")
    np.testing.assert_array_equal(again.words, keypoints.words)
    np.testing.assert_array_equal(again.places, keypoints.places)
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"cannot write .*absent"):
        write_keypoints(tmp_path / "absent" / "a.csv", planted_images(1)[0].keypoints)


@pytest.mark.parametrize(
    "line",
    [  # the last ones are words beyond all codebooks
        "1,0.5",
        "1,0.5,0.5,0.5",
        "1.5,0.5,0.5",
        "-1,0.5,0.5",
        "1,1.5,0.5",
        "1,nan,0.5",
        "a,b,c",
        "16777216,0.5,0.5",
        "2000000000,0.5,0.5",
    ],
)
def test_a_line_that_is_no_keypoint_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.csv").write_text(f"word,x,y\n{line}\n")
    with pytest.raises(InvalidInputError, match=r"a\.csv, line 2: a keypoint is 'word,x,y'"):
        read_keypoints(tmp_path / "a.csv")


def test_a_header_stands_in_the_first_line_only(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("1,0.5,0.5\nword,x,y\n")
    with pytest.raises(InvalidInputError, match="line 2"):
        read_keypoints(tmp_path / "a.csv")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"\xff\xfe1")
    with pytest.raises(InvalidInputError, match=r"cannot read .*a\.csv: it is not UTF-8 text"):
        read_keypoints(tmp_path / "a.csv")
    with pytest.raises(InvalidInputError, match="No such file"):
        read_keypoints(tmp_path / "b.csv")


def test_images_are_files_in_a_folder_a_class(tmp_path: Path) -> None:
    one = Keypoints(np.array([3]), np.array([[0.5, 0.5]]))
    for name in ("wolf/2.csv", "wolf/1.txt", "fox/9.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        write_keypoints(tmp_path / name, one)
    (tmp_path / "fox" / "readme.md").write_text("not an image")
    (tmp_path / "empty").mkdir()
    found = [(image.label, image.name) for image in read_images(tmp_path)]
    assert found == [("fox", "9"), ("wolf", "1"), ("wolf", "2")]


def test_one_class_is_not_enough(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="has 0 folders with keypoint files"):
        list(read_images(tmp_path))
