"""A small study on real images, for tests that run one."""

from dataclasses import replace

from compadagrad.experiments import Data, Features, Method, Protocol, Study

__all__ = ["DIAGONAL", "SMALL", "small"]

DIAGONAL = Method("diagonal", "DiagonalAdaGrad", grid=({"lr": (0.1, 1.0), "delta": (0.01, 0.1)},))
COMPRESSED = Method("CompAdaGrad k=4", "CompAdaGrad", {"k": 4},
                    ({"lr": (0.3, 1.0), "tau": (10.0,), "lambda": (0.0, 1e-3)},))  # fmt: skip

SMALL = Study(
    "small",
    Data("mnist", {"origin": "embedded"}),
    (DIAGONAL, COMPRESSED),
    Features("gaussian_kernel", {"prototypes": 5}),
    Protocol(tuning_examples=60),
    seeds=(0, 1, 2),
)


def small(**changes: object) -> Study:
    """It, with another protocol."""
    return replace(SMALL, protocol=replace(SMALL.protocol, **changes))  # type: ignore[arg-type]
