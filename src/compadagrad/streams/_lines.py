"""What parsers of lines have in common: blanks, ends, and the notes that they take of faults."""

from compadagrad._jit import Array, inlined_kernel, kernel

__all__ = ["line_end", "note", "past_blanks", "token_end", "without_return"]


@kernel
def line_end(text: Array, at: int) -> int:
    """Where the next line feed is; every block ends with one."""
    while text[at] != ord("\n"):
        at += 1
    return at


@inlined_kernel
def _is_blank(byte: int) -> bool:
    return byte == ord(" ") or ord("\t") <= byte <= ord("\r")


@inlined_kernel
def past_blanks(text: Array, at: int, end: int) -> int:
    """The next byte that is no blank, or ``end``."""
    while at < end and _is_blank(text[at]):
        at += 1
    return at


@inlined_kernel
def token_end(text: Array, at: int, end: int) -> int:
    """The next blank, or ``end``."""
    while at < end and not _is_blank(text[at]):
        at += 1
    return at


@inlined_kernel
def without_return(text: Array, start: int, end: int) -> int:
    """``end``, or before it where a carriage return stands there."""
    return end - 1 if end > start and text[end - 1] == ord("\r") else end


@kernel
def note(faults: Array, count: int, code: int, line: int, start: int, stop: int) -> int:
    """Keep a fault while there is room; how many there were."""
    if count < faults.shape[0]:
        faults[count, 0], faults[count, 1] = code, line
        faults[count, 2], faults[count, 3] = start, stop
    return count + 1
