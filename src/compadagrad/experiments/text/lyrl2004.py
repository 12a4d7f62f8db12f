"""RCV1-v2: the token and topic files that Lewis, Yang, Rose and Li published in 2004."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.text.coding import WordCodes, encoded
from compadagrad.experiments.text.documents import Corpus, Documents
from compadagrad.experiments.text.text_files import lines_of

__all__ = ["TokenFiles", "TokenizedDocument", "read_tokens", "read_topic", "token_files"]

PATTERN = "lyrl2004_tokens_*.dat*"
TOPICS = "rcv1-v2.topics.qrels*"


class TokenizedDocument(NamedTuple):
    """A document of a token file: its number, and its words, stopped and stemmed."""

    number: int
    tokens: list[str]


@final
class TokenFiles(Corpus):
    """RCV1-v2 from its token files, whose words are stopped and stemmed already.

    Parameters
    ----------
    folder : Path
        With ``lyrl2004_tokens_*.dat`` (the training file and the four test files) and
        ``rcv1-v2.topics.qrels``; each may be compressed to ``.gz`` or ``.bz2``.
    topic : str
        The topic that is told from the rest.
    """

    def __init__(self, folder: Path, *, topic: str = "CCAT") -> None:
        topics, *self._files = token_files(folder)
        self._topic, self._positive = topic, read_topic(topics, topic)
        self._codes = WordCodes()

    @property
    def description(self) -> str:
        """What the documents and their labels are, in a line."""
        return f"RCV1-v2, {len(self._files)} token files, {self._topic} against the rest"

    def chunks(self) -> Iterator[Documents]:
        """The documents in the order of the files."""
        documents = (each for path in self._files for each in read_tokens(path))
        return encoded(((each.tokens, self._label(each.number)) for each in documents), self._codes)

    def _label(self, number: int) -> float:
        at = int(np.searchsorted(self._positive, number))
        found = at < self._positive.size and self._positive[at] == number
        return 1.0 if found else -1.0


def token_files(folder: Path) -> list[Path]:
    """The topic file of a folder, then its token files."""
    topics, files = sorted(folder.glob(TOPICS)), sorted(folder.glob(PATTERN))
    if not files or not topics:
        raise InvalidInputError(
            f"found {len(files)} token files and {len(topics)} topic files in {folder}; "
            f"give a folder with lyrl2004_tokens_*.dat and rcv1-v2.topics.qrels, or .gz of them"
        )
    return [topics[0], *files]


def read_tokens(path: Path) -> Iterator[TokenizedDocument]:
    """The documents of a token file, one at a time.

    A document is a line ``.I number``, a line ``.W``, and lines of words; a blank line ends it.
    """
    document: TokenizedDocument | None = None
    for i, line in enumerate(lines_of(path), start=1):
        if line.startswith(".I"):
            if document is not None:
                yield document
            document = TokenizedDocument(_number(line.split()[1:], path, i), [])
        elif line.rstrip() != ".W" and line.strip():
            if document is None:
                raise _unreadable(path, i, line, "a document begins with '.I number'")
            document.tokens.extend(line.split())
    if document is not None:
        yield document


def read_topic(path: Path, topic: str) -> NDArray[np.int64]:
    """The numbers of the documents of a topic, ascending, from lines ``topic number 1``."""
    numbers = []
    for i, line in enumerate(lines_of(path), start=1):
        fields = line.split()
        if fields and len(fields) != 3:
            raise _unreadable(path, i, line, "a line is 'topic number 1'")
        if fields and fields[0] == topic:
            numbers.append(_number(fields[1:2], path, i))
    if not numbers:
        raise InvalidInputError(f"{path} has no document of the topic {topic!r}; RCV1's is CCAT")
    return np.unique(np.array(numbers, dtype=np.int64))


def _number(fields: Sequence[str], path: Path, i: int) -> int:
    if len(fields) != 1 or not fields[0].isdecimal():
        raise _unreadable(path, i, " ".join(fields), "a document has a number")
    return int(fields[0])


def _unreadable(path: Path, i: int, line: str, rule: str) -> InvalidInputError:
    return InvalidInputError(f"{path}, line {i}: {rule}, got {line.strip()[:60]!r}")
