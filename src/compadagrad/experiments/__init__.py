"""Studies: the paper's experiments as data, run in parallel, kept, and never run twice."""

from compadagrad.experiments.catalogue import EXPERIMENTS, experiment_of
from compadagrad.experiments.comparison import Comparison, Difference, compared
from compadagrad.experiments.estimate import Estimate, estimate, paired
from compadagrad.experiments.experiment import Experiment, Plan
from compadagrad.experiments.result import Facts, Result, Row, read_result, write_result
from compadagrad.experiments.runner import Progress
from compadagrad.experiments.running import run
from compadagrad.experiments.source import Source
from compadagrad.experiments.study import Data, Features, Method, Protocol, Study
from compadagrad.experiments.task import Task
from compadagrad.experiments.toml import read_study, study_from_toml, study_to_toml, write_study
from compadagrad.experiments.trial import Outcome
from compadagrad.experiments.tuning import Tuned

__all__ = [
    "EXPERIMENTS",
    "Comparison",
    "Data",
    "Difference",
    "Estimate",
    "Experiment",
    "Facts",
    "Features",
    "Method",
    "Outcome",
    "Plan",
    "Progress",
    "Protocol",
    "Result",
    "Row",
    "Source",
    "Study",
    "Task",
    "Tuned",
    "compared",
    "estimate",
    "experiment_of",
    "paired",
    "read_result",
    "read_study",
    "run",
    "study_from_toml",
    "study_to_toml",
    "write_result",
    "write_study",
]
