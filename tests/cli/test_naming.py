from typing import Any

import pytest

from compadagrad.cli.naming import in_options, said


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("or pass over it with on_error='skip'", "or pass over it with --on-error skip"),
        ("give random_state=0, or so", "give --seed 0, or so"),
        ("alpha must be a number", "--alpha must be a number"),
        ("how many features or hash_bits", "how many features or --hash-bits"),
        ("was trained with loss='hinge'", "was trained with --loss hinge"),
        ("in/hash_bits.svm, line 3: odd", "in/hash_bits.svm, line 3: odd"),
        ("t.csv has no column 'hash_bits'", "t.csv has no column 'hash_bits'"),
        ("batch_size=5.csv is not there", "--batch-size 5.csv is not there"),
        ("x/loss=3: odd", "x/loss=3: odd"),
        ("data must be there", "data must be there"),
        ("the features must be finite", "the features must be finite"),
    ],
)  # fmt: skip
def test_arguments_are_named_as_options(message: str, wanted: str) -> None:
    assert in_options(message) == wanted


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("one_based", True, "no --zero-based"),
        ("one_based", False, "--zero-based"),
        ("average", True, "--average"),
        ("fit_intercept", False, "no --intercept"),
        ("alpha", None, "no --alpha"),
        ("alpha", 0.0, "--alpha 0"),
        ("passes", 0, "--passes 0"),
        ("classes", [-1.0, 1.0], "--classes -1,1"),
        ("ignore", ["id", 3], "--ignore id,3"),
        ("ignore", [], "no --ignore"),
    ],
)
def test_values_are_said_as_they_are_typed(name: str, value: Any, wanted: str) -> None:
    assert said(name, value) == wanted
