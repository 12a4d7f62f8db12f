"""Studies in TOML: printed, saved, edited by hand and read again."""

import tomllib
from pathlib import Path
from typing import Any

from compadagrad._storage import replace_file
from compadagrad.errors import InvalidInputError, MissingExtraError
from compadagrad.experiments.plain import study_from_plain, study_to_plain
from compadagrad.experiments.study import Study

__all__ = ["read_study", "study_from_toml", "study_to_toml", "write_study"]

TABLES = ("data", "features", "protocol")


def study_to_toml(study: Study) -> str:
    """The study in TOML: its grids stand a line each.

    Examples
    --------
    >>> from compadagrad.experiments import Data, Method, Study, study_to_toml
    >>> diagonal = Method("diagonal", "DiagonalAdaGrad", grid=({"lr": (0.1, 1.0)},))
    >>> print(study_to_toml(Study("small", Data("mnist"), (diagonal,))).splitlines()[0])
    name = "small"
    """
    try:
        import tomlkit
    except ImportError:
        raise MissingExtraError("writing studies", ["tomlkit"], "experiments") from None
    plain = study_to_plain(study)
    document = tomlkit.document()
    document.add("name", tomlkit.item(plain["name"]))
    document.add("seeds", tomlkit.item(plain["seeds"]))
    for name in TABLES:
        document.add(name, tomlkit.item(plain[name]))
    methods = tomlkit.aot()
    for method in plain["methods"]:
        methods.append(_method_table(tomlkit, method))
    document.add("methods", methods)
    return tomlkit.dumps(document)


def study_from_toml(text: str, source: str = "the text") -> Study:
    """The study in a TOML text; ``source`` is what error messages call the text."""
    try:
        return study_from_plain(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise InvalidInputError(f"{source} is not TOML: {error}") from None
    except InvalidInputError as error:
        raise InvalidInputError(f"{source}: {error}") from None


def write_study(study: Study, path: Path) -> None:
    """Write a study to a file, whole or not at all."""
    replace_file(path, [study_to_toml(study).encode()])


def read_study(path: Path) -> Study:
    """The study in a TOML file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidInputError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidInputError(f"{path} is not TOML: it is not UTF-8 text") from None
    return study_from_toml(text, str(path))


def _method_table(tomlkit: Any, method: dict[str, Any]) -> Any:
    table = tomlkit.table()
    table.add("name", method["name"])
    table.add("learner", method["learner"])
    if method["fixed"]:
        table.add("fixed", _inline(tomlkit, method["fixed"]))
    grid = tomlkit.array()
    for axes in method["grid"]:
        grid.append(_inline(tomlkit, axes))
    table.add("grid", grid.multiline(len(method["grid"]) > 1))
    return table


def _inline(tomlkit: Any, entries: dict[str, Any]) -> Any:
    table = tomlkit.inline_table()
    table.update(entries)
    return table
