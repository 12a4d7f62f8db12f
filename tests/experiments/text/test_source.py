import shutil
from pathlib import Path

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.lazy_rows import LazyRows, present
from compadagrad.experiments.study import Setting
from compadagrad.experiments.task import Task
from compadagrad.experiments.text import (
    Reuters21578,
    TokenFiles,
    WeightedRows,
    count,
    vocabulary_of,
)
from compadagrad.experiments.text.source import SOURCE
from experiments.text.test_lyrl2004 import folder as token_folder
from experiments.text.test_reuters import FILES

__all__ = ["token_folder"]


@pytest.fixture
def reuters(tmp_path: Path) -> Path:
    folder = tmp_path / "reuters21578"
    folder.mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content.encode("latin-1"))
    (folder / "english.stop").write_text("the\n")
    return folder


def test_reuters_is_a_task_of_weighted_rows(reuters: Path, tmp_path: Path) -> None:
    options = SOURCE.complete({"at_least": 1, "weight": "count", "cosine": False})
    task = SOURCE.load(options, reuters, tmp_path / "cache")
    corpus = Reuters21578(reuters)
    table = count(corpus, vocabulary_of(corpus, at_least=1))
    expected = WeightedRows(table, "count", cosine=False).rows(np.arange(2))
    np.testing.assert_array_equal(task.X.toarray(), expected.toarray())
    assert task.y.tolist() == [1.0, -1.0]
    assert "2 documents, 9 unigrams and bigrams seen at least 1 times" in task.description
    assert "weights count" in task.description


def test_token_files_are_a_task_whose_rows_stay_on_disk(token_folder: Path, tmp_path: Path) -> None:
    options = SOURCE.complete({"corpus": "tokens"})
    task = SOURCE.load(options, token_folder, tmp_path / "cache")
    assert isinstance(task.X, LazyRows)
    assert task.X.shape == (4, 2)  # recov and mexic
    assert task.y.tolist() == [1.0, -1.0, -1.0, 1.0]
    corpus = TokenFiles(token_folder)
    expected = WeightedRows(count(corpus, vocabulary_of(corpus))).rows(np.arange(4))
    np.testing.assert_array_equal(present(task.X).toarray(), expected.toarray())


def test_counts_are_made_once(token_folder: Path, tmp_path: Path) -> None:
    options = SOURCE.complete({"corpus": "tokens"})
    SOURCE.load(options, token_folder, tmp_path / "cache")
    (kept,) = (tmp_path / "cache" / "counts").iterdir()
    written = (kept / "table.json").stat().st_mtime_ns
    SOURCE.load(options, token_folder, tmp_path / "cache")
    assert (kept / "table.json").stat().st_mtime_ns == written
    SOURCE.load(
        SOURCE.complete({"corpus": "tokens", "at_least": 1}), token_folder, tmp_path / "cache"
    )
    assert len(list(kept.parent.iterdir())) == 2


@pytest.mark.parametrize("harm", ["a part is gone", "a part is short", "a file is in its place"])
def test_counts_that_are_damaged_are_made_again(
    harm: str, token_folder: Path, tmp_path: Path
) -> None:
    options = SOURCE.complete({"corpus": "tokens"})
    expected = present(SOURCE.load(options, token_folder, tmp_path / "cache").X).toarray()
    (kept,) = (tmp_path / "cache" / "counts").iterdir()
    if harm == "a part is gone":
        (kept / "columns").unlink()
    elif harm == "a part is short":
        (kept / "labels").write_bytes(b"\0")
    else:
        shutil.rmtree(kept)
        kept.touch()
    task = SOURCE.load(options, token_folder, tmp_path / "cache")
    np.testing.assert_array_equal(present(task.X).toarray(), expected)


def test_counts_of_other_code_are_not_taken(
    token_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = SOURCE.complete({"corpus": "tokens"})
    SOURCE.load(options, token_folder, tmp_path / "cache")
    monkeypatch.setattr("compadagrad.experiments.text.source.digest_of_sources", lambda names: "")
    SOURCE.load(options, token_folder, tmp_path / "cache")
    assert len(list((tmp_path / "cache" / "counts").iterdir())) == 2


def test_a_folder_that_counts_cannot_be_kept_in_is_named(
    token_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InvalidInputError, match=r"cannot keep the counts .* with --cache"):
        SOURCE.load(SOURCE.complete({"corpus": "tokens"}), token_folder, tmp_path / "file")


def test_vectors_are_a_task(tmp_path: Path) -> None:
    (tmp_path / "rcv1.svm").write_text("1 1:0.5 3:2\n-1 47236:1\n")
    task = SOURCE.load(SOURCE.complete({"corpus": "small"}), tmp_path, tmp_path / "cache")
    assert task.X.shape == (2, 47_236)
    assert "no bigrams" in task.description
    with pytest.raises(InvalidInputError, match="found no svmlight files"):
        SOURCE.load(SOURCE.complete({"corpus": "small"}), tmp_path.parent, tmp_path / "cache")


def test_the_fingerprint_is_that_of_the_files(reuters: Path, tmp_path: Path) -> None:
    options = SOURCE.complete({})
    before = SOURCE.fingerprint(options, reuters)
    copy = shutil.copytree(reuters, tmp_path / "copy")
    assert SOURCE.fingerprint(options, copy) == before
    (copy / "english.stop").write_text("the\nof\n")
    assert SOURCE.fingerprint(options, copy) != before
    assert SOURCE.fingerprint(SOURCE.complete({"corpus": "fetch"}), None) != before


def loaded(options: Setting, folder: Path | None) -> Task:
    return SOURCE.load(options, folder, Path("nothing is kept"))


@pytest.mark.parametrize("function", [loaded, SOURCE.fingerprint])
def test_bad_options_are_named(function, reuters: Path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidInputError, match="data: corpus must be one of 'tokens'"):
        function(SOURCE.complete({"corpus": "news"}), reuters)
    with pytest.raises(InvalidInputError, match="say where the files of Reuters-21578 are"):
        function(SOURCE.complete({}), None)


def test_what_cannot_be_loaded_is_named(reuters: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="at_least must be an integer >= 1, got 0"):
        SOURCE.load(SOURCE.complete({"at_least": 0}), reuters, tmp_path / "cache")
    with pytest.raises(InvalidInputError, match="weight must be one of"):
        SOURCE.load(SOURCE.complete({"weight": "bm25", "at_least": 1}), reuters, tmp_path / "cache")
