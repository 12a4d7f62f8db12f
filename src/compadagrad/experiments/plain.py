"""Studies as plain values, nested dictionaries and lists, and back."""

from collections.abc import Iterable, Mapping
from typing import Any

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.study import Axes, Data, Features, Method, Protocol, Setting, Study

__all__ = ["method_from_plain", "method_to_plain", "study_from_plain", "study_to_plain"]

PROTOCOL = ("loss", "batch", "tune_by", "tune_on", "tuning_examples", "train_share")


def study_to_plain(study: Study) -> dict[str, Any]:
    """The study as a dictionary of plain values, in the order in which it is written."""
    return {
        "name": study.name,
        "seeds": list(study.seeds),
        "data": {"source": study.data.source, **study.data.options},
        "features": {"kind": study.features.kind, **study.features.options},
        "protocol": {name: getattr(study.protocol, name) for name in PROTOCOL},
        "methods": [method_to_plain(method) for method in study.methods],
    }


def study_from_plain(plain: Mapping[str, Any]) -> Study:
    """The study that :func:`study_to_plain` or a file gave; what is left out has its default."""
    _only(plain, "a study", ("name", "seeds", "data", "features", "protocol", "methods"))
    data = _table(plain, "data", "a study")
    features = _table(plain, "features", "a study", {"kind": "given"})
    protocol = _table(plain, "protocol", "a study", {})
    _only(protocol, "protocol", PROTOCOL)
    rest: dict[str, Any] = {}
    if "seeds" in plain:
        rest["seeds"] = tuple(_list(plain, "seeds", "a study"))
    return Study(
        _string(plain, "name", "a study"),
        Data(_string(data, "source", "data"), _options(data, "source", "data")),
        tuple(method_from_plain(method) for method in _list(plain, "methods", "a study")),
        Features(_string(features, "kind", "features"), _options(features, "kind", "features")),
        Protocol(**_typed(protocol)),
        **rest,
    )


def method_to_plain(method: Method) -> dict[str, Any]:
    """A method as a dictionary."""
    grid = [{name: list(values) for name, values in axes.items()} for axes in method.grid]
    return {
        "name": method.name,
        "learner": method.learner,
        "fixed": dict(method.fixed),
        "grid": grid,
    }


def method_from_plain(plain: Any) -> Method:
    """The method that :func:`method_to_plain` gave."""
    if not isinstance(plain, Mapping):
        raise InvalidInputError(f"a method must be a table with name and learner, got {plain!r}")
    name = _string(plain, "name", "a method")
    what = f"method {name!r}"
    _only(plain, what, ("name", "learner", "fixed", "grid"))
    fixed = _table(plain, "fixed", what, {})
    grid = tuple(_axes(axes, what) for axes in _list(plain, "grid", what))
    return Method(name, _string(plain, "learner", what), _options(fixed, "", what), grid)


def _axes(axes: Any, what: str) -> Axes:
    if not isinstance(axes, Mapping):
        raise InvalidInputError(
            f"{what}: grid must be a list of tables such as {{lr = [0.1, 1.0]}}, got {axes!r}"
        )
    found = {}
    for name, values in axes.items():
        if not isinstance(values, list | tuple):
            raise InvalidInputError(f"{what}: {name} must be a list of values, got {values!r}")
        found[name] = tuple(_plain_value(value, f"{what}: {name}") for value in values)
    return found


def _typed(protocol: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a protocol, where their types are those of the defaults."""
    known = Protocol()
    for name, value in protocol.items():
        kind = type(getattr(known, name))
        if type(value) is not kind:
            raise InvalidInputError(
                f"protocol: {name} must be of type {kind.__name__}, got {value!r}"
            )
    return dict(protocol)


def _options(table: Mapping[str, Any], without: str, what: str) -> Setting:
    return {
        name: _plain_value(value, f"{what}: {name}")
        for name, value in table.items()
        if name != without
    }


def _plain_value(value: Any, what: str) -> Any:
    if type(value) not in (str, int, float, bool):
        raise InvalidInputError(
            f"{what} must be a string, a number or a truth value, got {value!r}"
        )
    return value


def _only(table: Mapping[str, Any], what: str, allowed: Iterable[str]) -> None:
    names = tuple(allowed)
    for name in table:
        if name not in names:
            raise InvalidInputError(f"{what} has no entry {name!r}; there are: {', '.join(names)}")


def _entry(table: Mapping[str, Any], name: str, what: str) -> Any:
    if name not in table:
        raise InvalidInputError(f"{what} lacks {name}")
    return table[name]


def _string(table: Mapping[str, Any], name: str, what: str) -> str:
    value = _entry(table, name, what)
    if type(value) is not str:
        raise InvalidInputError(f"{what}: {name} must be a string, got {value!r}")
    return value


def _list(table: Mapping[str, Any], name: str, what: str) -> list[Any]:
    value = _entry(table, name, what)
    if not isinstance(value, list):
        raise InvalidInputError(f"{what}: {name} must be a list, got {value!r}")
    return value


def _table(
    table: Mapping[str, Any], name: str, what: str, default: Mapping[str, Any] | None = None
) -> Mapping[str, Any]:
    value = table.get(name, default) if default is not None else _entry(table, name, what)
    if not isinstance(value, Mapping):
        raise InvalidInputError(f"{what}: {name} must be a table, got {value!r}")
    return value
