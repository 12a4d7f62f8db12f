import bz2
import gzip
import importlib
import io
import zlib
from collections.abc import Callable

import pytest

from compadagrad import MissingExtraError
from compadagrad.streams.compression import DAMAGED, decompressed, without_compression

zstandard = pytest.importorskip("zstandard")

PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zst": lambda data: bytes(zstandard.ZstdCompressor().compress(data)),
    "": lambda data: data,
}
DATA = b"".join(b"%d 1:%d\n" % (i, i * i) for i in range(20_000))


def everything(packed: bytes, suffix: str, size: int = 4096) -> bytes:
    file, found = decompressed(io.BytesIO(packed), suffix), []
    while piece := file.read(size):
        found.append(piece)
    return b"".join(found)


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("size", [100, 1 << 20])
def test_what_was_packed_comes_out(suffix: str, size: int) -> None:
    assert everything(PACK[suffix](DATA), suffix, size) == DATA


@pytest.mark.parametrize("suffix", PACK)
def test_packed_files_behind_each_other_are_one(suffix: str) -> None:
    packed = PACK[suffix](DATA) + PACK[suffix](b"") + PACK[suffix](b"more")
    assert everything(packed, suffix) == DATA + b"more"


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".zst"])
@pytest.mark.parametrize("cut", [1, 10, 3000])
def test_a_file_that_is_cut_off_is_an_error(suffix: str, cut: int) -> None:
    with pytest.raises(DAMAGED):
        everything(PACK[suffix](DATA)[:-cut], suffix)


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".zst"])
@pytest.mark.parametrize("data", [b"plain text, not packed at all\n", b"\x00" * 40])
def test_a_file_of_another_kind_is_an_error(suffix: str, data: bytes) -> None:
    with pytest.raises(DAMAGED):
        everything(data, suffix)


def test_damage_in_the_middle_is_an_error_or_found_by_the_checksum() -> None:
    packed = bytearray(gzip.compress(DATA))
    packed[len(packed) // 2] ^= 255
    with pytest.raises(DAMAGED):
        everything(bytes(packed), ".gz")
    assert zlib.error in DAMAGED


def test_a_bomb_is_taken_in_small_pieces() -> None:
    bomb = PACK[".zst"](bytes(300_000_000))
    file = decompressed(io.BytesIO(bomb), ".zst")
    assert len(bomb) < 50_000
    assert file.read(1000) == bytes(1000)
    held = file._out  # type: ignore[attr-defined]
    assert len(held) < 50_000_000


def test_suffixes_are_taken_off_whatever_their_case() -> None:
    assert without_compression("a/b.SVM.GZ") == ("a/b.SVM", ".gz")
    assert without_compression("a.csv") == ("a.csv", "")


def test_a_library_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(MissingExtraError, match=r"zstandard.*pip install 'compadagrad\[cli\]'"):
        decompressed(io.BytesIO(b""), ".zst")
