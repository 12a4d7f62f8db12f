"""What the paper itself reports of its experiments."""

from typing import Final, NamedTuple, final

from compadagrad.experiments import Result

__all__ = ["PAPER", "Reported", "reported"]


@final
class Reported(NamedTuple):
    """An experiment of the paper: its name here, its claim in words, and its printed figures."""

    experiment: str
    title: str
    claim: str
    printed: tuple[tuple[str, str], ...] = ()


PAPER: Final = (
    Reported(
        "mnist49",
        "MNIST, 4 against 9",
        "CompAdaGrad has a lower test error than the diagonal method from k = 25 on, and gains "
        "more as k grows to 256. The paper shows this in a figure and prints no numbers.",
    ),
    Reported(
        "rcv1",
        "Reuters RCV1-v2",
        "No improvement on the diagonal method: the text is very sparse, and no subspace of low "
        "dimension holds much of its gradients. Zero-one test risk over four permutations:",
        (("diagonal", "0.056084"), ("CompAdaGrad, k = 512", "0.056155")),
    ),
    Reported(
        "bovw",
        "Foxes and Wolves",
        "Inconclusive, with the same risk for both. Zero-one test risk:",
        (("diagonal", "0.2696"), ("CompAdaGrad, k = 256", "0.2696")),
    ),
)


def reported(result: Result) -> Reported | None:
    """What the paper says of the experiment that a study is named after, if it is one of them."""
    for known in PAPER:
        if result.study.name.startswith(known.experiment):
            return known
    return None
