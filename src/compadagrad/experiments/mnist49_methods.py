"""The methods of the experiment on MNIST, with grids of one size for all."""

from collections.abc import Mapping
from typing import Final, NamedTuple, final

from compadagrad._validation import as_choice
from compadagrad.experiments.study import Axes, Method

__all__ = ["methods"]

RANKS, TRACKED = (25, 64, 128, 256), (10, 25)


@final
class Grids(NamedTuple):
    """The grid of each kind of method."""

    with_tau: Axes
    without_tau: Axes
    tracked: Axes


LAMBDAS: Final = (0.0, 1e-5)
GRIDS: Final[Mapping[str | None, Grids]] = {
    "whole": Grids(
        {"lr": (0.1, 0.3, 1.0, 3.0), "delta": (1e-3, 1e-2), "tau": (1.0, 10.0, 100.0),
         "lambda": LAMBDAS},
        {"lr": (0.01, 0.03, 0.1, 0.3, 1.0, 3.0), "delta": (1e-3, 1e-2, 1e-1, 1.0),
         "lambda": LAMBDAS},
        {"lr": (0.1, 0.3, 1.0, 3.0), "delta": (1e-2, 1e-1, 1.0), "tau": (0.5, 1.0),
         "lambda": LAMBDAS},
    ),
    "embedded": Grids(
        {"lr": (0.1, 0.3, 1.0), "delta": (1e-3, 1e-2), "tau": (10.0, 100.0), "lambda": LAMBDAS},
        {"lr": (0.03, 0.1, 0.3, 1.0), "delta": (1e-2, 1e-1, 1.0), "lambda": LAMBDAS},
        {"lr": (0.1, 0.3, 1.0), "delta": (1e-1, 1.0), "tau": (0.5, 1.0), "lambda": LAMBDAS},
    ),
    "quick": Grids(
        {"lr": (0.1, 1.0), "delta": (1e-2,), "tau": (10.0, 100.0), "lambda": (0.0,)},
        {"lr": (0.1, 1.0), "delta": (1e-2, 1e-1), "lambda": (0.0,)},
        {"lr": (0.1, 1.0), "delta": (1e-1,), "tau": (0.5, 1.0), "lambda": (0.0,)},
    ),
}  # fmt: skip


def methods(size: str) -> tuple[Method, ...]:
    """The diagonal method, the ones that are to be better, and the full matrix.

    ``size`` is that of the grids: ``"whole"``, ``"embedded"`` or ``"quick"``.
    """
    grids = as_choice("size", size, GRIDS)
    compressed = [
        Method(name, "CompAdaGrad", {"k": k, "scaling": scaling}, (grids.with_tau,))
        for scaling in ("unit", "paper")
        for k in RANKS
        for name in [f"CompAdaGrad k={k}" + (", paper's scaling" if scaling == "paper" else "")]
    ]
    return (
        Method("diagonal AdaGrad", "DiagonalAdaGrad", grid=(grids.without_tau,)),
        *compressed,
        *(Method(f"tracked k={k}", "TrackedAdaGrad", {"k": k}, (grids.tracked,)) for k in TRACKED),
        *(Method(f"S-AdaGrad k={k}", "SAdaGrad", {"k": k}, (grids.without_tau,)) for k in TRACKED),
        Method("full AdaGrad", "FullAdaGrad", grid=(grids.without_tau,)),
    )
