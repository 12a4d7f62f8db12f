from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.mnist49 import EXPERIMENT
from experiments.test_digits import publish


@pytest.mark.parametrize("word", ["embedded", "openml"])
def test_words_need_no_folder(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPADAGRAD_DATA", "/nowhere")
    study, folder = EXPERIMENT.plan(word, False)
    assert study.data.options["origin"] == word
    assert folder is None


def test_folders_are_given_or_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(tmp_path)
    monkeypatch.setenv("COMPADAGRAD_DATA", str(tmp_path))
    for data in (str(tmp_path), None):
        study, folder = EXPERIMENT.plan(data, False)
        assert folder == tmp_path
        assert study.data.options["origin"] == "files"
        assert str(tmp_path) not in repr(study)


def test_without_a_folder_it_is_openml(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPADAGRAD_DATA", raising=False)
    assert EXPERIMENT.plan(None, False).study.data.options["origin"] == "openml"


def test_folders_without_the_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="idx files of MNIST"):
        EXPERIMENT.plan(str(tmp_path), False)


def test_the_features_are_those_of_the_paper() -> None:
    whole, part = (EXPERIMENT.plan(word, False).study for word in ("openml", "embedded"))
    assert whole.features.options["prototypes"] == 200  # of either class
    assert part.features.options["prototypes"] == 150
    assert len(whole.seeds) >= 3


def test_a_quick_study_is_much_smaller() -> None:
    for word in ("openml", "embedded"):
        full, quick = (EXPERIMENT.plan(word, quick).study for quick in (False, True))
        assert quick.trials < full.trials / 4
        assert quick.name != full.name
