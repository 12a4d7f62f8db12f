import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import EXPERIMENTS, experiment_of
from compadagrad.experiments.catalogue import SOURCES, source_of
from compadagrad.experiments.learning import check_method


def test_experiments_and_sources_are_found_by_name() -> None:
    assert {"mnist49", "rcv1", "bovw"} <= set(EXPERIMENTS)
    assert all(experiment_of(str(name)) is known for name, known in EXPERIMENTS.items())
    assert all(source_of(str(name)) is known for name, known in SOURCES.items())


@pytest.mark.parametrize(("find", "what"), [(experiment_of, "experiment"), (source_of, "source")])
def test_others_are_named(find: object, what: str) -> None:
    with pytest.raises(InvalidInputError, match=f"the {what}.* must be one of 'mnist.*'nonsense'"):
        find("nonsense")  # type: ignore[operator]


def test_what_needs_no_data_makes_sound_studies() -> None:
    study, _ = experiment_of("mnist49").plan("embedded", False)
    assert study.data.source in SOURCES
    for method in study.methods:
        check_method(method)
