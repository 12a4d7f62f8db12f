import numpy as np
import pytest

from compadagrad.streams._lines import line_end, note, past_blanks, token_end, without_return


def text(data: bytes) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.frombuffer(data, np.uint8)


@pytest.mark.parametrize(("at", "wanted"), [(0, 2), (2, 2), (3, 3)])
def test_the_end_of_a_line(at: int, wanted: int) -> None:
    assert line_end(text(b"ab\n\n"), at) == wanted


def test_tokens_stand_between_blanks() -> None:
    data = text(b" \t\r\x0b\x0cab cd")
    assert past_blanks(data, 0, data.size) == 5
    assert token_end(data, 5, data.size) == 7
    assert past_blanks(data, 0, 3) == 3
    assert token_end(data, 8, data.size) == data.size


@pytest.mark.parametrize(("data", "wanted"), [(b"ab\r", 2), (b"ab", 2), (b"\r", 0), (b"", 0)])
def test_a_carriage_return_is_no_part_of_a_line(data: bytes, wanted: int) -> None:
    assert without_return(text(data), 0, len(data)) == wanted


def test_the_first_notes_are_kept_and_all_are_counted() -> None:
    notes, count = np.zeros((2, 4), np.int64), 0
    for line in (5, 6, 7):
        count = note(notes, count, 3, line, 10 * line, 11 * line)
    assert count == 3
    assert notes.tolist() == [[3, 5, 50, 55], [3, 6, 60, 66]]
