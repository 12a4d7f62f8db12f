import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compadagrad import InvalidInputError
from compadagrad.streams import hash_names
from streams import plain
from streams.parsing import parsed, rows_of

WORDS = st.one_of(
    st.sampled_from(
        ["a", "price:2", "b:-1.5e3", ":", ":1", "x:", "c:1:2", "d:nan", "é:2", "1:1", "'t"]
    ),
    st.text("ab1:.|'-e \t", max_size=5),
)
HEADS = st.sampled_from(
    ["1 ", "-1 ", "1 2.5 ", "", "1 2 tag", "1 'tag", "'tag ", "1 2 3 ", "x ", "1 -1 ", "tag", " 1 "]
)
LINES = st.tuples(HEADS, st.lists(WORDS, max_size=5)).map(lambda t: t[0] + "|" + " ".join(t[1]))


@given(st.lists(st.one_of(LINES, st.sampled_from(["", "1 2", "  "])), max_size=5))
@settings(max_examples=400)
def test_lines_give_what_a_plain_parser_gives(lines: list[str]) -> None:
    wanted, numbers, faulty = [], [], 0
    for number, line in enumerate(lines, 1):
        if plain.tokens(line):
            try:
                wanted.append(plain.vowpal_wabbit(line, 10, 3))
                numbers.append(number)
            except ValueError:
                faulty += 1
    data = "".join(f"{line}\n" for line in lines).encode()
    chunk, faults = parsed(
        data, format="vw", hash_bits=10, hash_seed=3, targets="optional", on_error="skip"
    )
    np.testing.assert_array_equal(chunk.y, [label for label, _, _ in wanted])
    assert chunk.weights.tolist() == [weight for _, weight, _ in wanted]
    assert rows_of(chunk) == [row for _, _, row in wanted]
    assert chunk.lines.tolist() == numbers
    assert faults.count == faulty


def test_a_line_with_everything() -> None:
    chunk, _ = parsed(b"-1 0.5 'id7|size:2 height:1.5 wide |color red\n", format="vw")
    assert (chunk.y.tolist(), chunk.weights.tolist()) == ([-1.0], [0.5])
    size, color = (int(hash_names([name])[0]) for name in ("size", "color"))
    columns = [
        int(hash_names([name], seed=space)[0]) % 2**18
        for name, space in (("height", size), ("wide", size), ("red", color))
    ]
    assert rows_of(chunk) == [dict(sorted(zip(columns, (3.0, 2.0, 1.0), strict=True)))]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 2", "expected | before the features, got '1 2'"),
        ("1 2 3 | a", "expected | before the features, got '3'"),
        ("x | a", "the label must be a finite number, got 'x'"),
        ("1 -2 | a", "the weight must be a finite number of at least 0, got '-2'"),
        ("1 x | a", "the weight must be a finite number of at least 0, got 'x'"),
        ("1 | a:x", "the value of a feature must be a finite number, got 'a:x'"),
        ("1 |n:x a", "the value of a feature must be a finite number, got 'n:x'"),
        ("1 |n:1e300 a:1e300", "the value of a feature must be a finite number, got 'a:1e300'"),
        ("1 | :1", "a feature must have a name, got ':1'"),
        ("| a", "there is no label"),
    ],
)
def test_malformed_lines_are_told_by_number_and_reason(line: str, message: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parsed(f"1 | a\n{line}\n".encode(), format="vw")
    assert f"line 2: {message}" in str(caught.value)


def test_lines_without_a_label_are_passed_over_or_taken() -> None:
    data = b"1 | a\n| b\n-1 | c\n"
    chunk, faults = parsed(data, format="vw", on_error="skip")
    assert (chunk.y.tolist(), chunk.lines.tolist(), faults.count) == ([1.0, -1.0], [1, 3], 1)
    chunk, faults = parsed(data, format="vw", targets="optional")
    assert math.isnan(chunk.y[1])
    assert (len(chunk), faults.count) == (3, 0)


def test_the_shortest_rows_and_entries_fit() -> None:
    chunk, _ = parsed(b"|\n" * 1000, format="vw", targets="optional")
    assert (len(chunk), chunk.X.nnz) == (1000, 0)
    chunk, _ = parsed(b"|" + b" a" * 1000 + b"\n", format="vw", targets="optional")
    assert chunk.X.sum() == 1000.0
