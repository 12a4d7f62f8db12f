import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import experiment_of, run
from compadagrad.experiments.text.rcv1 import EXPERIMENT, plan
from experiments.text.test_lyrl2004 import folder as token_folder
from experiments.text.test_source import reuters

__all__ = ["reuters", "token_folder"]

DATA = Path(os.environ.get("COMPADAGRAD_DATA", "absent"))
needs_sample = pytest.mark.skipif(
    not (DATA / "rcv1_small").is_dir(), reason="set COMPADAGRAD_DATA to a folder with rcv1_small"
)


def test_the_study_is_that_of_the_paper(reuters: Path) -> None:
    study, folder = plan(str(reuters), False)
    assert folder == reuters
    assert (study.protocol.batch, study.protocol.train_share, len(study.seeds)) == (160, 0.75, 4)
    assert (study.protocol.tune_by, study.protocol.tune_on) == ("online_error", "each")
    assert [method.k for method in study.methods] == [None, 512]


def test_both_grids_are_of_one_size(reuters: Path) -> None:
    for quick in (False, True):
        sizes = {len(method.settings()) for method in plan(str(reuters), quick).study.methods}
        assert len(sizes) == 1


def test_documents_are_found_in_a_folder_of_all_data(
    reuters: Path, token_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plan(str(token_folder), True).study.name == "rcv1-tokens-quick"
    monkeypatch.setenv("COMPADAGRAD_DATA", str(reuters.parent))
    (token_folder / "rcv1-v2.topics.qrels.gz").unlink()
    study, folder = plan(None, True)
    assert (study.name, folder) == ("rcv1-reuters-quick", reuters)


def test_without_data_scikit_learn_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPADAGRAD_DATA", raising=False)
    for data in (None, "fetch"):
        study, folder = plan(data, True)
        assert (study.name, folder) == ("rcv1-fetch-quick", None)


def test_a_folder_without_documents_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"found no documents in .* give --data fetch"):
        plan(str(tmp_path), True)


def test_it_is_in_the_catalogue() -> None:
    assert experiment_of("rcv1") is EXPERIMENT


@needs_sample
def test_the_sample_is_learned_with_a_small_subspace(tmp_path: Path) -> None:
    study, folder = plan(str(DATA / "rcv1_small"), True)
    grid = ({"lr": (3.0,), "delta": (1e-3,)},)
    methods = tuple(
        replace(method, fixed=fixed, grid=grid)
        for method, fixed in zip(study.methods, ({}, {"k": 16}), strict=True)
    )
    result = run(replace(study, methods=methods, seeds=(0,)), folder, cache=tmp_path)
    assert all(row.outcomes[0].test_error < 0.2 for row in result.rows)


@needs_sample
@pytest.mark.slow
def test_the_two_methods_tie_on_the_sample(tmp_path: Path) -> None:
    study, folder = plan(str(DATA / "rcv1_small"), True)
    result = run(study, folder, cache=tmp_path)
    errors = [[outcome.test_error for outcome in row.outcomes] for row in result.rows]
    assert np.mean(errors[0]) < 0.2
    assert abs(np.mean(errors[0]) - np.mean(errors[1])) < 0.03
