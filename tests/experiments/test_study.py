from dataclasses import replace
from typing import Any

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import Method, Protocol
from experiments.small import DIAGONAL, SMALL


def test_a_grid_is_a_union_of_products() -> None:
    grid = ({"lr": (1.0, 2.0), "delta": (0.1, 0.2)}, {"lr": (2.0, 3.0), "delta": (0.2,)})
    settings = Method("m", "DiagonalAdaGrad", grid=grid).settings()
    assert [tuple(setting.values()) for setting in settings] == [
        (1.0, 0.1), (1.0, 0.2), (2.0, 0.1), (2.0, 0.2), (3.0, 0.2)
    ]  # fmt: skip


def test_trials_are_counted() -> None:
    assert SMALL.trials == 4 + 4 + 2 * 3
    each = replace(SMALL, protocol=Protocol(tune_on="each"))
    assert each.trials == 3 * (4 + 4) + 2 * 3


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("CompAdaGrad k=25", "CompAdaGrad"),
        ("CompAdaGrad k=25, paper's scaling", "CompAdaGrad, paper's scaling"),
        ("full AdaGrad", "full AdaGrad"),
    ],
)
def test_a_family_is_a_name_without_its_k(name: str, family: str) -> None:
    assert Method(name, "CompAdaGrad", {"k": 25}, ({"lr": (1.0,)},)).family == family


def test_the_dimension_is_that_of_the_fixed_arguments() -> None:
    assert DIAGONAL.k is None
    assert SMALL.methods[1].k == 4


def test_copies_with_something_else() -> None:
    assert SMALL.with_seeds(2).seeds == (0, 1)
    assert SMALL.with_batch(10).protocol.batch == 10
    assert SMALL.protocol.batch == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "a/b"}, "must be of letters, digits"),
        ({"name": ""}, "must be of letters, digits"),
        ({"name": ".."}, "begin with a letter or a digit, got '..'"),
        ({"name": "-rf"}, "begin with a letter or a digit"),
        ({"seeds": (0, 0)}, "needs seeds, each once"),
        ({"seeds": ()}, "needs seeds"),
        ({"seeds": (-1,)}, "a seed must be an integer >= 0"),
        ({"methods": ()}, "needs methods"),
        ({"methods": (DIAGONAL, DIAGONAL)}, "needs methods, each once"),
    ],
)
def test_what_is_no_study(changes: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        replace(SMALL, **changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"loss": "nonsense"}, "nonsense"),
        ({"batch": 0}, "batch must be an integer >= 1"),
        ({"tune_by": "luck"}, "tune_by must be one of 'online_error'"),
        ({"tune_on": "last"}, "tune_on must be one of 'first', 'each'"),
        ({"tuning_examples": -1}, "tuning_examples"),
        ({"train_share": 1.0}, r"train_share must lie within \(0, 1\)"),
    ],
)
def test_what_is_no_protocol(changes: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Protocol(**changes)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"grid": ()}, "needs a grid of at least one setting"),
        ({"grid": ({"lr": ()},)}, "lr must be a list of at least one value"),
        ({"grid": ({"lr": "abc"},)}, "lr must be a list"),
        ({"fixed": {"lr": 1.0}, "grid": ({"lr": (1.0,)},)}, "lr is both fixed and tuned"),
    ],
)
def test_what_is_no_method(arguments: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Method("m", "DiagonalAdaGrad", **arguments)
