"""Lower case, stop words, Porter's stems."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from compadagrad.errors import InvalidInputError, MissingExtraError
from compadagrad.experiments.text.text_files import lines_of

__all__ = ["read_stop_words", "stemmed_unless_stopped", "words_of"]

WORD: Final = re.compile(r"[a-z][a-z']*")


def words_of(text: str) -> list[str]:
    """The words of a text in lower case: letters and apostrophes, beginning with a letter.

    Examples
    --------
    >>> from compadagrad.experiments.text import words_of
    >>> words_of("It's 4.5 mln DLRS")
    ["it's", 'mln', 'dlrs']
    """
    return WORD.findall(text.lower())


def read_stop_words(path: Path) -> frozenset[str]:
    """The words of a stop list: a text file with a word a line."""
    words = frozenset(word.lower() for line in lines_of(path) for word in line.split())
    if not words:
        raise InvalidInputError(f"{path} holds no word; a stop list has a word on each line")
    return words


def stemmed_unless_stopped(stop_words: frozenset[str]) -> Callable[[str], str]:
    """What a word counts as: its stem by Porter's algorithm; nothing for a stop word.

    Parameters
    ----------
    stop_words : frozenset of str
        In lower case.

    Returns
    -------
    callable, str to str
        It is what :class:`WordCodes` takes.

    Examples
    --------
    >>> from compadagrad.experiments.text import stemmed_unless_stopped
    >>> reduce = stemmed_unless_stopped(frozenset({"the"}))
    >>> reduce("the"), reduce("shipments")
    ('', 'shipment')
    """
    try:
        import snowballstemmer
    except ImportError:
        raise MissingExtraError("stemming", ["snowballstemmer"], "experiments") from None
    stem: Callable[[str], str] = snowballstemmer.stemmer("porter").stemWord

    def reduce(word: str) -> str:
        return "" if word in stop_words else stem(word)

    return reduce
