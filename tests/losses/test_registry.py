from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.losses import Hinge, Huber, Logistic, Quantile, from_config, from_name

NAMES = ["logistic", "hinge", "squared_hinge", "squared", "absolute", "poisson"]


@pytest.mark.parametrize("name", NAMES)
def test_names_without_a_parameter(name: str) -> None:
    loss = from_name(name)
    assert loss.kind == name
    assert from_config({"kind": name}) == loss


def test_names_with_a_parameter() -> None:
    assert from_name("huber", width=2) == Huber(2.0)
    assert from_name("quantile", level=0.25) == Quantile(0.25)


@pytest.mark.parametrize("name", [None, "", "Logistic", "log", 1, ["hinge"], {}, b"hinge"])
def test_unknown_names(name: Any) -> None:
    with pytest.raises(
        InvalidInputError, match=r"name must be one of 'logistic', .*'poisson', got"
    ):
        from_name(name)
    with pytest.raises(
        InvalidInputError, match=r"kind must be one of 'logistic', .*'poisson', got"
    ):
        from_config({"kind": name})


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("huber", {}, "'huber' takes width; it lacks width"),
        ("huber", {"level": 1}, "'huber' takes width; it lacks width; it does not know 'level'"),
        ("hinge", {"width": 1}, "'hinge' takes no parameter; it does not know 'width'"),
    ],
)
def test_parameters_too_few_and_too_many(
    name: str, parameters: dict[str, float], message: str
) -> None:
    with pytest.raises(InvalidInputError, match=message):
        from_name(name, **parameters)
    with pytest.raises(InvalidInputError, match=message):
        from_config({"kind": name, **parameters})


@pytest.mark.parametrize(
    "bad",
    [None, "1", [1.0], np.array([1.0]), np.nan, 2 + 0j, -1.0, 10**400],
    ids=lambda bad: repr(bad)[:9],
)
def test_hostile_parameters(bad: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"^width must be"):
        from_config({"kind": "huber", "width": bad})
    with pytest.raises(InvalidInputError, match=r"^level must be"):
        from_config({"kind": "quantile", "level": bad})


@pytest.mark.parametrize("config", [None, "hinge", [("kind", "hinge")], 3, np.zeros(3)])
def test_what_is_not_a_dictionary(config: Any) -> None:
    with pytest.raises(InvalidInputError, match="config must be a dictionary"):
        from_config(config)


def test_no_kind_and_unreadable_names() -> None:
    with pytest.raises(InvalidInputError, match=r"kind must be one of .* got None"):
        from_config({})
    with pytest.raises(InvalidInputError, match="does not know 7"):
        from_config({"kind": "hinge", 7: 1.0})  # type: ignore[dict-item]


def test_a_config_is_left_alone_and_any_mapping_will_do() -> None:
    class Frozen(Mapping[str, Any]):
        def __getitem__(self, name: str) -> Any:
            return {"kind": np.array("huber"), "width": np.array(0.5)}[name]

        def __iter__(self) -> Any:
            return iter(("kind", "width"))

        def __len__(self) -> int:
            return 2

    assert from_config(Frozen()) == Huber(0.5)  # type: ignore[arg-type]
    config = {"kind": "hinge"}
    assert from_config(config) == Hinge() != Logistic()
    assert config == {"kind": "hinge"}
