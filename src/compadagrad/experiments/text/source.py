"""Text, as a source of examples for studies."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, final

import numpy as np

from compadagrad._validation import as_choice, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.code import digest_of_sources
from compadagrad.experiments.lazy_rows import LazyRows
from compadagrad.experiments.source import Source, digest_of_files, folder_with
from compadagrad.experiments.study import Setting
from compadagrad.experiments.task import Task
from compadagrad.experiments.text.count_table import (
    CountTable,
    count,
    open_counts,
    remove_counts,
    write_counts,
)
from compadagrad.experiments.text.documents import Corpus
from compadagrad.experiments.text.lyrl2004 import TokenFiles, token_files
from compadagrad.experiments.text.minibatches import MatrixRows
from compadagrad.experiments.text.reuters import Reuters21578, reuters_files
from compadagrad.experiments.text.vectors import fetched_rcv1, small_files, svmlight_rows
from compadagrad.experiments.text.vocabulary import vocabulary_of
from compadagrad.experiments.text.weights import WeightedRows

__all__ = ["CORPORA", "SOURCE"]


@final
class Kind(NamedTuple):
    """A kind of corpus: what its files are called, where they are in a folder of all data, which
    they are, and the task that they make.
    """  # noqa: D205

    what: str
    place: str
    files: Callable[[Path], list[Path]]
    load: Callable[[Setting, Path, Path], Task]


def reuters(options: Setting, folder: Path, cache: Path) -> Task:
    corpus = Reuters21578(folder, topic=str(options["topic"] or "earn"))
    table = count(corpus, vocabulary_of(corpus, at_least=seen_in(options)))
    return weighted(corpus, options, table)


def tokens(options: Setting, folder: Path, cache: Path) -> Task:
    """RCV1-v2, whose rows stay on disk: they are counted once, and kept beside the outcomes."""
    corpus = TokenFiles(folder, topic=str(options["topic"] or "CCAT"))
    code = digest_of_sources(["experiments/text"])
    said = json.dumps([options["topic"], options["at_least"], fingerprint(options, folder), code])
    kept = cache / "counts" / hashlib.sha256(said.encode()).hexdigest()[:32]
    return weighted(corpus, options, stored(corpus, options, kept), lazy=True)


def stored(corpus: Corpus, options: Setting, folder: Path) -> CountTable:
    """The counts in a folder, which are written first where they are not there, or are damaged."""
    try:
        return open_counts(folder)
    except InvalidInputError:
        pass
    try:
        remove_counts(folder)
        return write_counts(corpus, vocabulary_of(corpus, at_least=seen_in(options)), folder)
    except OSError as error:
        raise InvalidInputError(
            f"cannot keep the counts of {corpus.description} in {folder.parent} "
            f"({error.strerror}); name another folder with --cache"
        ) from None


def seen_in(options: Setting) -> int:
    return as_integer("data: at_least", options["at_least"], 1)


def weighted(corpus: Corpus, options: Setting, table: CountTable, *, lazy: bool = False) -> Task:
    """Unigrams and bigrams, seen often enough, with their weights."""
    weight, cosine = str(options["weight"]), bool(options["cosine"])
    source = WeightedRows(table, weight, cosine)
    said = (
        f"{corpus.description}: {len(table):,} documents, {table.n:,} unigrams and bigrams seen at "
        f"least {options['at_least']} times, {table.nonzeros_a_row:.1f} a document; weights "
        f"{weight}" + (", rows of length 1" if cosine else "")
    )
    X = LazyRows(source) if lazy else source.rows(np.arange(len(table)))
    return Task(corpus.description.split(",")[0], X, table.labels, description=said)


def small(options: Setting, folder: Path, cache: Path) -> Task:
    said = "a sample of RCV1-v2's published vectors, CCAT against the rest; stems, no bigrams"
    return ready("RCV1-v2, a sample", svmlight_rows(*small_files(folder)), said)


def fetched(topic: str) -> Task:
    said = f"RCV1-v2's published vectors by scikit-learn, {topic} against the rest; no bigrams"
    return ready("RCV1-v2", fetched_rcv1(topic=topic), said)


def ready(name: str, rows: MatrixRows, said: str) -> Task:
    """Vectors that were made by others."""
    m, n = rows.matrix.shape
    described = f"{said}: {m:,} documents, {n:,} features, {rows.matrix.nnz / m:.1f} a document"
    return Task(name, rows.matrix, rows.labels, description=described)


CORPORA: Final[dict[str | None, Kind]] = {
    "tokens": Kind("the token files of RCV1-v2", "rcv1", token_files, tokens),
    "reuters": Kind("the files of Reuters-21578", "reuters21578", reuters_files, reuters),
    "small": Kind("svmlight files of RCV1-v2", "rcv1_small", small_files, small),
}
FETCHED: Final = "fetch"


def load(options: Setting, folder: Path | None, cache: Path) -> Task:
    """The documents of a corpus as sparse rows."""
    if options["corpus"] == FETCHED:
        return fetched(str(options["topic"] or "CCAT"))
    kind = kind_of(options)
    place = folder_with(kind.files, folder, kind.place, kind.what)
    return kind.load(options, place, cache)


def fingerprint(options: Setting, folder: Path | None) -> str:
    """A digest of the files, or the name of what scikit-learn downloads and checks."""
    if options["corpus"] == FETCHED:
        return "scikit-learn fetch_rcv1"
    kind = kind_of(options)
    return digest_of_files(kind.files(folder_with(kind.files, folder, kind.place, kind.what)))


def kind_of(options: Setting) -> Kind:
    return as_choice("data: corpus", options["corpus"], {**CORPORA, FETCHED: CORPORA["small"]})


SOURCE: Final = Source(
    load,
    fingerprint,
    {"corpus": "reuters", "topic": "", "weight": "tfidf", "cosine": True, "at_least": 2},
)
"""``topic`` is the one that is told from the rest; where it is empty, earn or CCAT.

Vectors that were made by others (``"small"``, ``"fetch"``) have their weights already.
"""
