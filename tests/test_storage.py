"""Files of arrays: what was put in comes out, and what is damaged or hostile is refused."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import InvalidInputError, _storage
from compadagrad._storage import (
    load_file,
    save_file,
    stored_array,
    stored_integer,
    stored_number,
)

CONTENT: dict[str, Any] = {
    "kind": "nobody",
    "numbers": {"one": 1, "huge": 10**30, "small": 5e-324, "third": 1 / 3, "yes": True},
    "nothing": None,
    "list": [1, "two", None, [3.0, {"four": 4}]],
    "deep": {"deeper": {"x": np.linspace(-1, 1, 7), "y": np.arange(6).reshape(2, 3)}},
    "none": np.empty((0, 3)),
    "single": np.array(2.5, np.float32),
}


def equal(a: Any, b: Any) -> bool:
    """Whether two contents are the same, of the same types, bit for bit."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(equal(a[k], b[k]) for k in a)
    if isinstance(a, np.ndarray):
        alike = type(b) is np.ndarray and (a.dtype, a.shape) == (b.dtype, b.shape)
        return alike and a.tobytes() == b.tobytes()
    return type(a) is type(b) and bool(a == b)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file"


def forge(path: Path, change: Callable[[dict[str, Any]], Any], data: bytes | None = None) -> None:
    """Change the header of a file, with a checksum that is right wherever one can be made."""
    raw = path.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + size])
    data = raw[8 + size :] if data is None else data
    change(header)
    metadata = header.pop("__metadata__")
    metadata.pop("sha256")
    parts: list[Any] = []
    for entry in header.values():
        start, stop = entry["data_offsets"]
        parts.append(np.frombuffer(data[start:stop], np.uint8))
    metadata["sha256"] = _storage._checksum(metadata, header, parts)
    encoded = json.dumps({"__metadata__": metadata, **header}).encode()
    path.write_bytes(len(encoded).to_bytes(8, "little") + encoded + data)


def entry(**changes: Any) -> Callable[[dict[str, Any]], None]:
    """Change what a header says of ``x``."""
    return lambda header: header["x"].update(changes)


def metadata(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda header: header["__metadata__"].update(changes)


def test_what_was_put_in_comes_out(path: Path) -> None:
    save_file(path, CONTENT)
    assert equal(load_file(path), CONTENT)
    loaded = load_file(path)
    loaded["deep"]["deeper"]["x"][0] = 5.0  # arrays are their own, and writeable
    assert equal(load_file(path), CONTENT)


@pytest.mark.parametrize("code", sorted(_storage.NAMES))
@pytest.mark.parametrize("shape", [(), (0,), (5,), (2, 0, 3), (2, 3)])
def test_arrays_of_any_type_and_shape(path: Path, code: str, shape: tuple[int, ...]) -> None:
    array = np.random.default_rng(0).integers(0, 2, shape).astype(code)
    save_file(path, {"a": array})
    assert equal(load_file(path)["a"], array)


def test_arrays_in_any_layout(path: Path) -> None:
    array = np.arange(12.0).reshape(3, 4)
    layouts = {"F": np.asfortranarray(array), "T": array.T, "step": array[:, ::-2]}
    save_file(path, {**layouts, "big": array.astype(">f8")})
    loaded = load_file(path)
    for name, value in layouts.items():
        np.testing.assert_array_equal(loaded[name], value)
    assert loaded["big"].dtype == np.dtype("<f8")
    np.testing.assert_array_equal(loaded["big"], array)


def test_values_that_are_not_ordinary_numbers(path: Path) -> None:
    odd = np.array([np.nan, np.inf, -np.inf, -0.0, 5e-324])
    save_file(path, {"a": odd, "plain": [np.inf, -0.0], "scalar": np.float64(0.1)})
    loaded = load_file(path)
    assert loaded["a"].tobytes() == odd.tobytes()
    assert loaded["plain"] == [np.inf, 0.0]
    assert np.signbit(loaded["plain"][1])
    assert type(loaded["scalar"]) is float


def test_names_that_look_alike_are_kept_apart(path: Path) -> None:
    content = {
        "a.b": np.zeros(1),
        "a": {"b": np.ones(2), "b_": np.full(3, 2.0)},
        "a.b_": np.full(4, 3.0),
        "__metadata__": np.full(5, 4.0),
    }
    save_file(path, content)
    assert equal(load_file(path), content)


def test_truncated_at_every_length(path: Path) -> None:
    save_file(path, CONTENT)
    raw = path.read_bytes()
    for length in range(len(raw)):
        path.write_bytes(raw[:length])
        with pytest.raises(InvalidInputError, match=r"cannot load .*file"):
            load_file(path)


def test_longer_than_it_should_be(path: Path) -> None:
    save_file(path, CONTENT)
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(InvalidInputError, match="more data than its header names"):
        load_file(path)


def test_every_flipped_bit_is_noticed(path: Path) -> None:
    save_file(path, {"x": np.arange(3.0), "n": 5, "name": "me"})
    raw = path.read_bytes()
    for place in range(len(raw)):
        for bit in range(8):
            damaged = bytearray(raw)
            damaged[place] ^= 1 << bit
            path.write_bytes(damaged)
            with pytest.raises(InvalidInputError, match="cannot load"):
                load_file(path)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x80\x04K\x01.",  # a pickle
        b"PK\x03\x04" + bytes(60),
        b"\xff" * 64,
        bytes(64),
        b"not a learner, but long enough to have a header",
        (2).to_bytes(8, "little") + b"{}",
        (2).to_bytes(8, "little") + b"[]",
        (2).to_bytes(8, "little") + b"\xff\xfe",
        (4).to_bytes(8, "little") + b"null",
        (19).to_bytes(8, "little") + b'{"__metadata__": 5}',
        (20).to_bytes(8, "little") + b'{"__metadata__": {}}',
    ],
    ids=repr,
)
def test_foreign_files(path: Path, raw: bytes) -> None:
    path.write_bytes(raw)
    with pytest.raises(InvalidInputError, match="cannot load"):
        load_file(path)


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_a_header_that_is_nested_too_deeply(path: Path, opening: bytes) -> None:
    encoded = opening * 200_000
    path.write_bytes(len(encoded).to_bytes(8, "little") + encoded)
    with pytest.raises(InvalidInputError, match="cannot load"):
        load_file(path)


