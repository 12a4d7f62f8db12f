"""Reuters-21578: the SGML files in which it is distributed."""

import html
import re
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, final

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.text.coding import WordCodes, encoded
from compadagrad.experiments.text.documents import Corpus, Documents
from compadagrad.experiments.text.stemming import (
    read_stop_words,
    stemmed_unless_stopped,
    words_of,
)
from compadagrad.experiments.text.text_files import lines_of

__all__ = ["Article", "Reuters21578", "read_articles", "reuters_files"]

ARTICLE: Final = re.compile(r"<REUTERS([^>]*)>(.*?)</REUTERS>", re.DOTALL)
ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
TOPIC: Final = re.compile(r"<D>(.*?)</D>")
FIELDS: Final = {
    name: re.compile(f"<{name}>(.*?)</{name}>", re.DOTALL) for name in ("TOPICS", "TITLE", "BODY")
}
STOP_LIST: Final = "english.stop"
ADVICE: Final = "give reuters21578.tar.gz or the folder of its reut2-0*.sgm files"


class Article(NamedTuple):
    """An article of the collection; ``split`` is that of Lewis: TRAIN, TEST or NOT-USED."""

    title: str
    body: str
    topics: tuple[str, ...]
    split: str
    has_topics: bool

    @property
    def in_mod_apte(self) -> bool:
        """Whether it is in the training or the test set of the ModApte split."""
        return self.has_topics and self.split in ("TRAIN", "TEST")


@final
class Reuters21578(Corpus):
    """The ModApte articles of Reuters-21578, training and test set: title and body.

    Words are in lower case; stop words are left out and the others stemmed.

    Parameters
    ----------
    path : Path
        ``reuters21578.tar.gz``, or the folder of its SGML files, or a folder with the archive in
        it.
    stop_list : Path, optional
        A text file with a word a line; ``english.stop`` beside the archive by default.
    topic : str
        The topic that is told from the rest.
    """

    def __init__(self, path: Path, *, stop_list: Path | None = None, topic: str = "earn") -> None:
        self._source = _source(path)
        folder = path if path.is_dir() else path.parent
        reduce = stemmed_unless_stopped(read_stop_words(stop_list or folder / STOP_LIST))
        self._codes, self._topic = WordCodes(reduce), topic

    @property
    def description(self) -> str:
        """What the documents and their labels are, in a line."""
        return f"Reuters-21578, ModApte training and test set, {self._topic} against the rest"

    def chunks(self) -> Iterator[Documents]:
        """The articles in the order of the files."""
        kept = (each for each in read_articles(self._source) if each.in_mod_apte)
        labelled = (
            (words_of(f"{each.title} {each.body}"), 1.0 if self._topic in each.topics else -1.0)
            for each in kept
        )
        return encoded(labelled, self._codes)


def read_articles(source: Path) -> Iterator[Article]:
    """All 21,578 articles: of an archive, or of the SGML files of a folder."""
    for content in _files(source):
        for head, inside in ARTICLE.findall(content):
            attributes = dict(ATTRIBUTE.findall(head))
            yield Article(
                _field("TITLE", inside),
                _field("BODY", inside),
                tuple(TOPIC.findall(_field("TOPICS", inside))),
                attributes.get("LEWISSPLIT", ""),
                attributes.get("TOPICS") == "YES",
            )


def _field(name: str, inside: str) -> str:
    found = FIELDS[name].search(inside)
    return html.unescape(found[1]) if found else ""


def reuters_files(folder: Path) -> list[Path]:
    """The stop list of a folder, then the archive or the SGML files."""
    source, stop_list = _source(folder), folder / STOP_LIST
    if not stop_list.is_file():
        raise InvalidInputError(f"found no stop list in {folder}; it is to hold {STOP_LIST}")
    return [stop_list, *(sorted(source.glob("*.sgm")) if source.is_dir() else [source])]


def _source(path: Path) -> Path:
    """The archive, or the folder with the SGML files."""
    if path.is_file():
        return path
    if any(path.glob("*.sgm")):
        return path
    archive = path / "reuters21578.tar.gz"
    if archive.is_file():
        return archive
    raise InvalidInputError(f"found no Reuters-21578 in {path}; {ADVICE}")


def _files(source: Path) -> Iterator[str]:
    """The content of each SGML file, in the order of their names."""
    if source.is_dir():
        for path in sorted(source.glob("*.sgm")):
            yield "".join(lines_of(path))
        return
    try:
        with tarfile.open(source) as archive:
            members = [member for member in archive if member.name.endswith(".sgm")]
            for member in sorted(members, key=lambda member: member.name):
                file = archive.extractfile(member)
                yield file.read().decode("latin-1") if file else ""
    except (OSError, EOFError, zlib.error, tarfile.TarError) as error:
        raise InvalidInputError(f"cannot read {source}: {error}; {ADVICE}") from None
    if not members:
        raise InvalidInputError(f"{source} holds no .sgm file; {ADVICE}")
