import numpy as np
import pytest

from compadagrad.cli.predicting import METHODS, _fields, _text
from compadagrad.estimators import CompAdaGradClassifier


@pytest.mark.parametrize("value", [0.1, 1e-300, -2.5, np.float32(0.1), np.float64(1 / 3)])
def test_numbers_can_be_read_back(value: float) -> None:
    assert type(value)(_text(value)) == value


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (np.int64(-1), "-1"), ("a b", "a b")])
def test_labels_are_written_as_they_were_typed(value: object, text: str) -> None:
    assert _text(value) == text


def test_fields_with_commas_are_quoted() -> None:
    assert _fields(["1", "a,b"]) == '1,"a,b"\n'


def test_what_can_be_asked_is_what_classifiers_have() -> None:
    assert all(hasattr(CompAdaGradClassifier(), method) for method in METHODS.values())
