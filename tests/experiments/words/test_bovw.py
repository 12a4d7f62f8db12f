from dataclasses import replace
from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import Data, experiment_of, run
from compadagrad.experiments.words.bovw import EXPERIMENT, plan
from experiments.words.test_source import written
from experiments.words.test_surf import folder as surf_folder

__all__ = ["surf_folder", "written"]


def test_the_study_is_that_of_the_paper(written: Path) -> None:
    study, folder = plan(str(written), False)
    assert folder == written
    assert (study.protocol.train_share, study.protocol.tune_by) == (0.75, "training_error")
    assert [method.k for method in study.methods] == [None, 256]


def test_both_grids_are_of_one_size(written: Path) -> None:
    for quick in (False, True):
        sizes = {len(method.settings()) for method in plan(str(written), quick).study.methods}
        assert len(sizes) == 1


def test_images_are_found_in_a_folder_of_all_data(
    surf_folder: Path, written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plan(str(surf_folder), True).study.name == "bovw-surf-quick"
    for path in surf_folder.glob("*.mat"):
        path.unlink()
    written.rename(written.parent / "visual_words")
    monkeypatch.setenv("COMPADAGRAD_DATA", str(written.parent))
    study, folder = plan(None, True)
    assert (study.name, folder) == ("bovw-keypoints-quick", written.parent / "visual_words")


def test_without_data_images_are_generated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPADAGRAD_DATA", raising=False)
    assert plan(None, True).study.name == "bovw-generated-quick"


def test_a_folder_without_images_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"found no visual words in .* --data generated"):
        plan(str(tmp_path), True)


def test_it_is_in_the_catalogue() -> None:
    assert experiment_of("bovw") is EXPERIMENT


def test_the_planted_bigram_is_found_by_the_whole_study(tmp_path: Path) -> None:
    study = plan("generated", True).study
    methods = (study.methods[0], replace(study.methods[1], fixed={"k": 32}))
    study = replace(study, methods=methods, seeds=(0,))
    result = run(study, None, cache=tmp_path)
    assert [max(o.test_error for o in row.outcomes) for row in result.rows] == [0.0, 0.0]
    blind = replace(study, data=Data("visual_words", {"origin": "generated", "bigrams": False}))
    result = run(blind, None, cache=tmp_path)
    assert all(min(o.test_error for o in row.outcomes) > 0.3 for row in result.rows)
