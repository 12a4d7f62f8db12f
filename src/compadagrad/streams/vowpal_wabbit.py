"""Vowpal Wabbit's text: ``label weight 'tag |namespace name:value ...``."""

from typing import final

import numpy as np

from compadagrad.streams import _codes as codes
from compadagrad.streams._vowpal_wabbit import vowpal_wabbit_rows
from compadagrad.streams.blocks import Block
from compadagrad.streams.chunk import Chunk
from compadagrad.streams.faults import Faults, empty_notes, reason
from compadagrad.streams.line_reader import LineParser
from compadagrad.streams.matrix import sparse_rows, with_finite_sums
from compadagrad.streams.reading import Reading

__all__ = ["VowpalWabbitParser"]


@final
class VowpalWabbitParser(LineParser):
    """Names of features in namespaces, hashed; the number behind the label is the weight.

    The column of a feature is the hash of its name, seeded by the hash of its namespace, seeded by
    ``hash_seed``; the namespace without a name has ``hash_seed`` itself. Numbers are hashed as the
    text they are. Tags are passed over. A number behind the weight is malformed: nothing here
    starts from other predictions.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def parse(self, block: Block, faults: Faults) -> Chunk:
        """The rows of a block."""
        reading, size = self._reading, block.text.size
        most = size // 2 + 1  # "a " is the shortest entry, and "|" the shortest row
        labels, weights, lines = np.empty(most), np.empty(most), np.empty(most, np.int64)
        ends, indices, values = np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most)
        notes = empty_notes()
        rules = (reading.limits.line, reading.mask, reading.hash_seed)
        rows, entries, faulty, ascending = vowpal_wabbit_rows(
            block.text, block.first_line, rules, reading.largest, faults.skips,
            labels, weights, ends, indices, values, lines, notes,
        )  # fmt: skip
        faults.take(block.text, notes, faulty)
        X = sparse_rows(
            values[:entries].copy(), indices[:entries].copy(), ends[:rows],
            reading.width, reading.dtype, ascending=ascending,
        )  # fmt: skip
        chunk = Chunk(X, labels[:rows].copy(), weights[:rows].copy(), lines[:rows].copy())
        chunk = with_finite_sums(chunk, faults)
        return chunk if reading.targets == "optional" else _labelled(chunk, faults)


def _labelled(chunk: Chunk, faults: Faults) -> Chunk:
    """The rows with a label; one without is malformed where labels are wanted."""
    bare = np.isnan(chunk.y)
    if not bare.any():
        return chunk
    for line in chunk.lines[bare].tolist():
        faults.add(line, reason(codes.NO_LABEL, np.empty(0, np.uint8)))
    return chunk.rows(np.flatnonzero(~bare))
