"""Names of features: the same bytes for the same name, in every process."""

import hashlib
import numbers
from typing import TypeAlias

import numpy as np

from compadagrad.errors import InvalidInputError

__all__ = ["Name", "hashed_name", "stable_bytes"]

Name: TypeAlias = object  # a string, a number, or a tuple of names


def stable_bytes(name: Name) -> bytes:
    """What a name is known by; names that are equal as keys of a dictionary have the same bytes.

    >>> stable_bytes("word"), stable_bytes(3) == stable_bytes(3.0), stable_bytes(("a", 1))
    (b's4:word', True, b't2:s1:ai1')
    """
    if isinstance(name, str):
        text = name.encode("utf-8", "surrogatepass")
        return b"s%d:%b" % (len(text), text)
    if isinstance(name, np.bool_ | numbers.Integral):
        return b"i%d" % int(name)
    if isinstance(name, numbers.Real):
        number = float(name)
        return b"i%d" % int(number) if number.is_integer() else f"f{number!r}".encode()
    if isinstance(name, tuple):
        return b"t%d:%b" % (len(name), b"".join(map(stable_bytes, name)))
    raise InvalidInputError(
        f"a feature's name must be a string, a number or a tuple of them, got {name!r}; "
        f"rename it, for example with str()"
    )


def hashed_name(name: Name, seed: int) -> int:
    """A number of 64 bits that looks drawn at random for each name and each seed."""
    salt = seed.to_bytes(8, "little")
    digest = hashlib.blake2b(stable_bytes(name), digest_size=8, salt=salt).digest()
    return int.from_bytes(digest, "little")
