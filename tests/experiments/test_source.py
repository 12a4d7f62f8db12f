from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import Source
from compadagrad.experiments.source import digest_of_files, folder_needed, folder_with

SOURCE = Source(None, None, {"origin": "here", "count": 3})  # type: ignore[arg-type]


def test_options_are_completed() -> None:
    assert SOURCE.complete({"count": 5}) == {"origin": "here", "count": 5}


@pytest.mark.parametrize(
    ("options", "message"),
    [({"size": 1}, "no option 'size'; there are: origin, count"), ({"count": "3"}, "type int")],
)
def test_options_that_are_none(options: dict[str, str | int], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        SOURCE.complete(options)


def test_digests_follow_contents_and_order(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"1")
    two.write_bytes(b"2")
    first = digest_of_files([one, two])
    assert digest_of_files([one, two]) == first != digest_of_files([two, one])
    two.write_bytes(b"3")
    assert digest_of_files([one, two]) != first
    with pytest.raises(InvalidInputError, match="cannot read"):
        digest_of_files([tmp_path / "three"])


def test_folders_that_are_not_there(tmp_path: Path) -> None:
    assert folder_needed(tmp_path, "files") == tmp_path
    with pytest.raises(InvalidInputError, match="say where the files are, with --data DIR"):
        folder_needed(None, "the files")
    with pytest.raises(InvalidInputError, match="there is no folder"):
        folder_needed(tmp_path / "nowhere", "the files")


def test_files_are_in_a_folder_or_in_one_of_a_known_name_in_it(tmp_path: Path) -> None:
    def files(folder: Path) -> list[Path]:
        if not (found := list(folder.glob("*.dat"))):
            raise InvalidInputError("there are no files")
        return found

    (tmp_path / "known").mkdir()
    assert folder_with(files, tmp_path, "known", "the files") == tmp_path
    (tmp_path / "known" / "a.dat").touch()
    assert folder_with(files, tmp_path, "known", "the files") == tmp_path / "known"
    assert folder_with(files, tmp_path / "known", "known", "the files") == tmp_path / "known"
    with pytest.raises(InvalidInputError, match="say where the files are"):
        folder_with(files, None, "known", "the files")
