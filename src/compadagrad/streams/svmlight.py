"""svmlight files: ``label index:value index:value ...``."""

from typing import final

import numpy as np

from compadagrad.streams._svmlight import svmlight_rows
from compadagrad.streams.blocks import Block
from compadagrad.streams.chunk import Chunk
from compadagrad.streams.faults import Faults, empty_notes
from compadagrad.streams.line_reader import LineParser
from compadagrad.streams.matrix import sparse_rows, with_finite_sums
from compadagrad.streams.reading import Reading

__all__ = ["SvmlightParser"]


@final
class SvmlightParser(LineParser):
    """Labels and features in lines; ``qid:`` and comments are passed over.

    Indices may stand in any order; what is there twice is added up. Where indices are hashed, it
    is their eight bytes, the lowest first.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def parse(self, block: Block, faults: Faults) -> Chunk:
        """The rows of a block."""
        reading, size = self._reading, block.text.size
        most = size // 4 + 1  # "1:1 " is the shortest entry
        labels, lines = np.empty(size // 2 + 1), np.empty(size // 2 + 1, np.int64)
        ends = np.empty(size // 2 + 1, np.int32)
        indices, values, notes = np.empty(most, np.int32), np.empty(most), empty_notes()
        lowest, seed = int(reading.one_based), reading.hash_seed
        rules = (reading.limits.line, lowest, reading.width, reading.mask, seed)
        rows, entries, faulty, ascending = svmlight_rows(
            block.text, block.first_line, rules, reading.largest, faults.skips,
            labels, ends, indices, values, lines, notes,
        )  # fmt: skip
        faults.take(block.text, notes, faulty)
        X = sparse_rows(
            values[:entries].copy(), indices[:entries].copy(), ends[:rows],
            reading.width, reading.dtype, ascending=ascending,
        )  # fmt: skip
        chunk = Chunk(X, labels[:rows].copy(), np.ones(rows), lines[:rows].copy())
        return with_finite_sums(chunk, faults)
