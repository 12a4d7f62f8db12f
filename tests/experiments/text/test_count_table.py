from collections.abc import Iterator
from pathlib import Path
from typing import final

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.text import (
    Corpus,
    CountTable,
    Documents,
    count,
    open_counts,
    vocabulary_of,
    write_counts,
)
from experiments.text.made import LABELS, TEXTS, Written, counted


@final
class Broken(Corpus):
    """A corpus whose disk fails after the first chunk."""

    @property
    def description(self) -> str:
        return "a broken corpus"

    def chunks(self) -> Iterator[Documents]:
        yield next(Written().chunks())
        raise OSError("the disk has gone")


def in_memory() -> CountTable:
    corpus = Written()
    return count(corpus, vocabulary_of(corpus))


def test_rows_are_the_counts_of_the_slow_way() -> None:
    table = in_memory()
    kept, slow = counted(TEXTS, 2)
    assert (len(table), table.n) == (len(TEXTS), len(kept))
    rows = table.rows(np.arange(len(table)))
    for i, expected in enumerate(slow):
        assert sorted(rows[[i]].data.tolist()) == sorted(expected.values())
    assert table.labels.tolist() == list(LABELS)
    assert table.nonzeros_a_row == sum(map(len, slow)) / len(TEXTS)


def test_frequencies_are_documents_not_occurrences() -> None:
    kept, slow = counted(TEXTS, 2)
    expected = sorted(sum(gram in each for each in slow) for gram in kept)
    assert sorted(in_memory().frequencies.tolist()) == expected


def test_rows_come_in_any_order_and_more_than_once() -> None:
    table = in_memory()
    whole = table.rows(np.arange(len(table))).toarray()
    order = np.array([5, 0, 2, 5])
    np.testing.assert_array_equal(table.rows(order).toarray(), whole[order])
    assert table.rows(order[:0]).shape == (0, table.n)


def test_the_table_on_disk_is_the_one_in_memory(tmp_path: Path) -> None:
    corpus = Written()
    vocabulary = vocabulary_of(corpus)
    written = write_counts(corpus, vocabulary, tmp_path / "new" / "counts")
    opened = open_counts(tmp_path / "new" / "counts")
    expected = in_memory()
    order = np.random.default_rng(0).permutation(len(TEXTS))
    for table in (written, opened):
        assert isinstance(table.columns, np.memmap)
        rows, wanted = table.rows(order), expected.rows(order)
        np.testing.assert_array_equal(rows.toarray(), wanted.toarray())
        np.testing.assert_array_equal(table.frequencies, expected.frequencies)
        np.testing.assert_array_equal(table.labels, expected.labels)


def test_documents_without_any_feature_can_be_written(tmp_path: Path) -> None:
    vocabulary = vocabulary_of(Written(["a a"], [1.0]))
    table = write_counts(Written(["x", ""], [1.0, -1.0]), vocabulary, tmp_path / "counts")
    assert table.rows(np.arange(2)).nnz == 0


def test_a_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="the disk has gone"):
        write_counts(Broken(), vocabulary_of(Written()), tmp_path / "counts")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "counts").mkdir()
    with pytest.raises(InvalidInputError, match="is there already"):
        write_counts(Written(), vocabulary_of(Written()), tmp_path / "counts")


@pytest.mark.parametrize("name", ["columns", "values", "lengths", "labels", "table.json"])
@pytest.mark.parametrize("harm", ["gone", "short", "nonsense"])
def test_a_damaged_table_is_not_opened(tmp_path: Path, name: str, harm: str) -> None:
    folder = tmp_path / "counts"
    write_counts(Written(), vocabulary_of(Written()), folder)
    content = (folder / name).read_bytes()
    (folder / name).unlink()
    if harm != "gone":
        (folder / name).write_bytes(content[:-8] if harm == "short" else content[:-2] + b"\xff")
    with pytest.raises(InvalidInputError, match=r"counts does not hold counts"):
        open_counts(folder)
