import os
import tarfile
from pathlib import Path

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.text import (
    Reuters21578,
    WordCodes,
    count,
    read_articles,
    stemmed_unless_stopped,
    vocabulary_of,
)

FILES = {
    "reut2-000.sgm": """<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" OLDID="1" NEWID="1">
<TOPICS><D>earn</D><D>acq</D></TOPICS>
<TEXT>&#2;<TITLE>SHARES &lt;ABC></TITLE><DATELINE>ROME</DATELINE><BODY>The profits
rose.</BODY></TEXT>
</REUTERS>
<REUTERS TOPICS="NO" LEWISSPLIT="TRAIN" OLDID="2" NEWID="2">
<TOPICS></TOPICS><TEXT><TITLE>NOT LABELLED</TITLE></TEXT></REUTERS>""",
    "reut2-001.sgm": """<REUTERS TOPICS="YES" LEWISSPLIT="NOT-USED" OLDID="3" NEWID="3">
<TOPICS><D>earn</D></TOPICS><TEXT><TITLE>UNUSED</TITLE></TEXT></REUTERS>
<REUTERS TOPICS="YES" LEWISSPLIT="TEST" OLDID="4" NEWID="4">
<TOPICS><D>wheat</D></TOPICS><TEXT TYPE="BRIEF"><TITLE>CAF\xc9 SHARES</TITLE></TEXT></REUTERS>""",
}

DATA = Path(os.environ.get("COMPADAGRAD_DATA", "absent")) / "reuters21578"
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason="set COMPADAGRAD_DATA to a folder with reuters21578"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content.encode("latin-1"))
    (tmp_path / "english.stop").write_text("the\n")
    return tmp_path


def test_articles_are_read_with_their_fields(folder: Path) -> None:
    articles = list(read_articles(folder))
    assert len(articles) == 4
    first, _, _, last = articles
    assert (first.title, first.body) == ("SHARES <ABC>", "The profits\nrose.")
    assert first.topics == ("earn", "acq")
    assert last.title == "CAF\xc9 SHARES"
    assert last.body == ""
    assert [each.in_mod_apte for each in articles] == [True, False, False, True]


def test_the_corpus_is_mod_apte_stopped_and_stemmed(folder: Path) -> None:
    (documents,) = Reuters21578(folder).chunks()
    expected = WordCodes().of(["share", "abc", "profit", "rose", "caf", "share"])
    assert documents.words.tolist() == expected
    assert documents.starts.tolist() == [0, 4, 6]
    assert documents.labels.tolist() == [1.0, -1.0]


def test_another_topic_has_other_labels(folder: Path) -> None:
    corpus = Reuters21578(folder, topic="wheat")
    assert next(corpus.chunks()).labels.tolist() == [-1.0, 1.0]
    assert "wheat against the rest" in corpus.description


def test_an_archive_is_the_same_as_its_files(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "reuters21578.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        for name in reversed(FILES):
            tar.add(folder / name, arcname=name)
    assert list(read_articles(archive)) == list(read_articles(folder))


def test_the_archive_is_found_in_its_folder(folder: Path) -> None:
    with tarfile.open(folder / "reuters21578.tar.gz", "w:gz") as tar:
        for path in folder.glob("*.sgm"):
            tar.add(path, arcname=path.name)
            path.unlink()
    assert len(next(Reuters21578(folder).chunks())) == 2


def test_a_folder_without_the_collection_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"found no Reuters-21578 in .*reuters21578\.tar"):
        Reuters21578(tmp_path)


def test_a_damaged_archive_is_named(folder: Path) -> None:
    damaged = folder / "damaged.tar.gz"
    damaged.write_bytes(b"nothing")
    with pytest.raises(InvalidInputError, match=r"cannot read .*damaged"):
        list(read_articles(damaged))


def test_an_archive_without_articles_is_named(folder: Path) -> None:
    with tarfile.open(folder / "other.tar", "w") as tar:
        tar.add(folder / "english.stop", arcname="english.stop")
    with pytest.raises(InvalidInputError, match=r"holds no \.sgm file"):
        list(read_articles(folder / "other.tar"))


def test_the_stop_list_is_asked_for(folder: Path) -> None:
    (folder / "english.stop").unlink()
    with pytest.raises(InvalidInputError, match=r"cannot read .*english\.stop"):
        Reuters21578(folder)


def test_stems_are_those_of_the_corpus() -> None:
    reduce = stemmed_unless_stopped(frozenset())
    assert reduce("profits") == "profit"


@needs_data
@pytest.mark.slow
def test_the_real_collection_has_the_features_that_were_reported() -> None:
    corpus = Reuters21578(DATA)
    vocabulary = vocabulary_of(corpus)
    table = count(corpus, vocabulary)
    assert len(table) == 12_902
    assert np.count_nonzero(table.labels > 0.0) == 3_964
    assert abs(len(vocabulary) - 123_630) <= 10
    assert abs(table.nonzeros_a_row - 84.5) < 0.05
