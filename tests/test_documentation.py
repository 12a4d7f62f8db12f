"""The examples in the prose run, from the first block of a page to its last."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples(page: Path) -> list[str]:
    block = r"^```(?:python|\{code-cell\} python)\n(.*?)^```"
    return re.findall(block, page.read_text(), flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if examples(page)], ids=lambda page: page.name
)
def test_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    names: dict[str, object] = {}
    for block in examples(page):
        exec(compile(block, str(page), "exec"), names)


def test_the_readme_has_examples() -> None:
    assert len(examples(ROOT / "README.md")) >= 2


def test_every_make_target_in_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", (ROOT / "README.md").read_text(), re.M))
    assert named
    assert named <= targets


def test_the_files_and_tests_that_pages_name_exist() -> None:
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("*.py"))
    found = 0
    for page in PAGES:
        text = page.read_text()
        for name in re.findall(r"`([a-z_]+/[\w/]+\.py)`", text):
            assert any((ROOT / folder / name).exists() for folder in ("", "src/compadagrad")), name
            found += 1
        for name in re.findall(r"`(test_\w+)`", text):
            assert f"def {name}(" in tests, (page.name, name)
            found += 1
    assert found > 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_nothing_stands_for_what_is_yet_to_be_written(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    assert "@@" not in prose
    assert not re.search(r"^[A-Z]{3,}$", prose, re.M)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_results_that_pages_show_are_there(page: Path) -> None:
    for name in re.findall(r"[(\s]((?:\.\./)?benchmarks/results/[\w./-]*\w)", page.read_text()):
        assert (page.parent / name).exists(), name
