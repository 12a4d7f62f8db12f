"""Files of arrays and plain values: nothing in them is ever executed.

The container is that of safetensors: the length of a header, the header in JSON, the bytes of the
arrays. What is not an array (numbers, strings, lists, dictionaries) stands as JSON in the header's
metadata, and so does a checksum of everything.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad.errors import InvalidInputError

__all__ = [
    "load_file",
    "replace_file",
    "save_file",
    "stored_array",
    "stored_integer",
    "stored_number",
]

FORMAT = "compadagrad"
VERSION = 1
LONGEST_HEADER = 100_000_000

NAMES = {
    "<f8": "F64",
    "<f4": "F32",
    "<i8": "I64",
    "<i4": "I32",
    "|i1": "I8",
    "|u1": "U8",
    "|b1": "BOOL",
}
DTYPES = {name: np.dtype(code) for code, name in NAMES.items()}


def save_file(path: str | os.PathLike[str], content: Mapping[str, Any]) -> None:
    """Write ``content``, a nested dictionary, whole or not at all.

    The values are arrays, numbers, strings, None, lists of these, or dictionaries with string keys.
    """
    arrays: dict[str, NDArray[Any]] = {}
    plain = _without_arrays(content, "", arrays)
    header: dict[str, Any] = {}
    at = 0
    for name, array in arrays.items():
        header[name] = {
            "dtype": NAMES[array.dtype.str],
            "shape": list(array.shape),
            "data_offsets": [at, at + array.nbytes],
        }
        at += array.nbytes
    metadata = {"format": FORMAT, "version": str(VERSION), "content": json.dumps(plain)}
    metadata["sha256"] = _checksum(metadata, header, arrays.values())
    encoded = json.dumps({"__metadata__": metadata, **header}).encode()
    encoded += b" " * (-len(encoded) % 8)
    replace_file(Path(path), [len(encoded).to_bytes(8, "little"), encoded, *arrays.values()])


def load_file(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The content of a file that :func:`save_file` wrote."""
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise InvalidInputError(f"cannot read {os.fspath(path)}: {error.strerror}") from None
    try:
        return _parsed(raw)
    except UnreadableError as problem:
        raise InvalidInputError(f"cannot load {os.fspath(path)}: {problem}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
        raise InvalidInputError(
            f"cannot load {os.fspath(path)}: its header is damaged or of another format; "
            f"give a file written by save()"
        ) from None


class UnreadableError(Exception):
    """What is wrong with a file."""


def _parsed(raw: bytes) -> dict[str, Any]:
    size = int.from_bytes(raw[:8], "little")
    if len(raw) < 8 or size > min(len(raw) - 8, LONGEST_HEADER):
        raise UnreadableError("it is truncated, or not a file written by save()")
    header = json.loads(raw[8 : 8 + size])
    metadata = header.pop("__metadata__")
    if metadata["format"] != FORMAT:
        raise UnreadableError(f"its format is {metadata['format']!r}, not {FORMAT!r}")
    if int(metadata["version"]) > VERSION:
        raise UnreadableError(
            f"it has version {metadata['version']} of the format and this release reads up to "
            f"{VERSION}; upgrade compadagrad"
        )
    data = memoryview(raw)[8 + size :]
    arrays, at = {}, 0
    for name, entry in header.items():
        arrays[name] = _array(entry, data, at)
        at += arrays[name].nbytes
    if at != len(data):
        raise UnreadableError("it is truncated, or has more data than its header names")
    expected = metadata.pop("sha256")
    if _checksum(metadata, header, arrays.values()) != expected:
        raise UnreadableError("its checksum does not match: the file is damaged")
    content = _with_arrays(json.loads(metadata["content"]), arrays)
    if not isinstance(content, dict):
        raise UnreadableError("its content is not a dictionary")
    return content


def _array(entry: dict[str, Any], data: memoryview, at: int) -> NDArray[Any]:
    """A copy of the array that begins at ``at``, where the one before it has ended."""
    dtype, shape = DTYPES[entry["dtype"]], tuple(entry["shape"])
    start, stop = entry["data_offsets"]
    count = 1
    for length in shape:
        if type(length) is not int or length < 0:
            raise UnreadableError(f"an array has the shape {shape}")
        count *= length
    if start != at or not start <= stop <= len(data) or stop - start != count * dtype.itemsize:
        raise UnreadableError("it is truncated, or its header is damaged")
    return np.frombuffer(data[start:stop], dtype).reshape(shape).copy()


def _checksum(metadata: Mapping[str, str], header: Mapping[str, Any], arrays: Any) -> str:
    digest = hashlib.sha256(json.dumps([metadata, header], sort_keys=True).encode())
    for array in arrays:
        digest.update(array.data if array.size else b"")
    return digest.hexdigest()


def _without_arrays(value: Any, name: str, arrays: dict[str, NDArray[Any]]) -> Any:
    """``value`` with its arrays moved to ``arrays`` and their names in their places."""
    if isinstance(value, Mapping):
        return {
            key: _without_arrays(item, f"{name}.{key}" if name else key, arrays)
            for key, item in value.items()
        }
    if isinstance(value, np.ndarray):
        array = np.ascontiguousarray(value).reshape(value.shape)
        if array.dtype.str not in NAMES:
            array = array.astype(array.dtype.newbyteorder("<"))
        while name in arrays or name == "__metadata__":
            name += "_"
        arrays[name] = array
        return {"__array__": name}
    return value.item() if isinstance(value, np.generic) else value


def _with_arrays(value: Any, arrays: Mapping[str, NDArray[Any]]) -> Any:
    if isinstance(value, dict):
        if set(value) == {"__array__"}:
            return arrays[value["__array__"]]
        return {key: _with_arrays(item, arrays) for key, item in value.items()}
    return value


def replace_file(path: Path, parts: list[Any]) -> None:
    """Write ``parts``, bytes or arrays, to a file beside ``path``, then rename it."""
    if path.exists() and not path.is_file():
        raise InvalidInputError(f"cannot write {path}: it is there, and is no file")
    try:
        descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InvalidInputError(f"cannot write {path}: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            for part in parts:
                file.write(part.data if isinstance(part, np.ndarray) and part.size else part)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(draft, 0o666 & ~mask)
        os.replace(draft, path)
    except OSError as error:
        raise InvalidInputError(f"cannot write {path}: {error.strerror}") from None
    finally:
        Path(draft).unlink(missing_ok=True)


def stored_array(
    state: Mapping[str, Any],
    name: str,
    dtype: Any,
    shape: tuple[int | None, ...],
    *,
    least: float = -np.inf,
) -> NDArray[Any]:
    """A copy of an array of a state, of this type and shape, finite and not below ``least``."""
    value = _entry(state, name)
    fits = (
        isinstance(value, np.ndarray)
        and value.dtype == np.dtype(dtype)
        and value.ndim == len(shape)
        and all(want in (None, have) for want, have in zip(shape, value.shape, strict=True))
    )
    if not fits:
        wanted = ", ".join("any" if length is None else str(length) for length in shape)
        given = f"{value.dtype} {value.shape}" if isinstance(value, np.ndarray) else repr(value)
        raise InvalidInputError(
            f"{name} must be an array of {np.dtype(dtype)} and shape ({wanted}), got {given}"
        )
    if not (np.isfinite(value).all() and (value >= least).all()):
        raise InvalidInputError(f"{name} must hold finite numbers of at least {least}")
    return np.array(value, order="C")


def stored_integer(state: Mapping[str, Any], name: str, low: int, high: int | None = None) -> int:
    """An integer of a state, in ``low .. high``."""
    value = stored_number(state, name, int)
    if value < low or (high is not None and value > high):
        allowed = f"at least {low}" if high is None else f"in {low}..{high}"
        raise InvalidInputError(f"{name} must be {allowed}, got {value}")
    return int(value)


def stored_number(state: Mapping[str, Any], name: str, kind: type) -> Any:
    """A number of a state; arrays of no dimension, which some containers make of numbers, count."""
    value = _entry(state, name)
    if isinstance(value, np.ndarray | np.generic) and value.ndim == 0:
        value = value.item()
    if type(value) is not kind:
        raise InvalidInputError(f"{name} must be of type {kind.__name__}, got {value!r}")
    return value


def _entry(state: Mapping[str, Any], name: str) -> Any:
    if not isinstance(state, Mapping):
        raise InvalidInputError(f"a state must be a dictionary, got {state!r}")
    if name not in state:
        raise InvalidInputError(f"the state lacks {name}")
    return state[name]
