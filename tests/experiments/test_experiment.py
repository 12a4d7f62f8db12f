from pathlib import Path

from experiments.small import SMALL

from compadagrad.experiments import Experiment, Plan


def test_a_plan_is_a_study_and_a_folder() -> None:
    experiment = Experiment("small", lambda data, quick: Plan(SMALL, Path(data or ".")))
    study, folder = experiment.plan("here", False)
    assert (study, folder) == (SMALL, Path("here"))
