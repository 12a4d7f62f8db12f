"""All sources of examples and all experiments, by name: whatever is added is added here."""

from typing import Final

from compadagrad._validation import as_choice
from compadagrad.experiments import mnist, mnist49
from compadagrad.experiments.experiment import Experiment
from compadagrad.experiments.source import Source

__all__ = ["EXPERIMENTS", "SOURCES", "experiment_of", "source_of"]

SOURCES: Final[dict[str | None, Source]] = {
    "mnist": mnist.SOURCE,
}

EXPERIMENTS: Final[dict[str | None, Experiment]] = {
    "mnist49": mnist49.EXPERIMENT,
}


def source_of(name: str) -> Source:
    """The source of this name."""
    return as_choice("the source of data", name, SOURCES)


def experiment_of(name: str) -> Experiment:
    """The experiment of this name."""
    return as_choice("the experiment", name, EXPERIMENTS)
