from dataclasses import replace

from compadagrad.experiments import EXPERIMENTS
from compadagrad.report.paper import PAPER, reported
from report.finished import RESULT


def test_the_tables_of_the_paper_are_as_printed() -> None:
    printed = {known.experiment: dict(known.printed) for known in PAPER}
    assert printed["rcv1"] == {"diagonal": "0.056084", "CompAdaGrad, k = 512": "0.056155"}
    assert set(printed["bovw"].values()) == {"0.2696"}
    assert printed["mnist49"] == {}  # its figure has no printed numbers


def test_every_experiment_is_one_of_the_paper() -> None:
    assert {known.experiment for known in PAPER} == set(EXPERIMENTS)


def test_studies_are_known_by_their_names() -> None:
    found = reported(RESULT)
    assert found is not None
    assert found.experiment == "mnist49"
    assert reported(replace(RESULT, study=replace(RESULT.study, name="other"))) is None
