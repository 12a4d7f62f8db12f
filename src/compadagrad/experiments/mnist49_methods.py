"""The methods of the experiment on MNIST, with grids of one size for all."""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias, final

from compadagrad._validation import as_choice
from compadagrad.experiments.study import Axes, Method

__all__ = ["methods"]

Values: TypeAlias = tuple[float, ...]

RANKS, TRACKED = (25, 64, 128, 256), (10, 25)
LAMBDAS: Final = {"lambda": (0.0, 1e-5)}


@final
class Rates(NamedTuple):
    """The rates of each kind of method, and how many of the combinations beside them are tried."""

    random: Values
    tracked: Values
    diagonal: Values
    dense: Values
    combinations: int


WIDE: Final = (0.1, 0.3, 1.0, 3.0, 10.0)
RATES: Final[Mapping[str | None, Rates]] = {
    "whole": Rates(WIDE, WIDE, (0.03, 0.1, 0.3, 1.0, 3.0), WIDE, 6),
    "embedded": Rates((1.0, 3.0, 10.0), (0.3, 1.0, 3.0), (0.1, 0.3, 1.0), (0.3, 1.0, 3.0), 6),
    "quick": Rates((1.0, 3.0), (0.3, 1.0), (0.3, 1.0), (0.3, 1.0), 2),
}


def star(**axes: Values) -> list[Axes]:
    """Combinations: the first value of each axis, and the others one axis at a time."""
    centre = {name: values[:1] for name, values in axes.items()}
    moved = [{**centre, name: (value,)} for name, values in axes.items() for value in values[1:]]
    return [centre, *moved]


RANDOM: Final = star(tau=(100.0, 10.0, 1000.0, 1.0), delta=(1e-2, 1e-3), **LAMBDAS)
FOLLOWING: Final = star(tau=(1.0, 0.5, 2.0), delta=(1e-1, 1e-2, 1.0), **LAMBDAS)
DIAGONAL: Final = star(delta=(1e-2, 1e-3, 1e-1, 1.0, 1e-4), **LAMBDAS)
DENSE: Final = star(delta=(1e-1, 1e-2, 1.0, 1e-3, 10.0), **LAMBDAS)


def methods(size: str) -> tuple[Method, ...]:
    """The diagonal method, the ones that are to be better, and the full matrix.

    Every grid has the same number of settings: some rates, with a centre of the other
    hyper-parameters and its neighbours in one of them at a time. ``size`` is that of the grids:
    ``"whole"``, ``"embedded"`` or ``"quick"``.
    """
    rates = as_choice("size", size, RATES)
    random, following, diagonal, dense = (
        tuple({"lr": lr, **axes} for axes in combinations[: rates.combinations])
        for lr, combinations in (
            (rates.random, RANDOM),
            (rates.tracked, FOLLOWING),
            (rates.diagonal, DIAGONAL),
            (rates.dense, DENSE),
        )
    )
    return (
        Method("diagonal AdaGrad", "DiagonalAdaGrad", grid=diagonal),
        *(compressed(k, scaling, random) for scaling in ("unit", "paper") for k in RANKS),
        *(Method(f"tracked k={k}", "TrackedAdaGrad", {"k": k}, following) for k in TRACKED),
        *(Method(f"S-AdaGrad k={k}", "SAdaGrad", {"k": k}, dense) for k in TRACKED),
        Method("full AdaGrad", "FullAdaGrad", grid=dense),
    )


def compressed(k: int, scaling: str, grid: tuple[Axes, ...]) -> Method:
    """The method of the paper, in either scaling."""
    name = f"CompAdaGrad k={k}" + (", paper's scaling" if scaling == "paper" else "")
    return Method(name, "CompAdaGrad", {"k": k, "scaling": scaling}, grid)
