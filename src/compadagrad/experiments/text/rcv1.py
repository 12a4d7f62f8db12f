"""The paper's experiment on Reuters, and its smaller stand-ins."""

import os
from pathlib import Path
from typing import Final

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.experiment import Experiment, Plan
from compadagrad.experiments.study import Axes, Data, Method, Protocol, Study
from compadagrad.experiments.text.minibatches import BATCH
from compadagrad.experiments.text.source import CORPORA, FETCHED

__all__ = ["EXPERIMENT", "plan"]

K: Final = 512
SMALL_BATCH: Final = 10
"""Mini-batches of the sample, of which 160 would leave seven steps."""

WITHOUT_TAU: Final[Axes] = {
    "lr": (1.0, 3.0, 10.0, 30.0, 100.0),
    "delta": (1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2),
    "lambda": (0.0, 1e-6),
}
WITH_TAU: Final[Axes] = {
    "lr": (1.0, 3.0, 10.0, 30.0, 100.0),
    "delta": (1e-4, 1e-3, 1e-2),
    "lambda": (0.0, 1e-6),
    "tau": (1.0, 10.0),
}
QUICK: Final[Axes] = {"lr": (1.0, 3.0), "delta": (1e-3,)}


def plan(data: str | None, quick: bool) -> Plan:
    """The study for the documents that are asked for, or that are there.

    ``data`` is a folder with the token files of RCV1-v2, with Reuters-21578 or with svmlight files
    of RCV1-v2, or the folder above; or ``"fetch"``, the vectors that scikit-learn downloads. Where
    it is None, the folder in the environment variable COMPADAGRAD_DATA is taken.
    """
    data = data or os.environ.get("COMPADAGRAD_DATA")
    if data == FETCHED or data is None:
        return Plan(study(FETCHED, quick), None)
    corpus, folder = found_in(Path(data))
    return Plan(study(corpus, quick), folder)


def study(corpus: str, quick: bool) -> Study:
    """Diagonal AdaGrad against k = 512, each tuned on each permutation."""
    name = f"rcv1-{corpus}" + ("-quick" if quick else "")
    return Study(
        name,
        Data("text", {"corpus": corpus}),
        methods(QUICK if quick else WITHOUT_TAU, QUICK if quick else WITH_TAU),
        protocol=Protocol(batch=SMALL_BATCH if corpus == "small" else BATCH, tune_on="each"),
        seeds=(0, 1) if quick else (0, 1, 2, 3),
    )


def methods(without_tau: Axes, with_tau: Axes) -> tuple[Method, ...]:
    return (
        Method("diagonal AdaGrad", "DiagonalAdaGrad", grid=(without_tau,)),
        Method(f"CompAdaGrad k={K}", "CompAdaGrad", {"k": K}, (with_tau,)),
    )


def found_in(folder: Path) -> tuple[str, Path]:
    """The first corpus that a folder holds, or a folder in it, and where."""
    for corpus, kind in CORPORA.items():
        for place in (folder, folder / kind.place):
            try:
                kind.files(place)
            except InvalidInputError:
                continue
            return str(corpus), place
    raise InvalidInputError(
        f"found no documents in {folder}; it is to hold the token files of RCV1-v2, Reuters-21578 "
        f"or svmlight files of RCV1-v2, or give --data {FETCHED} for scikit-learn's download"
    )


EXPERIMENT: Final = Experiment("Reuters: sparse text, on which the two methods tie", plan)
