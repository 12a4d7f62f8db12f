import gzip
from pathlib import Path

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.text import TokenFiles, WordCodes, read_tokens, read_topic

TRAIN = """.I 2286
.W
recov recov excit
bring mexic

.I 2287
.W
mexic

"""
TEST = """.I 26151
.W
stock

.I 26152
.W

"""
TOPICS = "E11 2286 1\nCCAT 26151 1\nCCAT 2287 1\nMCAT 26151 1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lyrl2004_tokens_train.dat").write_text(TRAIN)
    (tmp_path / "lyrl2004_tokens_test_pt0.dat.gz").write_bytes(gzip.compress(TEST.encode()))
    (tmp_path / "rcv1-v2.topics.qrels.gz").write_bytes(gzip.compress(TOPICS.encode()))
    return tmp_path


def test_documents_of_a_token_file(folder: Path) -> None:
    documents = list(read_tokens(folder / "lyrl2004_tokens_train.dat"))
    assert [each.number for each in documents] == [2286, 2287]
    assert documents[0].tokens == ["recov", "recov", "excit", "bring", "mexic"]


def test_the_last_document_needs_no_blank_line(tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text(".I 1\n.W\na b")
    assert [each.tokens for each in read_tokens(tmp_path / "tokens")] == [["a", "b"]]


def test_documents_of_a_topic(folder: Path) -> None:
    assert read_topic(folder / "rcv1-v2.topics.qrels.gz", "CCAT").tolist() == [2287, 26151]


def test_the_corpus_has_all_files_and_their_labels(folder: Path) -> None:
    (documents,) = TokenFiles(folder).chunks()
    words = ["stock", "recov", "recov", "excit", "bring", "mexic", "mexic"]
    assert documents.words.tolist() == WordCodes().of(words)
    assert documents.starts.tolist() == [0, 1, 1, 6, 7]
    assert documents.labels.tolist() == [1.0, -1.0, -1.0, 1.0]
    assert TokenFiles(folder).description == "RCV1-v2, 2 token files, CCAT against the rest"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("word\n", r"line 1: a document begins with '\.I number', got 'word'"),
        (".I\n.W\n", r"line 1: a document has a number, got ''"),
        (".I 1\n.W\na\n\n.I x2\n", r"line 5: a document has a number, got 'x2'"),
    ],
)
def test_what_is_no_token_file_is_named_with_its_line(
    tmp_path: Path, content: str, message: str
) -> None:
    (tmp_path / "tokens.dat").write_text(content)
    with pytest.raises(InvalidInputError, match=message):
        list(read_tokens(tmp_path / "tokens.dat"))


def test_what_is_no_topic_file_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("CCAT 1 1\nCCAT 2\n")
    with pytest.raises(InvalidInputError, match=r"line 2: a line is 'topic number 1'"):
        read_topic(tmp_path / "qrels", "CCAT")


def test_an_unknown_topic_is_named(folder: Path) -> None:
    with pytest.raises(InvalidInputError, match="no document of the topic 'XCAT'"):
        TokenFiles(folder, topic="XCAT")


def test_a_folder_without_the_files_says_which_they_are(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"found 0 token files and 0 topic files"):
        TokenFiles(tmp_path)
