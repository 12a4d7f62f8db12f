"""Lines of Vowpal Wabbit, ``[label [weight]] ['tag]|namespace[:factor] name[:value] ... |...``."""

from typing import Final

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.streams import _codes as codes
from compadagrad.streams._decimal import decimal_at
from compadagrad.streams._lines import line_end, note, past_blanks, token_end
from compadagrad.streams._murmur import hash_bytes

__all__ = ["vowpal_wabbit_rows"]

BAR: Final = ord("|")
COLON: Final = ord(":")
NAN: Final = float("nan")


@kernel
def vowpal_wabbit_rows(
    text: Array,
    first_line: int,
    rules: tuple[int, int, int],
    largest: float,
    skip: bool,
    labels: Array,
    weights: Array,
    ends: Array,
    indices: Array,
    values: Array,
    lines: Array,
    faults: Array,
) -> tuple[int, int, int, bool]:
    """Fill the arrays from whole lines; how many rows, entries and faults, and if all ascend.

    ``rules`` are the longest line, the mask of hashes and their seed. A label that is not there is
    NaN. Unless ``skip``, the first fault is the last line.
    """
    at, line, rows, entries, faulty, ascending = 0, first_line, 0, 0, 0, True
    while at < text.size:
        stop = line_end(text, at)
        begin = past_blanks(text, at, stop)
        if begin < stop:
            code, begin, end = codes.LONG_LINE, begin, stop
            upto, rising = entries, True
            if stop - at <= rules[0]:
                code, begin, end, labels[rows], weights[rows] = _head(text, begin, stop)
                if code == codes.FINE:
                    code, begin, end, upto, rising = _features(
                        text, end, stop, rules, largest, indices, values, entries
                    )
            if code == codes.FINE:
                lines[rows], ends[rows] = line, upto
                entries, ascending = upto, ascending and rising
                rows += 1
            else:
                faulty = note(faults, faulty, code, line, begin, end)
                if not skip:
                    break
        at, line = stop + 1, line + 1
    return rows, entries, faulty, ascending


@inlined_kernel
def _piece_end(text: Array, at: int, stop: int) -> int:
    """The next blank or bar, or ``stop``."""
    end = token_end(text, at, stop)
    while at < end and text[at] != BAR:
        at += 1
    return at


@kernel
def _head(text: Array, at: int, stop: int) -> tuple[int, int, int, float, float]:
    """What stands before the first bar: a code, the bytes in question, the label and the weight.

    Where all is well, the second of the bytes is the bar.
    """
    label, weight, seen, begin = NAN, 1.0, 0, at
    while at < stop and text[at] != BAR:
        end = _piece_end(text, at, stop)
        is_tag = (end < stop and text[end] == BAR) or text[at] == ord("'")
        if not is_tag:
            number, after = decimal_at(text, at, end)
            bad = after != end
            if seen == 2:
                return codes.NO_BAR, at, end, label, weight
            if seen == 0 and bad:
                return codes.BAD_LABEL, at, end, label, weight
            if seen == 1 and (bad or number < 0.0):
                return codes.BAD_WEIGHT, at, end, label, weight
            if seen == 0:
                label = number
            else:
                weight = number
            seen += 1
        at = past_blanks(text, end, stop)
    if at == stop:
        return codes.NO_BAR, begin, stop, label, weight
    return codes.FINE, begin, at, label, weight


@kernel
def _features(
    text: Array,
    at: int,
    stop: int,
    rules: tuple[int, int, int],
    largest: float,
    indices: Array,
    values: Array,
    entries: int,
) -> tuple[int, int, int, int, bool]:
    """The features from a bar on: a code, the bytes in question, the entries so far."""
    seed, factor, before, rising = rules[2], 1.0, -1, True
    while at < stop:
        is_space = text[at] == BAR
        begin = at + is_space
        end = _piece_end(text, begin, stop)
        colon = begin
        while colon < end and text[colon] != COLON:
            colon += 1
        value, after = 1.0, end
        if colon < end:
            value, after = decimal_at(text, colon + 1, end)
            if after == colon + 1 or after != end or abs(value) > largest:
                return codes.BAD_VALUE, begin, end, entries, True
        if is_space:
            seed = hash_bytes(text, begin, colon, rules[2]) if colon > begin else rules[2]
            factor = value
        else:
            if colon == begin:
                return codes.NO_NAME, begin, end, entries, True
            if abs(value * factor) > largest:
                return codes.BAD_VALUE, begin, end, entries, True
            index = hash_bytes(text, begin, colon, seed) & rules[1]
            indices[entries], values[entries] = index, value * factor
            rising = rising and index > before
            before = index
            entries += 1
        at = past_blanks(text, end, stop)
    return codes.FINE, at, at, entries, rising
