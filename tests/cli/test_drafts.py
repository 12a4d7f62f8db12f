import os
import stat
import tempfile
from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad._storage import save_file
from compadagrad.cli.drafts import (
    BEGINNING,
    check_apart,
    check_room,
    remove_drafts,
    written_whole,
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_there_when_all_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out"
    (tmp_path / "out.part").write_text("of somebody else")
    with written_whole(str(out)) as file:
        file.write("é")
        assert not out.exists()
    assert out.read_text(encoding="utf-8") == "é"
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(out.stat().st_mode) == 0o666 & ~mask
    with pytest.raises(ValueError, match="odd"), written_whole(str(out)) as file:
        raise ValueError("odd")
    assert out.read_text(encoding="utf-8") == "é"
    assert names(tmp_path) == ["out", "out.part"]
    assert (tmp_path / "out.part").read_text() == "of somebody else"


@pytest.mark.parametrize("name", ["n" * 250, "no/folder"])
def test_where_nothing_can_be_written(tmp_path: Path, name: str) -> None:
    with (
        pytest.raises(InvalidInputError, match="cannot write"),
        written_whole(f"{tmp_path}/{name}"),
    ):
        raise AssertionError
    with pytest.raises(InvalidInputError, match="cannot write"):
        check_room(tmp_path / name)


def test_where_there_is_room_nothing_is_left(tmp_path: Path) -> None:
    check_room(tmp_path / "m")
    assert names(tmp_path) == []


def test_what_is_read_is_not_written_over(tmp_path: Path) -> None:
    data, link = tmp_path / "a", tmp_path / "b"
    data.touch()
    link.symlink_to(data)
    check_apart(tmp_path / "absent", "the model", str(data))
    check_apart(data, "the model", str(tmp_path / "absent"))
    for path in (data, str(link), str(tmp_path / "." / "a")):
        with pytest.raises(InvalidInputError, match=r"the model would be written over .*a, which"):
            check_apart(path, "the model", str(data))


def test_files_begin_as_drafts_are_known(tmp_path: Path) -> None:
    save_file(tmp_path / "m", {"a": 1})
    assert (tmp_path / "m").read_bytes()[8:].startswith(BEGINNING)


def test_drafts_are_removed_and_the_files_of_others_are_not(tmp_path: Path) -> None:
    save_file(tmp_path / "whole", {"a": 1})
    data = (tmp_path / "whole").read_bytes()
    for length in (0, 9, 20, len(data)):
        descriptor, _ = tempfile.mkstemp(dir=tmp_path, prefix=".m.")
        os.write(descriptor, data[:length])
        os.close(descriptor)
    others = {
        ".m.settings": b"eight letters, and no draft",
        ".m.abcdefg": b"",
        ".m.abcdefghi": b"",
        ".m.two.abcdefgh": b"",
        ".n.abcdefgh": b"",
        "m.abcdefgh": b"",
    }
    for name, content in others.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / ".m.a_folder").mkdir()
    remove_drafts(tmp_path / "m")
    assert names(tmp_path) == sorted([*others, ".m.a_folder", "whole"])