def test_content_that_is_nested_too_deeply(path: Path) -> None:
    save_file(path, {"x": np.arange(3.0)})
    content = '{"a":' * 100_000 + "1" + "}" * 100_000
    forge(path, metadata(content=content))
    with pytest.raises(InvalidInputError, match="cannot load"):
        load_file(path)


HOSTILE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a shape beyond the data": entry(shape=[4]),
    "a shape short of the data": entry(shape=[2]),
    "a huge shape": entry(shape=[2**62, 2**62]),
    "a shape whose product wraps to the right one": entry(shape=[3, 2**64 + 1]),
    "a huge shape beside an empty one": entry(shape=[0, 10**40], data_offsets=[0, 0]),
    "two negative lengths": entry(shape=[-3, -1]),
    "a fraction": entry(shape=[3.0]),
    "a flag": entry(shape=[3, True]),
    "no list": entry(shape="3"),
    "many dimensions": entry(shape=[3, *[1] * 1000]),
    "a negative start": entry(data_offsets=[-24, 0]),
    "negative offsets": entry(data_offsets=[-32, -8]),
    "offsets the wrong way round": entry(data_offsets=[24, 0]),
    "offsets beyond the end": entry(data_offsets=[24, 48]),
    "fractional offsets": entry(data_offsets=[0.0, 24.0]),
    "one offset": entry(data_offsets=[0]),
    "an unknown type": entry(dtype="F16"),
    "an object": entry(dtype="O"),
    "an entry without a type": lambda h: h["x"].pop("dtype"),
    "an array that nobody has": lambda h: h.pop("x"),
    "an entry that is a list": lambda h: h.update(x=[]),
}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_headers(path: Path, hostile: str) -> None:
    save_file(path, {"x": np.arange(3.0)})
    raw = path.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + size])
    HOSTILE[hostile](header)
    encoded = json.dumps(header).encode()
    path.write_bytes(len(encoded).to_bytes(8, "little") + encoded + raw[8 + size :])
    with pytest.raises(InvalidInputError, match="cannot load") as caught:
        load_file(path)
    assert "checksum" not in str(caught.value)  # it is noticed before arrays are made


@pytest.mark.parametrize("offsets", [[0, 24], [8, 32], [16, 40]])
def test_arrays_that_overlap_are_refused_whatever_the_checksum(
    path: Path, offsets: list[int]
) -> None:
    save_file(path, {"x": np.arange(3.0), "y": np.arange(3.0)})
    forge(path, lambda h: h["y"].update(data_offsets=offsets))
    with pytest.raises(InvalidInputError, match="header is damaged"):
        load_file(path)


def test_a_forged_checksum_is_what_the_other_tests_take_it_for(path: Path) -> None:
    """The forgery itself is sound: a change without harm is taken."""
    save_file(path, {"x": np.arange(4.0)})
    forge(path, entry(shape=[2, 2]))
    np.testing.assert_array_equal(load_file(path)["x"], [[0.0, 1.0], [2.0, 3.0]])


def test_contents_that_are_no_dictionary_or_lack_an_array(path: Path) -> None:
    for content in ("[1]", "3", '{"x": {"__array__": "nobody"}}', '{"x": {"__array__": []}}', "{"):
        save_file(path, {"x": np.arange(3.0)})
        forge(path, metadata(content=content))
        with pytest.raises(InvalidInputError, match="cannot load"):
            load_file(path)


