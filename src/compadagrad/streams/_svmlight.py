"""Lines of svmlight, ``label [qid:id] index:value ... [# comment]``, to the arrays of a matrix."""

from compadagrad._jit import Array, inlined_kernel, kernel
from compadagrad.streams import _codes as codes
from compadagrad.streams._decimal import decimal_at
from compadagrad.streams._lines import line_end, note, past_blanks, token_end
from compadagrad.streams._murmur import hash_number

__all__ = ["svmlight_rows"]

LARGEST = 1 << 53


@kernel
def svmlight_rows(
    text: Array,
    first_line: int,
    rules: tuple[int, int, int, int, int],
    largest: float,
    skip: bool,
    labels: Array,
    ends: Array,
    indices: Array,
    values: Array,
    lines: Array,
    faults: Array,
) -> tuple[int, int, int, bool]:
    """Fill the arrays from whole lines; how many rows, entries and faults, and if all ascend.

    ``rules`` are the longest line, the lowest index, the number of features, the mask of hashes (0
    where indices are not hashed) and their seed. Unless ``skip``, the first fault is the last line.
    """
    at, line, rows, entries, faulty, ascending = 0, first_line, 0, 0, 0, True
    while at < text.size:
        stop = line_end(text, at)
        begin = past_blanks(text, at, stop)
        too_long = stop - at > rules[0]
        if too_long or (begin < stop and text[begin] != ord("#")):
            code, upto, begin, end, label, rising = codes.LONG_LINE, entries, begin, stop, 0.0, True
            if not too_long:
                code, upto, begin, end, label, rising = _row(
                    text, begin, stop, rules, largest, indices, values, entries
                )
            if code == codes.FINE:
                labels[rows], lines[rows] = label, line
                entries, ascending = upto, ascending and rising
                ends[rows] = entries
                rows += 1
            else:
                faulty = note(faults, faulty, code, line, begin, end)
                if not skip:
                    break
        at, line = stop + 1, line + 1
    return rows, entries, faulty, ascending


@kernel
def _row(
    text: Array,
    at: int,
    stop: int,
    rules: tuple[int, int, int, int, int],
    largest: float,
    indices: Array,
    values: Array,
    entries: int,
) -> tuple[int, int, int, int, float, bool]:
    """A line from its label on: a code, the entries so far, the bytes in question, the label."""
    end = token_end(text, at, stop)
    label, after = decimal_at(text, at, end)
    if after == at or (after != end and text[after] != ord("#")):
        return codes.BAD_LABEL, entries, at, end, 0.0, True
    before, rising = -1, True
    at = past_blanks(text, after, stop)
    while at < stop and text[at] != ord("#"):
        code, index, at, end = _index(text, at, stop, rules)
        if code == codes.FINE:
            value, after = decimal_at(text, end, stop)
            glued = after < stop and text[after] > ord(" ") and text[after] != ord("#")
            if after == end or glued or abs(value) > largest:
                code, at, end = codes.BAD_VALUE, end, token_end(text, end, stop)
        elif code == codes.NO_LABEL:  # a query's id: passed over
            at = past_blanks(text, end, stop)
            continue
        if code != codes.FINE:
            return code, entries, at, end, 0.0, True
        indices[entries], values[entries] = index, value
        rising = rising and index > before
        before = index
        entries += 1
        at = past_blanks(text, after, stop)
    return codes.FINE, entries, at, at, label, rising


@inlined_kernel
def _index(
    text: Array, at: int, stop: int, rules: tuple[int, int, int, int, int]
) -> tuple[int, int, int, int]:
    """The column that is meant at ``at``, and where its value begins."""
    begin, number = at, 0
    while at < stop and ord("0") <= text[at] <= ord("9"):
        number = min(number * 10 + text[at] - ord("0"), LARGEST)
        at += 1
    if at in (begin, stop) or text[at] != ord(":"):
        return _no_index(text, begin, stop)
    if number < rules[1]:
        return codes.LOW_INDEX, 0, begin, at
    if rules[3]:
        return codes.FINE, hash_number(number, rules[4]) & rules[3], begin, at + 1
    if number - rules[1] >= rules[2]:
        return codes.HIGH_INDEX, 0, begin, at
    return codes.FINE, number - rules[1], begin, at + 1


@kernel
def _no_index(text: Array, begin: int, stop: int) -> tuple[int, int, int, int]:
    """What is wrong where an index should be; NO_LABEL stands for "qid:"."""
    end = token_end(text, begin, stop)
    colon = begin
    while colon < end and text[colon] != ord(":"):
        colon += 1
    if colon == end:
        return codes.NO_COLON, 0, begin, end
    is_query = colon - begin == 3 and text[begin] == ord("q") and text[begin + 1] == ord("i")
    if is_query and text[begin + 2] == ord("d"):
        return codes.NO_LABEL, 0, begin, end
    return codes.BAD_INDEX, 0, begin, colon
