import gzip
import os
import sys
from pathlib import Path

import joblib
import numpy as np
import pytest
from scipy import sparse

from compadagrad import DiagonalAdaGrad, InvalidInputError, MissingExtraError
from compadagrad.experiments.text import fetched_rcv1, learn, svmlight_rows, zero_one_risk

DATA = Path(os.environ.get("COMPADAGRAD_DATA", "absent")) / "rcv1_small"


def test_svmlight_files_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "a.svm").write_text("1 1:0.5 3:2\n-1 2:1\n")
    (tmp_path / "b.svm.gz").write_bytes(gzip.compress(b"0 4:1\n"))
    source = svmlight_rows(tmp_path / "a.svm", tmp_path / "b.svm.gz", features=4)
    assert source.rows(np.arange(3)).toarray().tolist() == [
        [0.5, 0.0, 2.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]
    assert source.labels.tolist() == [1.0, -1.0, -1.0]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"cannot read .*absent\.svm"):
        svmlight_rows(tmp_path / "absent.svm")


@pytest.mark.parametrize("content", ["no number\n", "1 1:x\n", "1 99:1\n"])
def test_what_is_no_svmlight_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.svm").write_text(content)
    with pytest.raises(InvalidInputError, match=r"cannot read a\.svm as svmlight"):
        svmlight_rows(tmp_path / "a.svm", features=4)


def test_without_scikit_learn_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MissingExtraError, match="scikit-learn"):
        svmlight_rows(Path("a.svm"))


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """What scikit-learn keeps after a download, of four documents."""
    folder = tmp_path / "RCV1"
    folder.mkdir()
    X = sparse.csr_matrix(np.arange(8.0).reshape(4, 2))
    topics = sparse.csr_matrix(np.array([[1, 0], [0, 1], [1, 1], [0, 0]], np.uint8))
    joblib.dump(X, folder / "samples_py3.pkl")
    joblib.dump(np.arange(2286, 2290), folder / "sample_id_py3.pkl")
    joblib.dump(topics, folder / "sample_topics_py3.pkl")
    joblib.dump(np.array(["CCAT", "ECAT"], dtype=object), folder / "topics_names_py3.pkl")
    return tmp_path


def test_what_scikit_learn_keeps_is_read(cache: Path) -> None:
    source = fetched_rcv1(cache)
    assert source.labels.tolist() == [1.0, -1.0, 1.0, -1.0]
    assert source.rows(np.array([1])).toarray().tolist() == [[2.0, 3.0]]
    assert fetched_rcv1(cache, topic="ECAT").labels.tolist() == [-1.0, 1.0, 1.0, -1.0]


def test_an_unknown_topic_is_named(cache: Path) -> None:
    with pytest.raises(InvalidInputError, match="one of RCV1's 2 topics, got 'XCAT'"):
        fetched_rcv1(cache, topic="XCAT")


@pytest.mark.skipif(not DATA.is_dir(), reason="set COMPADAGRAD_DATA to a folder with rcv1_small")
def test_the_small_real_set_is_learned() -> None:
    files = [DATA / f"rcv1_small_{part}.svm.bz2" for part in ("train", "test")]
    source = svmlight_rows(*files)
    assert (source.n, source.labels.size) == (47_236, 1500)
    learner = DiagonalAdaGrad(source.n, lr=0.3)
    for _ in range(5):
        learn(learner, source, np.arange(1000), size=10)
    assert zero_one_risk(learner, source, np.arange(1000, 1500)) < 0.15
