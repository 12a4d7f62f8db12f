"""What may be wrong with a line, as the numbers that compiled parsers give back."""

from typing import Final

__all__ = [
    "BAD_INDEX",
    "BAD_LABEL",
    "BAD_VALUE",
    "BAD_WEIGHT",
    "FINE",
    "HIGH_INDEX",
    "LONG_LINE",
    "LOW_INDEX",
    "NO_BAR",
    "NO_COLON",
    "NO_LABEL",
    "NO_NAME",
    "NO_VALUE",
    "OPEN_QUOTE",
    "STRAY_QUOTE",
    "TOO_FEW",
    "TOO_MANY",
]

FINE: Final = 0
LONG_LINE: Final = 1
NO_LABEL: Final = 2
BAD_LABEL: Final = 3
BAD_WEIGHT: Final = 4
NO_COLON: Final = 5
BAD_INDEX: Final = 6
LOW_INDEX: Final = 7
HIGH_INDEX: Final = 8
BAD_VALUE: Final = 9
NO_BAR: Final = 10
NO_NAME: Final = 11
TOO_FEW: Final = 12
TOO_MANY: Final = 13
OPEN_QUOTE: Final = 14
STRAY_QUOTE: Final = 15
NO_VALUE: Final = 16
