"""Counts of features in documents, in memory or on disk, whose rows are read in any order."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.text.documents import Corpus
from compadagrad.experiments.text.vocabulary import Vocabulary

__all__ = ["CountTable", "count", "open_counts", "remove_counts", "write_counts"]

PARTS: Final = {"columns": np.int32, "values": np.int32, "lengths": np.int32, "labels": np.float64}


@final
@dataclass(frozen=True, eq=False)
class CountTable:
    """Counts row by row. Long arrays may lie in files; only rows that are asked for are read.

    Attributes
    ----------
    starts : numpy.ndarray of int64, shape (m + 1,)
        Where each row begins in ``columns`` and ``values``.
    columns, values : numpy.ndarray of int32
        The features of each row and their counts, one row after the other.
    labels : numpy.ndarray of float64, shape (m,)
        1 or -1.
    frequencies : numpy.ndarray of int64, shape (n,)
        In how many documents each feature occurs.
    """

    starts: NDArray[np.int64]
    columns: NDArray[np.int32]
    values: NDArray[np.int32]
    labels: NDArray[np.float64]
    frequencies: NDArray[np.int64]

    def __len__(self) -> int:
        return self.labels.size

    @property
    def n(self) -> int:
        """How many features there are."""
        return self.frequencies.size

    @property
    def nonzeros_a_row(self) -> float:
        """Features of a document, on average."""
        return float(self.starts[-1]) / max(len(self), 1)

    def rows(self, order: NDArray[np.intp]) -> Any:
        """Some rows, in this order, as a CSR matrix of int32."""
        lengths = self.starts[order + 1] - self.starts[order]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        places = np.repeat(self.starts[order] - starts[:-1], lengths) + np.arange(starts[-1])
        return sparse.csr_array(
            (self.values[places], self.columns[places], starts), shape=(len(order), self.n)
        )


def count(corpus: Corpus, vocabulary: Vocabulary) -> CountTable:
    """The counts of a corpus that fits in memory: the second of two passes."""
    parts = list(_counted(corpus, vocabulary))
    whole = {name: np.concatenate([part[name] for part in parts]) for name in PARTS}
    return _table(whole, len(vocabulary))


def write_counts(corpus: Corpus, vocabulary: Vocabulary, folder: Path) -> CountTable:
    """The same for a corpus of any size, written to a new folder, whole or not at all.

    The folder holds four arrays without a header, little-endian, and ``table.json``.
    """
    if folder.exists():
        raise InvalidInputError(f"{folder} is there already; name a new folder for the counts")
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        documents = _write_parts(corpus, vocabulary, draft)
        about = {"features": len(vocabulary), "documents": documents}
        (draft / "table.json").write_text(json.dumps(about))
        os.replace(draft, folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return open_counts(folder)


def open_counts(folder: Path) -> CountTable:
    """The counts that :func:`write_counts` wrote; the long arrays stay on disk."""
    try:
        about = json.loads((folder / "table.json").read_text())
        parts = {name: _mapped(folder / name, dtype) for name, dtype in PARTS.items()}
        table = _table(parts, int(about["features"]))
        lengths = table.columns.size, table.values.size, len(table)
        whole = lengths == (table.starts[-1], table.starts[-1], about["documents"])
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        whole = False
    if not whole:
        raise InvalidInputError(f"{folder} does not hold counts; write them anew by write_counts")
    return table


def remove_counts(folder: Path) -> None:
    """Remove a folder of counts, whole or damaged, and make room for a new one beside others."""
    if folder.is_dir() and not folder.is_symlink():
        shutil.rmtree(folder)
    else:
        folder.unlink(missing_ok=True)
    folder.parent.mkdir(parents=True, exist_ok=True)


def _write_parts(corpus: Corpus, vocabulary: Vocabulary, folder: Path) -> int:
    files = {name: (folder / name).open("wb") for name in PARTS}
    documents = 0
    try:
        for part in _counted(corpus, vocabulary):
            documents += part["labels"].size
            for name, file in files.items():
                file.write(part[name].astype(PARTS[name], copy=False).data)
    finally:
        for file in files.values():
            file.close()
    return documents


def _counted(corpus: Corpus, vocabulary: Vocabulary) -> Iterator[dict[str, NDArray[Any]]]:
    for documents in corpus.chunks():
        counts = vocabulary.counts(documents)
        lengths = np.diff(counts.indptr).astype(np.int32)
        yield dict(
            zip(PARTS, (counts.indices, counts.data, lengths, documents.labels), strict=True)
        )


def _mapped(path: Path, dtype: Any) -> NDArray[Any]:
    """A file as an array; an empty one cannot be mapped."""
    return np.memmap(path, dtype, "r") if path.stat().st_size else np.empty(0, dtype)


def _table(parts: dict[str, NDArray[Any]], n: int) -> CountTable:
    starts = np.concatenate([[0], np.cumsum(parts["lengths"], dtype=np.int64)])
    columns, labels = parts["columns"], np.array(parts["labels"])
    return CountTable(starts, columns, parts["values"], labels, _frequencies(columns, n))


def _frequencies(columns: NDArray[np.int32], n: int) -> NDArray[np.int64]:
    """In how many rows each column stands, read part by part."""
    total, part = np.zeros(n, np.int64), 1 << 24
    for at in range(0, columns.size, part):
        total += np.bincount(columns[at : at + part], minlength=n)
    return total
