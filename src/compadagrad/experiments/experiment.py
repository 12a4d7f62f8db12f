"""What an experiment of the paper is: a name, and the study that it stands for."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, final

from compadagrad.experiments.study import Study

__all__ = ["Experiment", "Plan"]


@final
class Plan(NamedTuple):
    """A study, and the folder of data on this machine, which is no part of it."""

    study: Study
    folder: Path | None


@final
@dataclass(frozen=True)
class Experiment:
    """An experiment that ``compadagrad reproduce`` knows.

    Parameters
    ----------
    summary : str
        One line for ``--help``.
    plan : callable
        ``plan(data, quick)``: ``data`` is what the user gave as ``--data``, or None: a folder or a
        word that the experiment knows; ``quick`` asks for a much smaller study. Raises
        :class:`~compadagrad.InvalidInputError` for data that are not there.
    """

    summary: str
    plan: Callable[[str | None, bool], Plan]
