from typing import ClassVar, final

import pytest

import compadagrad.losses as room
from compadagrad.losses import (
    Absolute,
    Hinge,
    Huber,
    Logistic,
    Loss,
    Poisson,
    Quantile,
    Squared,
    SquaredHinge,
)
from compadagrad.losses import _scalars as scalar
from compadagrad.losses._targets import Labels

EVERYONE = [
    Logistic(),
    Hinge(),
    SquaredHinge(),
    Squared(),
    Absolute(),
    Huber(0.5),
    Huber(1.0),
    Quantile(0.5),
    Poisson(),
]


@final
class Least(Loss):
    """The least that a loss writes."""

    kind: ClassVar[str] = "least"
    code: ClassVar[int] = scalar.HINGE
    labels: ClassVar[Labels] = "real"


def test_the_least_member() -> None:
    assert Least().value(3.0, -0.5) == 2.5
    assert Least().parameter == 0.0
    assert repr(Least()) == "Least()"
    assert Least() == Least() != Hinge()


def test_the_base_is_abstract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Loss()  # type: ignore[abstract]


def test_everyone_is_here_with_a_kind_and_a_code_of_their_own() -> None:
    public = {name for name in room.__all__ if name[0].isupper()} - {"Loss"}
    assert {type(loss).__name__ for loss in EVERYONE} == public
    assert len({loss.kind for loss in EVERYONE}) == len({loss.code for loss in EVERYONE}) == 8


def test_nobody_is_equal_to_another() -> None:
    for i, one in enumerate(EVERYONE):
        assert [one == other for other in EVERYONE] == [i == j for j in range(len(EVERYONE))]
    assert len(set(EVERYONE)) == len(EVERYONE)


def test_the_parameter_is_what_compiled_loops_take() -> None:
    assert [loss.parameter for loss in EVERYONE] == [0, 0, 0, 0, 0, 0.5, 1.0, 0.5, 0]
