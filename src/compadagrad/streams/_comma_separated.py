"""Lines of a table, fields with a delimiter between them, by the roles of their columns."""

from typing import Final

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.streams import _codes as codes
from compadagrad.streams._decimal import decimal_at
from compadagrad.streams._lines import line_end, note, without_return
from compadagrad.streams._murmur import hash_bytes

__all__ = ["CATEGORY", "IGNORED", "NUMBER", "TARGET", "WEIGHT", "comma_separated_rows"]

IGNORED: Final = 0
NUMBER: Final = 1
CATEGORY: Final = 2
TARGET: Final = 3
WEIGHT: Final = 4

QUOTE: Final = ord('"')


@kernel
def comma_separated_rows(
    text: Array,
    first_line: int,
    rules: tuple[int, int, int, bool],
    largest: float,
    skip: bool,
    roles: Array,
    seeds: Array,
    labels: Array,
    spans: Array,
    weights: Array,
    ends: Array,
    indices: Array,
    values: Array,
    lines: Array,
    faults: Array,
) -> tuple[int, int, int, bool]:
    """Fill the arrays from whole lines; how many rows, entries and faults, and if all ascend.

    ``rules`` are the longest line, the delimiter, the mask of hashes (0 where names are not hashed:
    entries are then the numbers in the order of their columns) and whether targets are numbers;
    where they are not, ``spans`` are their bytes. Quoted fields are unquoted in ``text`` itself.
    Unless ``skip``, the first fault is the last line.
    """
    at, line, rows, entries, faulty, ascending = 0, first_line, 0, 0, 0, True
    while at < text.size:
        stop = line_end(text, at)
        end = without_return(text, at, stop)
        if at < end:
            code, begin, until, upto, rising = codes.LONG_LINE, at, end, entries, True
            if end - at <= rules[0]:
                labels[rows], weights[rows] = 0.0, 1.0
                code, begin, until, upto, rising = _row(
                    text, at, end, rules, largest, roles, seeds, labels[rows:], spans[rows],
                    weights[rows:], indices, values, entries,
                )  # fmt: skip
            if code == codes.FINE:
                lines[rows], ends[rows] = line, upto
                entries, ascending = upto, ascending and rising
                rows += 1
            else:
                faulty = note(faults, faulty, code, line, begin, until)
                if not skip:
                    break
        at, line = stop + 1, line + 1
    return rows, entries, faulty, ascending


@kernel
def _row(
    text: Array,
    at: int,
    stop: int,
    rules: tuple[int, int, int, bool],
    largest: float,
    roles: Array,
    seeds: Array,
    label: Array,
    span: Array,
    weight: Array,
    indices: Array,
    values: Array,
    entries: int,
) -> tuple[int, int, int, int, bool]:
    """One line: a code, the bytes in question, the entries so far, and if they ascend."""
    before, rising = -1, True
    for column in range(roles.size):
        if at > stop:
            return codes.TOO_FEW, stop, stop, entries, True
        code, begin, end, after = _field(text, at, stop, rules[1])
        if code != codes.FINE:
            return code, begin, end, entries, True
        role, number = roles[column], 0.0
        if role in (NUMBER, WEIGHT) or (role == TARGET and rules[3]):
            number, upto = decimal_at(text, begin, end)
            if upto == begin or upto != end or abs(number) > largest:
                return _no_number(role, begin, end), begin, end, entries, True
        if role == TARGET:
            label[0], span[0], span[1] = number, begin, end
            if begin == end:
                return codes.NO_LABEL, begin, end, entries, True
        elif role == WEIGHT:
            weight[0] = number
            if number < 0.0:
                return codes.BAD_WEIGHT, begin, end, entries, True
        elif role != IGNORED:
            values[entries] = number if role == NUMBER else 1.0
            if rules[2]:
                key = seeds[column]
                if role == CATEGORY:
                    key = hash_bytes(text, begin, end, key)
                index = key & rules[2]
                indices[entries] = index
                rising = rising and index > before
                before = index
            entries += 1
        at = after + 1
    if at <= stop:
        return codes.TOO_MANY, at, stop, entries, True
    return codes.FINE, at, at, entries, rising


@inlined_kernel
def _no_number(role: int, begin: int, end: int) -> int:
    """What is wrong with a field that should be a number."""
    if role == TARGET:
        return codes.BAD_LABEL if end > begin else codes.NO_LABEL
    return codes.BAD_WEIGHT if role == WEIGHT else codes.BAD_VALUE


@kernel
def _field(text: Array, at: int, stop: int, delimiter: int) -> tuple[int, int, int, int]:
    """The field that begins at ``at``: a code, its bytes without blanks, the delimiter behind."""
    while at < stop and text[at] == ord(" ") and delimiter != ord(" "):
        at += 1
    if at < stop and text[at] == QUOTE:
        return _quoted(text, at, stop, delimiter)
    begin = at
    while at < stop and text[at] != delimiter:
        at += 1
    end = at
    while end > begin and text[end - 1] == ord(" "):
        end -= 1
    return codes.FINE, begin, end, at


@kernel
def _quoted(text: Array, at: int, stop: int, delimiter: int) -> tuple[int, int, int, int]:
    """The same for a field in quotes; a quote in it is doubled, and made one here, in place."""
    begin = end = at + 1
    at = begin
    while at < stop:
        if text[at] == QUOTE:
            if at + 1 == stop or text[at + 1] != QUOTE:
                break
            at += 1
        text[end] = text[at]
        end, at = end + 1, at + 1
    if at == stop:
        return codes.OPEN_QUOTE, begin - 1, stop, stop
    at += 1
    while at < stop and text[at] == ord(" ") and delimiter != ord(" "):
        at += 1
    if at < stop and text[at] != delimiter:
        return codes.STRAY_QUOTE, at, stop, stop
    return codes.FINE, begin, end, at
