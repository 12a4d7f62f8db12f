import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compadagrad import InvalidInputError
from streams import plain
from streams.parsing import parsed, rows_of

NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.text("0123456789+-.e", min_size=1, max_size=5),
)
PIECES = st.one_of(
    st.tuples(st.integers(0, 9), NUMBERS).map(lambda pair: f"{pair[0]}:{pair[1]}"),
    st.sampled_from(
        ["qid:3", "qid:", "5", ":", "3:", ":4", "x:1", "1:2:3", "# 1:x", "1:1#", "-1:1"]
    ),
    st.text("0123456789:#. \tqid-x\x00\x7fé", max_size=4),
)
LINES = st.tuples(NUMBERS, st.lists(PIECES, max_size=4), st.sampled_from([" ", "\t", "  "])).map(
    lambda line: line[2].join([line[0], *line[1]])
)


def expected(lines: list[str], **options: Any) -> tuple[list[Any], list[Any], list[int], int]:
    labels, rows, numbers, faulty = [], [], [], 0
    for number, line in enumerate(lines, 1):
        if not plain.tokens(line.split("#")[0]):
            if line.strip(plain.BLANK) and not line.strip(plain.BLANK).startswith("#"):
                faulty += 1
            continue
        try:
            label, row = plain.svmlight(line, **options)
        except ValueError:
            faulty += 1
            continue
        labels.append(label)
        rows.append(row)
        numbers.append(number)
    return labels, rows, numbers, faulty


@given(st.lists(LINES, max_size=6), st.booleans())
@settings(max_examples=400)
def test_lines_give_what_a_plain_parser_gives(lines: list[str], one_based: bool) -> None:
    labels, rows, numbers, faulty = expected(lines, features=7, one_based=one_based)
    data = "".join(f"{line}\n" for line in lines).encode()
    options = {"features": 7, "one_based": one_based, "on_error": "skip"}
    with np.errstate(over="ignore"):
        chunk, faults = parsed(data, format="svmlight", **options)
    assert chunk.y.tolist() == labels
    assert rows_of(chunk) == rows
    assert chunk.lines.tolist() == numbers
    assert faults.count == faulty
    assert chunk.weights.tolist() == [1.0] * len(labels)


def test_what_scikit_learn_writes_is_read_back() -> None:
    datasets = pytest.importorskip("sklearn.datasets")
    rng = np.random.default_rng(0)
    X = rng.standard_normal((50, 20)) * (rng.random((50, 20)) < 0.3)
    y = rng.standard_normal(50)
    file = io.BytesIO()
    datasets.dump_svmlight_file(X, y, file, zero_based=False, comment="made here")
    chunk, _ = parsed(file.getvalue(), format="svmlight", features=20)
    np.testing.assert_allclose(chunk.X.toarray(), X, rtol=1e-15)
    np.testing.assert_allclose(chunk.y, y, rtol=1e-15)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x 1:1", "line 2: the label must be a finite number, got 'x'"),
        ("inf 1:1", "the label must be a finite number, got 'inf'"),
        ("1:1 2:2", "the label must be a finite number, got '1:1'"),
        ("1 2", "expected index:value, got '2'"),
        ("1 a:1", "the index of a feature must be a whole number, got 'a'"),
        ("1 -1:1", "must be a whole number, got '-1'"),
        ("1 0:1", "indices begin at 1, got '0'; say so if those of this file begin at 0"),
        ("1 8:1", "the index '8' is beyond the number of features"),
        ("1 99999999999999999999999:1", "is beyond the number of features"),
        ("1 1:", "the value of a feature must be a finite number, got ''"),
        ("1 1:nan", "must be a finite number, got 'nan'"),
        ("1 1:1e999", "must be a finite number, got '1e999'"),
        ("1 1:1x", "must be a finite number, got '1x'"),
        ("1 1:2:3", "must be a finite number, got '2:3'"),
    ],
)
def test_malformed_lines_are_told_by_number_and_reason(line: str, message: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parsed(f"1 1:1\n{line}\n".encode(), format="svmlight", features=7)
    assert message in str(caught.value)
    assert "line 2:" in str(caught.value)


def test_indices_in_any_order_are_sorted_and_doubles_added_up() -> None:
    chunk, _ = parsed(b"1 3:1 1:2 3:4\n2 2:1\n", format="svmlight", features=3)
    assert chunk.X.toarray().tolist() == [[2.0, 0.0, 5.0], [0.0, 1.0, 0.0]]
    assert chunk.X.has_canonical_format


def test_hashed_indices() -> None:
    data = b"1 0:1 12345678901:3\n"
    chunk, _ = parsed(data, format="svmlight", hash_bits=10, hash_seed=5, one_based=False)
    wanted = [plain.murmur(i.to_bytes(8, "little"), 5) % 1024 for i in (0, 12345678901)]
    assert rows_of(chunk) == [{wanted[0]: 1.0, wanted[1]: 3.0}]
    assert chunk.X.shape == (1, 1024)


def test_float32_holds_what_it_can() -> None:
    options = {"format": "svmlight", "features": 2, "dtype": "float32"}
    chunk, _ = parsed(b"1 1:0.1\n", **options)
    assert chunk.X.dtype == np.float32
    with pytest.raises(InvalidInputError, match="must be a finite number, got '1e39'"):
        parsed(b"1 1:1e39\n", **options)


def test_a_line_that_is_too_long() -> None:
    from compadagrad.streams import Limits

    options = {"format": "svmlight", "features": 2, "limits": Limits(line=10)}
    assert len(parsed(b"1 1:1.2345\n", **options)[0]) == 1
    with pytest.raises(InvalidInputError, match="line 1: the line is longer than allowed"):
        parsed(b"1 1:1.23456\n", **options)


def test_the_shortest_rows_and_entries_fit() -> None:
    chunk, _ = parsed(b"1\n" * 1000, format="svmlight", features=1)
    assert len(chunk) == 1000
    chunk, _ = parsed(b"1" + b" 1:1" * 1000 + b"\n", format="svmlight", features=1)
    assert rows_of(chunk) == [{0: 1000.0}]
