import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compadagrad.streams import Limits
from compadagrad.streams.blocks import MARK, blocks


@given(st.lists(st.binary(max_size=9).filter(lambda b: b"\n" not in b)), st.integers(1, 30))
def test_blocks_hold_whole_lines_and_know_their_numbers(lines: list[bytes], size: int) -> None:
    data = b"\n".join(lines)
    found = list(blocks(io.BytesIO(data), Limits(line=1000, block=size)))
    whole = b"".join(block.text.tobytes() for block in found)
    data = data.removeprefix(MARK)
    assert whole == (data if data.endswith(b"\n") or not data else data + b"\n")
    before = 1
    for block in found:
        assert block.first_line == before
        assert block.text[-1] == ord("\n")
        before += block.text.tobytes().count(b"\n")


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_a_line_that_is_too_long_is_cut_and_still_too_long(size: int) -> None:
    data = b"ab\n" + b"x" * 500 + b"\ncd\n"
    found = list(blocks(io.BytesIO(data), Limits(line=10, block=size)))
    lines = b"".join(block.text.tobytes() for block in found).split(b"\n")
    assert [lines[0], lines[2], lines[3]] == [b"ab", b"cd", b""]
    assert len(lines) == 4
    assert 10 < len(lines[1]) <= 500
    if size < 100:
        assert len(lines[1]) <= 10 + 1 + size


def test_memory_is_bounded_where_there_is_no_line_at_all() -> None:
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            self.given += size
            return b"x" * size if self.given < 50_000_000 else b""

    (block,) = blocks(Endless(), Limits(line=1000, block=100_000))  # type: ignore[arg-type]
    assert 1000 < block.text.size < 102_000


def test_the_mark_of_utf8_is_no_part_of_the_first_line() -> None:
    (block,) = blocks(io.BytesIO(MARK + b"a\n"), Limits())
    assert block.text.tobytes() == b"a\n"


def test_an_empty_file_has_no_block() -> None:
    assert list(blocks(io.BytesIO(b""), Limits())) == []
