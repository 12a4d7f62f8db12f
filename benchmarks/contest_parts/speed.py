"""An example in the middle of a long pass: the learners of this library and their rivals."""

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from online_sequence import OnlineSequence
from timing import Report

import compadagrad
from contest_parts.clock import in_turns
from contest_parts.contestant import Contestant
from contest_parts.house import House
from contest_parts.methods import MODULES
from contest_parts.river_models import River
from contest_parts.scikit import AveragedSGD
from contest_parts.task import Labels
from contest_parts.vowpal_wabbit import VowpalWabbit

__all__ = ["an_example"]

N = 401
TRACKED, DIAGONAL, RANDOM = 60e-6, 4e-6, 130e-6


def an_example(report: Report, *, quick: bool) -> None:
    """The time of an example for everybody who is there, beside the limits."""
    X, y = stream(300 if quick else 3000)
    found = {name: entry for name, entry in contestants().items() if installed(entry[0])}
    seconds = in_turns([make for _, make, _ in found.values()], X, y, rounds=2 if quick else 7)
    row = report.table(
        f"One example a step, n = {N}, float64: the best pass over {len(y):,} examples",
        ("learner", "what is timed", "µs an example", "limit", "reached"),
    )
    for (name, (package, _, limit)), time_each in zip(found.items(), seconds, strict=True):
        reached = "" if limit is None else "yes" if time_each <= limit else "no"
        allowed = "" if limit is None else f"{limit * 1e6:.0f}"
        row(name, TIMED[package], f"{time_each * 1e6:.2f}", allowed, reached)


TIMED = {
    "compadagrad": "`one_pass`: prediction and update",
    "vowpalwabbit": "`learn` with parsed examples",
    "vowpalwabbit, text": "`parse` of lines of text and `learn`",
    "scikit-learn": "`partial_fit` with one example",
    "scikit-learn, at once": "`partial_fit` with all examples, no prediction before an update",
    "river": "`learn_one`",
}

Entry = tuple[str, Callable[[], Contestant], float | None]


def contestants() -> dict[str, Entry]:
    """Name to package, maker and limit."""

    def ours(learner: str, *args: int, **options: Any) -> Callable[[], Contestant]:
        return lambda: House(getattr(compadagrad, learner)(N, *args, lr=0.1, **options))

    def sgd(**options: bool) -> Callable[[], Contestant]:
        return lambda: AveragedSGD(N, "constant", 0.01, 0.5, 1e-6, **options)

    def wabbit(arguments: str = "", **options: bool) -> Callable[[], Contestant]:
        return lambda: VowpalWabbit(arguments, 0, **options)

    def river(optimizer: str, eps: float, *, zeros: bool) -> Callable[[], Contestant]:
        return lambda: River(optimizer, 0.1, eps, zeros=zeros, state_size=0)

    oja = wabbit("--OjaNewton --sketch_size 16")
    text, at_once = wabbit(time_parsing=True), sgd(at_once=True)
    return {
        "TrackedAdaGrad k = 16": ("compadagrad", ours("TrackedAdaGrad", 16), TRACKED),
        "DiagonalAdaGrad": ("compadagrad", ours("DiagonalAdaGrad"), DIAGONAL),
        "CompAdaGrad k = 64, N = 512": ("compadagrad", ours("CompAdaGrad", 64), RANDOM),
        "OnlineGradientDescent": ("compadagrad", ours("OnlineGradientDescent"), None),
        "S-AdaGrad k = 16": ("compadagrad", ours("SAdaGrad", 16), None),
        "OnlineNewtonStep": ("compadagrad", ours("OnlineNewtonStep", delta=1.0), None),
        "Vowpal Wabbit": ("vowpalwabbit", wabbit(), None),
        "Vowpal Wabbit from text": ("vowpalwabbit, text", text, None),
        "Vowpal Wabbit --OjaNewton, sketch of 16": ("vowpalwabbit", oja, None),
        "scikit-learn averaged SGD": ("scikit-learn", sgd(), None),
        "scikit-learn averaged SGD, one call": ("scikit-learn, at once", at_once, None),
        "river AdaGrad": ("river", river("AdaGrad", 1e-8, zeros=False), None),
        "river Newton": ("river", river("Newton", 1.0, zeros=True), None),
    }


def installed(package: str) -> bool:
    """Whether the package is here; says so where it is not."""
    name = package.split(",")[0]
    found = importlib.util.find_spec(MODULES[name]) is not None
    if not found:
        print(f"skipped: {name} is not installed")
    return found


def stream(count: int) -> tuple[NDArray[np.float64], Labels]:
    """Correlated examples with a constant feature."""
    sequence = OnlineSequence(N - 1, np.float64)
    pairs = [sequence.example() for _ in range(count)]
    X = np.array([np.append(a, 1.0) for a, _ in pairs])
    return X, np.array([label for _, label in pairs])
