from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compadagrad import InvalidInputError
from compadagrad.streams import Faults, Reading, hash_names
from streams import plain
from streams.parsing import as_block, parsed, parser_of, rows_of

FIELDS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(
        ["1", '"2"', ' "3" ', "", '""', "x", '"a""b"', '"a,b"', '"', 'a"b', '"1"x', "1 ", "é"]
    ),
    st.text('0123456789.,"- e', max_size=4),
)
LINES = st.lists(FIELDS, min_size=2, max_size=4).map(",".join)


def expected(line: str) -> tuple[str, list[float]]:
    """The first column is a target, the other two are numbers."""
    label, *numbers = plain.comma_separated(line)
    if not label or len(numbers) != 2:
        raise ValueError(line)
    return label, [plain.decimal(number) for number in numbers]


@given(st.lists(LINES, max_size=5))
@settings(max_examples=400)
def test_lines_give_what_a_plain_parser_gives(lines: list[str]) -> None:
    wanted, numbers, faulty = [], [], 0
    for number, line in enumerate(lines, 2):
        try:
            wanted.append(expected(line))
            numbers.append(number)
        except ValueError:
            faulty += 1
    data = "t,a,b\n" + "".join(f"{line}\n" for line in lines)
    chunk, faults = parsed(
        data.encode(), format="csv", target="t", targets="texts", on_error="skip"
    )
    assert chunk.y.tolist() == [label for label, _ in wanted]
    assert chunk.X.tolist() == [row for _, row in wanted]
    assert chunk.lines.tolist() == numbers
    assert faults.count == faulty


TABLE = b'id,label,size,color,w\n7,1,0.5,red,2\n8,-1,1.5,"dark, blue",0\n'


def test_dense_rows_with_weights_and_ignored_columns() -> None:
    options: dict[str, Any] = {"target": "label", "weight": "w", "ignore": ("id", "color")}
    chunk, _ = parsed(TABLE, format="csv", **options)
    assert chunk.X.tolist() == [[0.5], [1.5]]
    assert (chunk.y.tolist(), chunk.weights.tolist()) == ([1.0, -1.0], [2.0, 0.0])
    assert chunk.lines.tolist() == [2, 3]


def test_columns_by_their_number_and_without_a_header() -> None:
    chunk, _ = parsed(b"1,2,3\n4,5,6\n", format="csv", target=2, header=False)
    assert chunk.X.tolist() == [[1.0, 2.0], [4.0, 5.0]]
    assert (chunk.y.tolist(), chunk.lines.tolist()) == ([3.0, 6.0], [1, 2])


def test_hashed_columns() -> None:
    options: dict[str, Any] = {"target": "label", "ignore": ("id", "w"), "categorical": ("color",)}
    chunk, _ = parsed(TABLE, format="csv", hash_bits=12, hash_seed=4, **options)
    size, color = hash_names(["size", "color"], seed=4).tolist()
    red, blue = (hash_names(["red", "dark, blue"], seed=color) % 4096).tolist()
    assert [dict(row) for row in rows_of(chunk)] == [
        {size % 4096: 0.5, red: 1.0},
        {size % 4096: 1.5, blue: 1.0},
    ]


def test_other_delimiters_and_line_ends() -> None:
    chunk, _ = parsed(b"t;a\r\n1;2\r\n\r\n3;4\r\n", format="csv", target="t", delimiter=";")
    assert (chunk.y.tolist(), chunk.X.tolist()) == ([1.0, 3.0], [[2.0], [4.0]])
    chunk, _ = parsed(b"t\ta\n1\t2\n", format="csv", target="t", delimiter="\t")
    assert chunk.X.tolist() == [[2.0]]


def test_the_target_is_not_needed_to_predict() -> None:
    for data in (b"t,a\nx,2\n", b"a\n2\n"):
        chunk, _ = parsed(data, format="csv", target="t", targets="optional")
        assert chunk.X.tolist() == [[2.0]]
        assert np.isnan(chunk.y).all()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1,2", "the line has fewer fields than the table has columns"),
        ("1,2,3,4,5", "the line has more fields than the table has columns, from '4,5' on"),
        ("x,2,3", "the label must be a finite number, got 'x'"),
        (",2,3", "there is no label"),
        ("1,x,3", "the value of a feature must be a finite number, got 'x'"),
        ("1,,3", "the value of a feature must be a finite number, got ''"),
        ("1,2,-3", "the weight must be a finite number of at least 0, got '-3'"),
        ('1,"2,3', "a quote is not closed within its line: '\"2,3'"),
        ('1,"2"x,3', "expected the end of the field behind a closing quote, got 'x,3'"),
    ],
)
def test_malformed_lines_are_told_by_number_and_reason(line: str, message: str) -> None:
    data = f"t,a,w\n1,2,3\n{line}\n".encode()
    with pytest.raises(InvalidInputError) as caught:
        parsed(data, format="csv", target="t", weight="w")
    assert f"line 3: {message}" in str(caught.value)


@pytest.mark.parametrize("header", [b"\xff,a\n", b'"t,a\n', b"t\n"])
def test_headers_that_are_none(header: bytes) -> None:
    with pytest.raises(InvalidInputError, match="data"):
        parsed(header + b"1,2\n", format="csv", target="t")


def test_a_column_of_names_must_be_said_to_be_one() -> None:
    with pytest.raises(InvalidInputError, match="must be a finite number, got 'red'"):
        parsed(TABLE, format="csv", target="label")


def test_names_are_known_after_the_first_block_unless_hashed() -> None:
    reading = Reading(format="csv", target="label", ignore=("color",))
    parser, faults = parser_of(reading), Faults("data", "raise")
    assert parser.names is None
    parser.parse(as_block(TABLE), faults)
    assert parser.names == ("id", "size", "w")
    hashed = parser_of(Reading(format="csv", target="label", ignore=("color",), hash_bits=4))
    hashed.parse(as_block(TABLE), faults)
    assert hashed.names is None


def test_a_header_stands_in_the_first_block_only() -> None:
    parser = parser_of(Reading(format="csv", target="t"))
    faults = Faults("data", "raise")
    assert len(parser.parse(as_block(b"t,a\n"), faults)) == 0
    second = as_block(b"1,2\n")._replace(first_line=2)
    assert parser.parse(second, faults).lines.tolist() == [2]
