from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import compadagrad.regularizers as room
from compadagrad import InvalidInputError
from compadagrad.regularizers import Box, NonNegative, Regularizer, Zero, from_config


def members() -> list[type[Regularizer]]:
    public = (getattr(room, name) for name in room.__all__)
    kinds = (value for value in public if isinstance(value, type))
    return [m for m in kinds if issubclass(m, Regularizer) and m is not Regularizer]


def config_of(member: type[Regularizer]) -> dict[str, Any]:
    return {"kind": member.kind, **dict.fromkeys(member.parameters, 1.0)}


def test_every_member_has_a_kind_of_its_own_and_comes_back() -> None:
    assert len(members()) == 7
    assert len({member.kind for member in members()}) == 7
    for member in members():
        r = from_config(config_of(member))
        assert type(r) is member
        assert r.config() == config_of(member)


def test_what_numpy_load_gives_back_will_do() -> None:
    config = {"kind": np.array("box"), "lower": np.array(-1.0), "upper": np.array([1.0, 2.0])}
    r = from_config({**config, "weight": np.array(1)})
    assert r == Box(-1.0, [1.0, 2.0])
    assert isinstance(r.config()["lower"], float)


@pytest.mark.parametrize("config", [None, "l1", [("kind", "l1")], 3, np.zeros(3)])
def test_what_is_not_a_dictionary(config: Any) -> None:
    with pytest.raises(InvalidInputError, match="config must be a dictionary"):
        from_config(config)


@pytest.mark.parametrize(
    "kind",
    [None, "", "L1", "__class__", 1, ["l1"], {}, b"l1", np.array(["l1"]), np.array(b"l1"), np.nan],
)
def test_unknown_kinds(kind: Any) -> None:
    with pytest.raises(InvalidInputError, match="kind must be one of 'zero', 'squared_l2', 'l1'"):
        from_config({"kind": kind, "lam": 1.0})


def test_no_kind() -> None:
    with pytest.raises(InvalidInputError, match=r"kind must be one of .* got None"):
        from_config({"lam": 1.0})


@pytest.mark.parametrize("member", members())
def test_parameters_too_few_and_too_many(member: type[Regularizer]) -> None:
    for name in member.parameters:
        config = config_of(member)
        del config[name]
        with pytest.raises(InvalidInputError, match=f"{member.kind!r} takes .* lacks {name}"):
            from_config(config)
    for unknown in ("_latest", "self", 7, ("a",)):
        with pytest.raises(InvalidInputError, match="does not know"):
            from_config({**config_of(member), unknown: 1.0})  # type: ignore[dict-item]


HOSTILE: list[Any] = [
    None,
    "1.0",
    b"1",
    object(),
    {},
    [],
    [[1.0]],
    [1.0, [2.0]],
    np.nan,
    [1.0, np.nan],
    1j,
    10**400,
    np.array([object()]),
    np.array(["a"]),
    np.array([None, 1.0]),
    np.zeros((2, 2)),
    np.array("2026-01-01", "datetime64[D]"),
    np.zeros(2, [("a", float)]),
    np.longdouble(1) if np.longdouble != np.float64 else "long",
    {"lam": 1.0},
    {1.0},
    lambda: 1.0,
]


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("member", [m for m in members() if m is not Zero])
def test_hostile_parameters(member: type[Regularizer], value: Any) -> None:
    for name in member.parameters:
        with pytest.raises(InvalidInputError, match=f"^{name} "):
            from_config({**config_of(member), name: value})


@pytest.mark.parametrize("value", [-1.0, -1e-300, np.inf, [1.0, -np.inf]])
def test_weights_are_checked(value: Any) -> None:
    for member in members():
        for name in set(member.parameters) - {"lower", "upper"}:
            with pytest.raises(InvalidInputError, match=f"{name} must be finite and 0 or more"):
                from_config({**config_of(member), name: value})


def test_lengths_are_checked() -> None:
    bad = {"kind": "box", "lower": [0.0, 0.0], "upper": 1.0, "weight": [1.0, 1.0, 1.0]}
    with pytest.raises(InvalidInputError, match="weight has 3 entries where there are 2"):
        from_config(bad)


def test_any_mapping_will_do() -> None:
    class Frozen(Mapping[str, Any]):
        def __getitem__(self, name: str) -> Any:
            return {"kind": "non_negative", "weight": 1.0}[name]

        def __iter__(self) -> Any:
            return iter(("kind", "weight"))

        def __len__(self) -> int:
            return 2

    assert from_config(Frozen()) == NonNegative()  # type: ignore[arg-type]
