from pathlib import Path

from compadagrad.experiments import Experiment, Plan
from experiments.small import SMALL


def test_a_plan_is_a_study_and_a_folder() -> None:
    experiment = Experiment("small", lambda data, quick: Plan(SMALL, Path(data or ".")))
    study, folder = experiment.plan("here", False)
    assert (study, folder) == (SMALL, Path("here"))
