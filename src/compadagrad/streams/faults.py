"""Malformed lines: an error that says where and why, or a count of what was passed over."""

from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from compadagrad._validation import as_choice
from compadagrad.errors import InvalidInputError
from compadagrad.streams import _codes as codes

__all__ = ["Faults", "empty_notes"]

KEPT: Final = 5
EXCERPT: Final = 40

_REASONS: Final = {
    codes.LONG_LINE: "the line is longer than allowed; raise the limit on lines if it is meant so",
    codes.NO_LABEL: "there is no label",
    codes.BAD_LABEL: "the label must be a finite number, got {}",
    codes.BAD_WEIGHT: "the weight must be a finite number of at least 0, got {}",
    codes.NO_COLON: "expected index:value, got {}",
    codes.BAD_INDEX: "the index of a feature must be a whole number, got {}",
    codes.LOW_INDEX: "indices begin at 1, got {}; say so if those of this file begin at 0",
    codes.HIGH_INDEX: "the index {} is beyond the number of features",
    codes.BAD_VALUE: "the value of a feature must be a finite number, got {}",
    codes.NO_BAR: "expected | before the features, got {}",
    codes.NO_NAME: "a feature must have a name, got {}",
    codes.TOO_FEW: "the line has fewer fields than the table has columns",
    codes.TOO_MANY: "the line has more fields than the table has columns, from {} on",
    codes.OPEN_QUOTE: "a quote is not closed within its line: {}",
    codes.STRAY_QUOTE: "expected the end of the field behind a closing quote, got {}",
    codes.NO_VALUE: "there is no value for {}",
}


def empty_notes() -> NDArray[np.int64]:
    """Room for the notes of a compiled parser: code, line, start and stop of the first faults."""
    return np.zeros((KEPT, 4), np.int64)


@final
class Faults:
    """What was malformed in a stream.

    Parameters
    ----------
    name : str
        What the stream is called.
    on_error : {"raise", "skip"}
        Whether the first malformed line is an error, or all are passed over and counted.

    Attributes
    ----------
    count : int
        How many lines were passed over.
    first : list of str
        The first few, as the error would have said it.

    Examples
    --------
    >>> faults = Faults("a.svm", "skip")
    >>> faults.add(3, "there is no label")
    >>> faults.count, faults.first
    (1, ['a.svm, line 3: there is no label'])
    """

    def __init__(self, name: str, on_error: str) -> None:
        choices: dict[str | None, bool] = {"raise": False, "skip": True}
        self.name, self.skips = name, as_choice("on_error", on_error, choices)
        self.count, self.first = 0, list[str]()

    def add(self, line: int, reason: str) -> None:
        """A malformed line: raise or count it."""
        text = f"{self.name}, line {line}: {reason}"
        if not self.skips:
            raise InvalidInputError(
                f"{text}; mend the line, or pass over such lines with on_error='skip'"
            )
        self.count += 1
        if len(self.first) < KEPT:
            self.first.append(text)

    def take(self, text: NDArray[np.uint8], notes: NDArray[np.int64], count: int) -> None:
        """What a compiled parser noted of a block."""
        for code, line, start, stop in notes[: min(count, len(notes))].tolist():
            self.add(line, reason(code, text[start:stop]))
        self.count += max(0, count - len(notes))


def reason(code: int, piece: NDArray[Any]) -> str:
    """What is wrong, with the bytes in question.

    >>> import numpy as np
    >>> reason(codes.BAD_LABEL, np.frombuffer(b"abc", np.uint8))
    "the label must be a finite number, got 'abc'"
    """
    shown = piece[:EXCERPT].tobytes().decode(errors="backslashreplace")
    more = "..." if piece.size > EXCERPT else ""
    return _REASONS[code].format(repr(shown) + more)
