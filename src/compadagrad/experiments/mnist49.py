"""The paper's experiment on MNIST, 4 against 9."""

import os
from pathlib import Path

from compadagrad.experiments.digits import idx_files
from compadagrad.experiments.experiment import Experiment, Plan
from compadagrad.experiments.mnist49_methods import methods
from compadagrad.experiments.study import Data, Features, Protocol, Study

__all__ = ["EXPERIMENT", "plan"]

WORDS = ("embedded", "openml")


def plan(data: str | None, quick: bool) -> Plan:
    """The study for the data that are asked for, or that are there.

    ``data`` is a folder with the idx files, ``"embedded"`` or ``"openml"``; where it is None, the
    folder in the environment variable COMPADAGRAD_DATA is taken, else OpenML.
    """
    if data not in WORDS:
        data = data or os.environ.get("COMPADAGRAD_DATA")
    folder = None if data is None or data in WORDS else Path(data)
    if folder is not None:
        idx_files(folder)
    origin = "files" if folder is not None else (data or "openml")
    study = _embedded(quick) if origin == "embedded" else _whole(origin, quick)
    return Plan(study, folder)


def _whole(origin: str, quick: bool) -> Study:
    """The whole set and the features of the paper, which is silent on the examples of a step."""
    protocol = Protocol(batch=10, tuning_examples=2000 if quick else 0)
    return Study(
        "mnist49-quick" if quick else "mnist49",
        Data("mnist", {"origin": origin, "negative": 4, "positive": 9}),
        methods("quick" if quick else "whole"),
        Features("gaussian_kernel", {"prototypes": 200, "constant": True}),
        protocol,
        seeds=(0, 1) if quick else (0, 1, 2, 3, 4),
    )


def _embedded(quick: bool) -> Study:
    """1,000 images: 750 to learn from, of which 300 are prototypes, and 250 to test on."""
    return Study(
        "mnist49-embedded-quick" if quick else "mnist49-embedded",
        Data("mnist", {"origin": "embedded", "negative": 4, "positive": 9}),
        methods("quick" if quick else "embedded"),
        Features("gaussian_kernel", {"prototypes": 150, "constant": True}),
        seeds=(0, 1) if quick else tuple(range(8)),
    )


EXPERIMENT = Experiment("MNIST, 4 against 9: dense, correlated features", plan)
