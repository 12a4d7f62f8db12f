import json
from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import Outcome
from compadagrad.experiments.cache import Cache, default_folder

OUTCOME = Outcome(0.25, float("inf"), 0.5, 0.125, 1.5, 8, 3, ((4, 0.5), (8, 0.25)))
KEY = "0123456789abcdef"


def test_outcomes_come_back(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert cache.outcome(KEY) is None
    cache.keep_outcome(KEY, OUTCOME)
    assert Cache(tmp_path).outcome(KEY) == OUTCOME


def test_studies_come_back(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert cache.study(KEY) is None
    cache.keep_study(KEY, {"a": [1.5, "b"]})
    assert cache.study(KEY) == {"a": [1.5, "b"]}


WRONG = {
    "online_error": "much", "online_loss": [], "test_error": 7.0, "seconds": -1.0, "count": 0,
    "numbers": 1.5, "curve": [[4, 0.5], [8]], "failure": None,
}  # fmt: skip


@pytest.mark.parametrize("name", list(WRONG))
def test_outcomes_with_a_wrong_entry_are_as_if_they_were_not_there(
    name: str, tmp_path: Path
) -> None:
    cache = Cache(tmp_path)
    cache.keep_outcome(KEY, OUTCOME)
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    file.write_text(json.dumps({**OUTCOME.to_plain(), name: WRONG[name]}))
    assert cache.outcome(KEY) is None


@pytest.mark.parametrize(
    "damage",
    ["", "{", "[]", "{}", '{"online_error": 1.0}', '{"curve": 3}', "[" * 100_000, '{"a": NaN}'],
)
def test_damaged_files_are_as_if_they_were_not_there(damage: str, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.keep_outcome(KEY, OUTCOME)
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    file.write_text(damage)
    assert cache.outcome(KEY) is None
    cache.keep_outcome(KEY, OUTCOME)
    assert cache.outcome(KEY) == OUTCOME


def test_a_fresh_cache_gives_nothing_and_keeps_everything(tmp_path: Path) -> None:
    Cache(tmp_path).keep_outcome(KEY, OUTCOME)
    fresh = Cache(tmp_path, fresh=True)
    assert fresh.outcome(KEY) is None
    fresh.keep_study(KEY, {"a": 1})
    assert Cache(tmp_path).study(KEY) == {"a": 1}


def test_nothing_is_made_before_something_is_kept(tmp_path: Path) -> None:
    Cache(tmp_path / "cache").outcome(KEY)
    assert not (tmp_path / "cache").exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InvalidInputError, match="name another one with --cache"):
        Cache(tmp_path / "file").keep_outcome(KEY, OUTCOME)


@pytest.mark.parametrize(
    ("platform", "variables", "place"),
    [
        ("linux", {"COMPADAGRAD_CACHE": "/c"}, "/c"),
        ("linux", {"HOME": "/h"}, "/h/.cache/compadagrad"),
        ("linux", {"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "/x/compadagrad"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Caches/compadagrad"),
        ("win32", {"HOME": "/h", "LOCALAPPDATA": "/l"}, "/l/compadagrad"),
    ],
)
def test_the_usual_place(
    platform: str, variables: dict[str, str], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("COMPADAGRAD_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert default_folder() == Path(place)
