from pathlib import Path

import pytest

import compadagrad
from compadagrad.experiments import code
from compadagrad.experiments.code import DECIDES, SPECTATORS, digest_of_sources, release

ELSEWHERE = {
    "__init__.py", "__main__.py", "_storage.py", "_validation.py", "cli", "errors.py", "estimators",
    "games", "optim", "reference.py", "report", "river", "streams",
}  # fmt: skip


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small library of two rooms and a module."""
    for name in ("_jit.py", "losses/hinge.py", "experiments/trial.py", "experiments/toml.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"# {name}\n")
    monkeypatch.setattr(code, "ROOT", tmp_path)
    return tmp_path


def digest() -> str:
    return digest_of_sources(["_jit.py", "losses", "experiments"])


@pytest.mark.parametrize("name", ["_jit.py", "losses/hinge.py", "experiments/trial.py"])
def test_code_that_decides_an_outcome_decides_the_digest(sources: Path, name: str) -> None:
    before = digest()
    assert digest() == before
    (sources / name).write_text("# something else\n")
    assert digest() != before


def test_so_do_modules_that_come_or_move(sources: Path) -> None:
    found = {digest()}
    (sources / "losses" / "square.py").touch()
    found.add(digest())
    (sources / "losses" / "square.py").rename(sources / "losses" / "squared.py")
    found.add(digest())
    assert len(found) == 3


def test_code_that_plans_and_tells_does_not(sources: Path) -> None:
    before = digest()
    (sources / "experiments" / "toml.py").write_text("# something else\n")
    assert digest() == before


def test_every_part_of_the_library_is_one_or_the_other() -> None:
    root = Path(compadagrad.__file__).parent
    parts = {
        path.name
        for path in root.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert set(DECIDES) <= parts
    assert parts <= set(DECIDES) | ELSEWHERE
    assert all((root / name).is_file() for name in SPECTATORS)


def test_the_release_is_the_version_and_the_digest() -> None:
    assert release() == f"{compadagrad.__version__}, code {digest_of_sources(DECIDES)}"
