"""The shape of the house: mirrored tests, honest names, documented API, a light import."""

import importlib
import pkgutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

import compadagrad

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "compadagrad"
HEAVY = ["torch", "triton", "sklearn", "matplotlib", "pandas", "typer", "rich", "river", "dask"]


ALONE = """
import importlib, sys

ours = {"compadagrad", "numpy", "scipy", "numba", "llvmlite", *sys.stdlib_module_names}

class NothingElse:
    def find_spec(self, name, path=None, target=None):
        if path is None and name.partition(".")[0] not in ours:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NothingElse())
from compadagrad.errors import MissingExtraError
for package in sys.argv[1:]:
    try:
        importlib.import_module(package)
    except MissingExtraError as error:
        assert "pip install" in str(error), error
        print(package)
"""


def module_names() -> list[str]:
    found = pkgutil.walk_packages(compadagrad.__path__, "compadagrad.")
    return ["compadagrad", *sorted(m.name for m in found)]


def public_packages() -> list[str]:
    """The packages that a user imports from: those with no private part in their name."""
    return [
        name
        for name in module_names()
        if "._" not in name and hasattr(importlib.import_module(name), "__path__")
    ]


def mirror(source: Path) -> Path:
    """Where the tests of a source file live; leading underscores are dropped."""
    room = [part.lstrip("_") for part in source.relative_to(SOURCE).parent.parts]
    return ROOT / "tests" / Path(*room) / f"test_{source.stem.strip('_')}.py"


@pytest.mark.parametrize(
    "source",
    [path for path in sorted(SOURCE.rglob("*.py")) if path.name != "__init__.py"],
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_every_source_file_has_tests_of_its_name(source: Path) -> None:
    assert mirror(source).is_file()


@pytest.mark.parametrize("name", module_names())
def test_all_lists_names_that_exist_once(name: str) -> None:
    module = importlib.import_module(name)
    names = getattr(module, "__all__", [])
    assert len(set(names)) == len(names)
    assert all(hasattr(module, public) for public in names)
    assert module.__doc__, f"{name} does not say what it is for"
    if Path(str(module.__file__)).name != "__init__.py":
        assert "__all__" in vars(module)


@pytest.mark.parametrize(
    ("package", "name"),
    [
        (package, name)
        for package in public_packages()
        for name in importlib.import_module(package).__all__
    ],
)
def test_public_names_are_in_the_documentation(package: str, name: str) -> None:
    value = getattr(importlib.import_module(package), name)
    pages = "\n".join(page.read_text() for page in (ROOT / "docs" / "api").glob("*.md"))
    listed = {line.strip() for line in pages.splitlines()}
    assert name == "__version__" or name.isupper() or value.__doc__  # a constant has no docstring
    assert f"{package}.{name}" in listed, f"add {package}.{name} to a page in docs/api"


def test_importing_the_library_is_light() -> None:
    program = f"import sys, compadagrad; print([m for m in {HEAVY} if m in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def test_without_extras_a_package_loads_or_names_what_it_lacks() -> None:
    found = subprocess.run(
        [sys.executable, "-c", ALONE, *public_packages()], capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.split() == ["compadagrad.estimators", "compadagrad.river"]


def test_the_version_is_in_the_changelog() -> None:
    released = compadagrad.__version__.split(".dev")[0]
    assert f"## {released}" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.slow
def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="install the docs extra: pip install -e '.[docs]'")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    subprocess.run([*command, str(ROOT / "docs"), str(tmp_path)], check=True)
    inventory = zlib.decompress((tmp_path / "objects.inv").read_bytes().split(b"\n", 4)[4])
    entries = [line.split() for line in inventory.decode().splitlines()]
    documented = {entry[0] for entry in entries if entry[1].startswith("py:")}
    for package in public_packages():
        for name in importlib.import_module(package).__all__:
            assert f"{package}.{name}" in documented
