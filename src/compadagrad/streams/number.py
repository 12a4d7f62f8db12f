"""Numbers in text as the readers take them."""

import numpy as np

from compadagrad.streams._decimal import decimal_at

__all__ = ["is_infinite", "is_nan", "number_in"]


def number_in(text: str) -> float | None:
    """The finite number that is all of the text; None where it is none.

    Python's ``float`` takes more: underscores, blanks, digits of other alphabets.

    >>> number_in("-1.5e1"), number_in("1_0"), number_in("nan")
    (-15.0, None, None)
    """
    data = np.frombuffer(text.encode("utf-8", "surrogateescape"), np.uint8)
    number, end = decimal_at(data, 0, data.size)
    return float(number) if 0 < data.size == end else None


def is_nan(text: str) -> bool:
    """Whether the text is how programs write that there is no number."""
    return _unsigned(text) == "nan"


def is_infinite(text: str) -> bool:
    """Whether the text is how programs write a number that is too large."""
    return _unsigned(text) in ("inf", "infinity")


def _unsigned(text: str) -> str:
    return text.removeprefix("-").removeprefix("+").lower()
