"""The methods of the experiment on MNIST, with grids of one size for all."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, final

from compadagrad._validation import as_choice
from compadagrad.experiments.study import Axes, Method

__all__ = ["methods"]

Values: TypeAlias = tuple[float, ...]

RANKS, TRACKED = (25, 64, 128, 256), (10, 25)
GAIN: Final = {25: 100.0, 64: 30.0, 128: 10.0, 256: 3.0}
"""About (512 / k)^(3/2): so much larger K is in the paper's scaling. Its rates and tau are, too."""


@final
class Size(NamedTuple):
    """The rates of each kind of method, tau of the random subspaces, and how many combinations of
    it with the other hyper-parameters are tried.
    """  # noqa: D205

    random: Values
    tracked: Values
    diagonal: Values
    dense: Values
    tau: Values
    combinations: int


SIZES: Final[Mapping[str | None, Size]] = {
    "whole": Size(
        random=(0.3, 1.0, 3.0, 10.0, 30.0),
        tracked=(0.1, 0.3, 1.0, 3.0, 10.0),
        diagonal=(0.03, 0.1, 0.3, 1.0, 3.0),
        dense=(0.1, 0.3, 1.0, 3.0, 10.0),
        tau=(100.0, 10.0, 1000.0, 1e4, 1e5),
        combinations=8,
    ),
    "embedded": Size(
        random=(1.0, 3.0, 10.0, 30.0),
        tracked=(0.3, 1.0, 3.0, 10.0),
        diagonal=(0.1, 0.3, 1.0, 3.0),
        dense=(0.3, 1.0, 3.0, 10.0),
        tau=(1e3, 1e2, 1e4, 1e5),
        combinations=7,
    ),
    "quick": Size((1.0, 10.0), (0.3, 1.0), (0.3, 1.0), (0.3, 1.0), (100.0, 10.0), 2),
}


def star(**axes: Values) -> list[Axes]:
    """Combinations: the first value of each axis, and the others one axis at a time."""
    centre = {name: values[:1] for name, values in axes.items()}
    moved = [{**centre, name: (value,)} for name, values in axes.items() for value in values[1:]]
    return [centre, *moved]


OTHERS: Final = {"delta": (1e-2, 1e-3, 1e-1), "lambda": (0.0, 1e-5)}
FOLLOWING: Final = star(
    tau=(1.0, 0.5, 2.0, 4.0), **{"lambda": (0.0, 1e-5)}, delta=(1e-1, 1e-2, 1.0, 1e-3)
)
DIAGONAL: Final = star(delta=(1e-2, 1e-3, 1e-1, 1e-4, 1.0), **{"lambda": (0.0, 1e-5, 1e-4, 1e-3)})
DENSE: Final = star(delta=(1e-1, 1e-2, 1.0, 1e-3, 1e-4), **{"lambda": (0.0, 1e-5, 1e-4, 1e-6)})


def methods(size: str) -> tuple[Method, ...]:
    """The diagonal method, the ones that are to be better, and the full matrix.

    Every grid has the same number of settings: some rates, with a centre of the other
    hyper-parameters and its neighbours in one of them at a time. ``size`` is that of the grids:
    ``"whole"``, ``"embedded"`` or ``"quick"``.
    """
    known = as_choice("size", size, SIZES)
    random, following, diagonal, dense = (
        tuple({"lr": lr, **axes} for axes in combinations[: known.combinations])
        for lr, combinations in (
            (known.random, star(tau=known.tau, **OTHERS)),
            (known.tracked, FOLLOWING),
            (known.diagonal, DIAGONAL),
            (known.dense, DENSE),
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
    name, gain = f"CompAdaGrad k={k}", 1.0
    if scaling == "paper":
        name, gain = f"{name}, paper's scaling", GAIN[k]
    scaled = tuple({**axes, "lr": times(gain, axes["lr"]), "tau": times(gain, axes["tau"])}
                   for axes in grid)  # fmt: skip
    return Method(name, "CompAdaGrad", {"k": k, "scaling": scaling}, scaled)


def times(factor: float, values: Sequence[Any]) -> Values:
    """The values, each times the factor, to eight digits."""
    return tuple(float(f"{factor * value:.8g}") for value in values)
