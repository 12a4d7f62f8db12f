"""The paper's experiment on Foxes and Wolves, for whatever images are there."""

import os
from pathlib import Path
from typing import Final

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.experiment import Experiment, Plan
from compadagrad.experiments.study import Axes, Data, Method, Protocol, Study
from compadagrad.experiments.words.source import GENERATED, ORIGINS

__all__ = ["EXPERIMENT", "plan"]

K: Final = 256

WITHOUT_TAU: Final[Axes] = {
    "lr": (0.01, 0.03, 0.1, 0.3, 1.0, 3.0),
    "delta": (0.01, 1.0, 10.0),
    "lambda": (0.0, 0.01),
}
WITH_TAU: Final[Axes] = {
    "lr": (0.03, 0.1, 0.3),
    "delta": (0.01, 1.0, 10.0),
    "lambda": (0.0, 0.01),
    "tau": (1.0, 10.0),
}
QUICK: Final[Axes] = {"lr": (0.03, 0.1), "delta": (1.0,)}


def plan(data: str | None, quick: bool) -> Plan:
    """The study for the images that are asked for, or that are there.

    ``data`` is a folder that has a folder of keypoint files for each class, or the SURF counts of
    Office and Caltech-10, or one above; or ``"generated"``, images that are made up. Where it is
    None, the folder in the environment variable COMPADAGRAD_DATA is taken, else ``"generated"``.
    """
    data = data or os.environ.get("COMPADAGRAD_DATA") or GENERATED
    if data == GENERATED:
        return Plan(study(GENERATED, quick), None)
    origin, folder = found_in(Path(data))
    return Plan(study(origin, quick), folder)


def study(origin: str, quick: bool) -> Study:
    """Diagonal AdaGrad against k = 256, tuned by the training error of the final point."""
    return Study(
        f"bovw-{origin}" + ("-quick" if quick else ""),
        Data("visual_words", {"origin": origin}),
        methods(QUICK if quick else WITHOUT_TAU, QUICK if quick else WITH_TAU),
        protocol=Protocol(tune_by="training_error", tune_on="each"),
        seeds=(0, 1) if quick else (0, 1, 2, 3),
    )


def methods(without_tau: Axes, with_tau: Axes) -> tuple[Method, ...]:
    return (
        Method("diagonal AdaGrad", "DiagonalAdaGrad", grid=(without_tau,)),
        Method(f"CompAdaGrad k={K}", "CompAdaGrad", {"k": K}, (with_tau,)),
    )


def found_in(folder: Path) -> tuple[str, Path]:
    """The first that a folder holds, or a folder in it, and where."""
    for name, origin in ORIGINS.items():
        for place in (folder / origin.place, folder):
            try:
                origin.files(place)
            except InvalidInputError:
                continue
            return str(name), place
    raise InvalidInputError(
        f"found no visual words in {folder}; it is to hold a folder of keypoint files for each "
        f"class, or the SURF counts of Office and Caltech-10; or give --data {GENERATED}"
    )


EXPERIMENT: Final = Experiment("Bags of visual words, the paper's Foxes and Wolves", plan)
