"""Studies: the paper's experiments as data, run in parallel, kept, and never run twice."""

from compadagrad.experiments.experiment import Experiment, Plan
from compadagrad.experiments.source import Source
from compadagrad.experiments.study import Data, Features, Method, Protocol, Study
from compadagrad.experiments.task import Task

__all__ = [
    "Data",
    "Experiment",
    "Features",
    "Method",
    "Plan",
    "Protocol",
    "Source",
    "Study",
    "Task",
]
