import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compadagrad import InvalidInputError, MissingExtraError
from compadagrad.experiments import (
    EXPERIMENTS,
    Data,
    Method,
    Study,
    read_study,
    study_from_toml,
    study_to_toml,
    write_study,
)
from experiments.small import SMALL

numbers = st.floats(1e-300, 1e300) | st.integers(1, 2**60)


def test_studies_are_readable() -> None:
    text = study_to_toml(SMALL)
    assert text.startswith('name = "small"\nseeds = [0, 1, 2]\n')
    assert '[data]\nsource = "mnist"\norigin = "embedded"\n' in text
    assert "grid = [{lr = [0.1, 1.0], delta = [0.01, 0.1]}]" in text


def test_the_studies_of_the_paper_survive() -> None:
    for data, quick in (("embedded", False), ("openml", True)):
        study = EXPERIMENTS["mnist49"].plan(data, quick).study
        assert study_from_toml(study_to_toml(study)) == study


@given(
    values=st.lists(numbers, min_size=1, max_size=5, unique=True),
    word=st.text(max_size=8),
    flag=st.booleans(),
)
def test_values_survive_with_their_types(values: list[float], word: str, flag: bool) -> None:
    method = Method(word or "m", "CompAdaGrad", {"scaling": word}, ({"lr": tuple(values)},))
    study = Study("s", Data("x", {"word": word, "flag": flag}), (method,))
    found = study_from_toml(study_to_toml(study))
    assert found == study
    assert list(map(type, found.methods[0].grid[0]["lr"])) == list(map(type, values))


def test_files_are_written_whole_and_read(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    write_study(SMALL, path)
    assert read_study(path) == SMALL
    assert list(tmp_path.iterdir()) == [path]


def test_an_edited_study_is_another_one(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(study_to_toml(SMALL).replace("seeds = [0, 1, 2]", "seeds = [7]"))
    assert read_study(path).seeds == (7,)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"name = ", "study.toml is not TOML: "),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b"name = 'x'", "study.toml: a study lacks data"),
    ],
)
def test_files_that_are_no_studies(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_bytes(content)
    with pytest.raises(InvalidInputError, match=message):
        read_study(path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"cannot read .*nowhere\.toml"):
        read_study(tmp_path / "nowhere.toml")


def test_without_tomlkit_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tomlkit", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'compadagrad\[experiments\]'"):
        study_to_toml(SMALL)
