"""All sources of examples and all experiments, by name: whatever is added is added here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from compadagrad._validation import as_choice
from compadagrad.experiments import mnist, mnist49
from compadagrad.experiments.experiment import Experiment
from compadagrad.experiments.source import Source
from compadagrad.experiments.text import rcv1
from compadagrad.experiments.text import source as text_source
from compadagrad.experiments.words import bovw
from compadagrad.experiments.words import source as words_source

__all__ = ["EXPERIMENTS", "SOURCES", "experiment_of", "source_of"]

SOURCES: Final[dict[str | None, Source]] = {
    "mnist": mnist.SOURCE,
    "text": text_source.SOURCE,
    "visual_words": words_source.SOURCE,
}

EXPERIMENTS: Final[Mapping[str | None, Experiment]] = MappingProxyType(
    {"mnist49": mnist49.EXPERIMENT, "rcv1": rcv1.EXPERIMENT, "bovw": bovw.EXPERIMENT}
)
"""What ``compadagrad reproduce`` knows, by name."""


def source_of(name: str) -> Source:
    """The source of this name."""
    return as_choice("the source of data", name, SOURCES)


def experiment_of(name: str) -> Experiment:
    """The experiment of this name."""
    return as_choice("the experiment", name, EXPERIMENTS)