def test_a_newer_version_and_another_format(path: Path) -> None:
    save_file(path, CONTENT)
    forge(path, metadata(version="2"))
    with pytest.raises(InvalidInputError, match=r"version 2 .* reads up to 1; upgrade"):
        load_file(path)
    forge(path, metadata(version="1", format="pt"))
    with pytest.raises(InvalidInputError, match="its format is 'pt', not 'compadagrad'"):
        load_file(path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"cannot read .*absent: No such file"):
        load_file(tmp_path / "absent")
    with pytest.raises(InvalidInputError, match="cannot read"):
        load_file(tmp_path)


@pytest.mark.parametrize("broken", ["replace", "fsync", "chmod"])
def test_a_write_that_fails_leaves_the_old_file(
    path: Path, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_file(path, CONTENT)

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, broken, full)
        with pytest.raises(InvalidInputError, match=r"cannot write .*No space left"):
            save_file(path, {"x": np.zeros(9)})
    assert equal(load_file(path), CONTENT)
    assert [p.name for p in path.parent.iterdir()] == ["file"]


def test_a_write_that_is_interrupted_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_file(path, CONTENT)

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            save_file(path, {"x": np.zeros(9)})
    assert equal(load_file(path), CONTENT)
    assert [p.name for p in path.parent.iterdir()] == ["file"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"cannot write .*No such file"):
        save_file(tmp_path / "nowhere" / "file", CONTENT)


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX's")
def test_what_is_there_and_no_file_is_left_alone(path: Path) -> None:
    path.mkdir()
    with pytest.raises(InvalidInputError, match="it is there, and is no file"):
        save_file(path, {"a": 1})
    assert list(path.parent.iterdir()) == [path]


def test_files_have_the_permissions_that_new_files_have(path: Path) -> None:
    save_file(path, CONTENT)
    other = path.with_name("other")
    other.touch()
    assert path.stat().st_mode == other.stat().st_mode


def test_the_same_content_gives_the_same_bytes(path: Path) -> None:
    save_file(path, CONTENT)
    first = path.read_bytes()
    save_file(path, CONTENT)
    assert path.read_bytes() == first


STATE: dict[str, Any] = {"x": np.arange(6.0).reshape(2, 3), "n": 7, "f": 0.5}


def test_stored_arrays_are_copies_in_c_order() -> None:
    taken = stored_array({"x": STATE["x"].T}, "x", np.float64, (3, None))
    assert taken.flags.c_contiguous
    assert not np.shares_memory(taken, STATE["x"])
    np.testing.assert_array_equal(taken, STATE["x"].T)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.zeros((2, 4)), r"x must be an array of float64 and shape \(2, any\), got float32"),
        (np.zeros((3, 4)), r"got float64 \(3, 4\)"),
        (np.zeros(2), r"got float64 \(2,\)"),
        ([1.0], r"got \[1\.0\]"),
        (np.array([[1.0], [np.nan]]), "x must hold finite numbers"),
        (np.array([[1.0], [-np.inf]]), "x must hold finite numbers"),
        (np.array([[1.0], [-1e-9]]), r"x must hold finite numbers of at least 0\.0"),
    ],
    ids=str,
)
def test_stored_arrays_that_do_not_fit(value: Any, message: str) -> None:
    if "float32" in message:
        value = value.astype(np.float32)
    with pytest.raises(InvalidInputError, match=message):
        stored_array({"x": value}, "x", np.float64, (2, None), least=0.0)


@pytest.mark.parametrize("value", [7, np.int32(7), np.array(7)])
def test_stored_integers(value: Any) -> None:
    number = stored_integer({"n": value}, "n", 0, 9)
    assert (number, type(number)) == (7, int)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (-1, r"n must be in 0\.\.9, got -1"),
        (10, r"n must be in 0\.\.9, got 10"),
        (7.0, "n must be of type int, got 7.0"),
        (True, "n must be of type int, got True"),
        ("7", "n must be of type int, got '7'"),
        (np.array([7]), "n must be of type int"),
    ],
)
def test_stored_integers_that_are_none_or_out_of_range(value: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        stored_integer({"n": value}, "n", 0, 9)


def test_stored_integers_without_an_upper_end() -> None:
    assert stored_integer({"n": 10**9}, "n", 0) == 10**9
    with pytest.raises(InvalidInputError, match="n must be at least 0, got -1"):
        stored_integer({"n": -1}, "n", 0)


def test_stored_numbers() -> None:
    assert stored_number({"f": np.float64(0.5)}, "f", float) == 0.5
    with pytest.raises(InvalidInputError, match="f must be of type float, got 1"):
        stored_number({"f": 1}, "f", float)


@pytest.mark.parametrize(
    ("state", "message"), [({}, "the state lacks x"), (None, "must be a dictionary, got None")]
)
def test_entries_that_are_not_there(state: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        stored_array(state, "x", np.float64, (1,))


def test_what_is_compared_is_really_compared() -> None:
    a: NDArray[Any] = np.zeros(2)
    assert not equal({"a": a}, {"a": -a})
    assert not equal({"a": 1}, {"a": True})
