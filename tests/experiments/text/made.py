"""Small corpora for tests, and the slow, obvious way to count them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import final

from compadagrad.experiments.text import Corpus, Documents, WordCodes, encoded

TEXTS = (
    "wheat prices rose and wheat exports rose",
    "profit rose",
    "",
    "net profit and net loss and net profit",
    "wheat",
    "exports fell and prices fell and wheat prices rose",
)
LABELS = (1.0, -1.0, -1.0, -1.0, 1.0, 1.0)


@final
class Written(Corpus):
    """Texts whose words stand between blanks."""

    def __init__(
        self, texts: Sequence[str] = TEXTS, labels: Sequence[float] = LABELS, *, chunk: int = 4
    ) -> None:
        self.texts, self.labels, self.chunk = texts, labels, chunk
        self.codes = WordCodes()

    @property
    def description(self) -> str:
        return f"{len(self.texts)} texts"

    def chunks(self) -> Iterator[Documents]:
        words = (text.split() for text in self.texts)
        return encoded(zip(words, self.labels, strict=True), self.codes, chunk=self.chunk)


def grams(text: str) -> list[tuple[str, ...]]:
    """All unigrams and bigrams of a text, repeats among them."""
    words = text.split()
    return [(word,) for word in words] + list(pairwise(words))


def counted(texts: Sequence[str], at_least: int) -> tuple[set[tuple[str, ...]], list[Counter]]:  # type: ignore[type-arg]
    """The n-grams seen so often in all texts, and their counts in each."""
    total = Counter(gram for text in texts for gram in grams(text))
    kept = {gram for gram, often in total.items() if often >= at_least}
    return kept, [Counter(gram for gram in grams(text) if gram in kept) for text in texts]
