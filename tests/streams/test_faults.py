import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.streams import Faults
from compadagrad.streams import _codes as codes
from compadagrad.streams.faults import empty_notes, reason


def test_the_first_fault_is_an_error_that_says_where_and_what_to_do() -> None:
    with pytest.raises(InvalidInputError, match=r"^a\.svm, line 7: odd; mend the line, or .*skip"):
        Faults("a.svm", "raise").add(7, "odd")


def test_faults_are_counted_and_the_first_few_are_kept() -> None:
    faults = Faults("a.svm", "skip")
    notes = empty_notes()
    notes[:, 0], notes[:, 1], notes[:, 3] = codes.BAD_LABEL, [1, 2, 3, 4, 5], 2
    faults.take(np.frombuffer(b"ab", np.uint8), notes, 9)
    faults.take(np.frombuffer(b"ab", np.uint8), notes, 1)
    assert faults.count == 10
    assert len(faults.first) == 5
    assert faults.first[0] == "a.svm, line 1: the label must be a finite number, got 'ab'"


def test_nothing_noted_is_nothing_counted() -> None:
    faults = Faults("a.svm", "raise")
    faults.take(np.empty(0, np.uint8), empty_notes(), 0)
    assert (faults.count, faults.first) == (0, [])


def test_excerpts_are_short_and_printable() -> None:
    long = reason(codes.BAD_VALUE, np.full(10**6, ord("x"), np.uint8))
    assert len(long) < 120
    assert long.endswith("...")
    odd = reason(codes.BAD_VALUE, np.frombuffer(b"\xff\x00{}\n", np.uint8))
    assert odd.isprintable()


def test_another_policy_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="on_error must be one of 'raise', 'skip', got"):
        Faults("a", "ignore")
