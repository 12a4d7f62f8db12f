from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.streams import Limits, Reading


def test_width_and_mask_follow_from_what_is_said() -> None:
    assert Reading(format="svmlight", features=7).width == 7
    assert Reading(format="svmlight", limits=Limits(features=99)).width == 99
    hashed = Reading(format="svmlight", hash_bits=4)
    assert (hashed.width, hashed.mask) == (16, 15)
    assert Reading(format="csv").mask == 0
    assert Reading(format="vw").mask == 2**18 - 1


def test_types_are_understood_as_numpy_does() -> None:
    assert Reading(format="csv", dtype=np.float32).dtype == np.dtype("float32")
    assert Reading(format="csv", dtype="float32").largest == float(np.finfo(np.float32).max)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"format": "json"}, "format must be one of 'svmlight', 'vw', 'csv', 'parquet'"),
        ({"targets": "maybe"}, "targets must be one of"),
        ({"on_error": "ignore"}, "on_error must be one of 'raise', 'skip'"),
        ({"dtype": "int8"}, "dtype must be one of"),
        ({"dtype": "nonsense"}, "dtype must be one of"),
        ({"hash_bits": 31}, r"hash_bits must be an integer in 1\.\.30"),
        ({"hash_bits": 0}, "hash_bits must be an integer"),
        ({"hash_seed": -1}, "hash_seed must be an integer"),
        ({"features": 0}, "features must be an integer"),
        ({"features": 5, "hash_bits": 5}, "features says how many there are in svmlight files"),
        ({"features": 5, "format": "csv"}, "leave it out"),
        ({"delimiter": ",,"}, "delimiter must be one character"),
        ({"delimiter": '"'}, "delimiter must be one character"),
        ({"delimiter": "é"}, "delimiter must be one character"),
        ({"categorical": ("a",), "format": "csv"}, "say into how many hash_bits"),
    ],
)
def test_readings_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Reading(**{"format": "svmlight", **options})
