"""Words as numbers of 64 bits."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeAlias, final

import numpy as np

from compadagrad.experiments.text.documents import CHUNK, Documents

__all__ = ["Tokens", "WordCodes", "encoded"]

Tokens: TypeAlias = Iterable[str]

LEFT_OUT = 0


@final
class WordCodes:
    """The code of each word: the first 64 bits of a hash of what the word is reduced to.

    The same word has the same code in every process. Among ten million different words, bigrams
    included, two share a code with a probability of 3e-6.

    Parameters
    ----------
    reduce : callable, str to str
        What a word counts as, its stem for instance; the empty string leaves it out.
    remembered : int
        Words that are remembered at most; beyond them all is forgotten and found again, so that the
        memory is bounded whatever the documents hold.

    Examples
    --------
    >>> from compadagrad.experiments.text import WordCodes
    >>> codes = WordCodes(lambda word: "" if word == "the" else word.rstrip("s"))
    >>> one, two = codes.of(["the", "cat"]), codes.of(["cats"])
    >>> one == two, len(one)
    (True, 1)
    """

    def __init__(self, reduce: Callable[[str], str] = str, *, remembered: int = 1 << 20) -> None:
        self._reduce, self._remembered = reduce, remembered
        self._known: dict[str, int] = {}

    def of(self, tokens: Tokens) -> list[int]:
        """The codes of the words that are kept, in order."""
        known = self._known
        codes = (known[t] if t in known else self._learn(t) for t in tokens)
        return [code for code in codes if code != LEFT_OUT]

    def _learn(self, token: str) -> int:
        if len(self._known) >= self._remembered:
            self._known.clear()
        word = self._reduce(token)
        digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
        code = int.from_bytes(digest, "little") if word else LEFT_OUT
        self._known[token] = code
        return code


def encoded(
    documents: Iterable[tuple[Tokens, float]], codes: WordCodes, *, chunk: int = CHUNK
) -> Iterator[Documents]:
    """Documents, given as words and a label each, in chunks of numbers."""
    stream = iter(documents)
    while some := list(islice(stream, chunk)):
        words = [codes.of(tokens) for tokens, _ in some]
        starts = np.cumsum([0, *map(len, words)], dtype=np.int64)
        flat = np.fromiter((code for each in words for code in each), np.uint64, int(starts[-1]))
        yield Documents(flat, starts, np.array([label for _, label in some], dtype=np.float64))
