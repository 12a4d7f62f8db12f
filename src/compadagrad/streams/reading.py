"""How a file is to be read."""

import math
from dataclasses import dataclass, field
from typing import Any, Final, final

import numpy as np

from compadagrad._validation import as_choice, as_integer
from compadagrad.errors import InvalidInputError
from compadagrad.streams.limits import LARGEST_WIDTH, Limits

__all__ = ["FORMATS", "Reading"]

FORMATS: Final = ("svmlight", "vw", "csv", "parquet")
MOST_BITS: Final = 30
BITS_OF_NAMES: Final = 18  # where names must be hashed and nobody says into how many bits


@final
@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a file is and what is wanted of it.

    Parameters
    ----------
    format : {"svmlight", "vw", "csv", "parquet"}
        What the file is.
    target : str or int, optional
        The column of the target in a table: a name, or a number from 0 on.
    weight : str or int, optional
        The column of the weights.
    ignore : tuple of str or int
        Columns that are left out.
    dropped : tuple of str or int
        Columns that are left out where they are there.
    categorical : tuple of str or int
        Columns that hold names: they are hashed with their values, and ``hash_bits`` is needed.
    features : int, optional
        How many features there are. svmlight needs it, or ``hash_bits``.
    one_based : bool
        Whether the indices of svmlight begin at 1.
    hash_bits : int, optional
        Features are hashed into 2^hash_bits columns; 18 for ``"vw"`` if nothing is said.
    hash_seed : int
        Of the hashes, 32 bits.
    delimiter : str
        Between the fields of ``"csv"``: one character.
    header : bool
        Whether the first line of ``"csv"`` names the columns.
    columns : int, optional
        How many columns a ``"csv"`` without a header has; with another number it is an error.
    targets : {"numbers", "texts", "optional"}
        What is taken for a target; ``"optional"`` where neither it nor a weight is needed.
    classes : tuple of float or str
        The targets that there may be; another one is malformed. Empty where any will do.
    least : float
        The lowest target that there may be; a lower one is malformed.
    on_error : {"raise", "skip"}
        Whether a malformed line is an error, or passed over and counted.
    dtype : {"float64", "float32"}
        Of the examples.
    limits : Limits
        What the stream may ask of memory.

    Examples
    --------
    >>> from compadagrad.streams import Reading
    >>> Reading(format="vw").width
    262144
    """

    format: str
    target: str | int | None = None
    weight: str | int | None = None
    ignore: tuple[str | int, ...] = ()
    dropped: tuple[str | int, ...] = ()
    categorical: tuple[str | int, ...] = ()
    features: int | None = None
    one_based: bool = True
    hash_bits: int | None = None
    hash_seed: int = 0
    delimiter: str = ","
    header: bool = True
    columns: int | None = None
    targets: str = "numbers"
    classes: tuple[Any, ...] = ()
    least: float = -math.inf
    on_error: str = "raise"
    dtype: Any = "float64"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        as_choice("format", self.format, dict.fromkeys(FORMATS))
        as_choice("targets", self.targets, dict.fromkeys(("numbers", "texts", "optional")))
        as_choice("on_error", self.on_error, dict.fromkeys(("raise", "skip")))
        kinds: dict[Any, Any] = {np.dtype(kind): kind for kind in ("float64", "float32")}
        as_choice("dtype", _as_dtype(self.dtype), kinds)
        object.__setattr__(self, "dtype", np.dtype(self.dtype))
        if self.format == "vw" and self.hash_bits is None:
            object.__setattr__(self, "hash_bits", BITS_OF_NAMES)
        self._check_numbers()
        self._check_table()

    def _check_numbers(self) -> None:
        if self.hash_bits is not None:
            as_integer("hash_bits", self.hash_bits, 1, MOST_BITS)
        as_integer("hash_seed", self.hash_seed, 0, (1 << 32) - 1)
        if self.columns is not None:
            as_integer("columns", self.columns, 1)
        if self.features is not None:
            as_integer("features", self.features, 1, LARGEST_WIDTH)
            if self.hash_bits is not None or self.format != "svmlight":
                raise InvalidInputError(
                    "features says how many there are in svmlight files that are not hashed; "
                    "leave it out"
                )

    def _check_table(self) -> None:
        if len(self.delimiter.encode()) != 1 or self.delimiter in '"\r\n':
            raise InvalidInputError(
                f"delimiter must be one character, no quote and no line break, "
                f"got {self.delimiter!r}"
            )
        if self.categorical and self.hash_bits is None:
            raise InvalidInputError(
                "columns that hold names are hashed; say into how many hash_bits"
            )

    @property
    def width(self) -> int:
        """How many columns X has; for tables that are not hashed, the file says it."""
        if self.hash_bits is not None:
            return 1 << self.hash_bits
        return self.limits.features if self.features is None else self.features

    @property
    def has_names(self) -> bool:
        """Whether the file itself names its columns."""
        return self.format == "parquet" or (self.format == "csv" and self.header)

    @property
    def mask(self) -> int:
        """What is left of a hash; 0 where nothing is hashed."""
        return 0 if self.hash_bits is None else (1 << self.hash_bits) - 1

    @property
    def largest(self) -> float:
        """The largest value that the dtype holds."""
        return float(np.finfo(self.dtype).max)


def _as_dtype(value: Any) -> Any:
    try:
        return np.dtype(value)
    except TypeError:
        return value
