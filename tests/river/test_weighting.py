from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from compadagrad import InvalidInputError
from compadagrad.river.weighting import as_weight, as_weights


@pytest.mark.parametrize("w", [0, 2, 0.5, True, np.float32(0.25), np.int8(3)], ids=repr)
def test_one_weight(w: Any) -> None:
    assert as_weight(w).tolist() == [float(w)]
    assert as_weights(w, 3).tolist() == [float(w)] * 3


@pytest.mark.parametrize("library", [pd, pl], ids=["pandas", "polars"])
def test_a_weight_for_each_example(library: Any) -> None:
    weights = as_weights(library.Series([1, 0, 2]), 3)
    assert weights.dtype == np.float64
    assert weights.tolist() == [1.0, 0.0, 2.0]


@pytest.mark.parametrize("w", [-1.0, np.nan, np.inf, "1", None, 1j], ids=repr)
def test_what_is_not_a_weight(w: Any) -> None:
    for read in (as_weight, lambda w: as_weights(w, 2)):
        with pytest.raises(InvalidInputError, match="w must be finite and 0 or more, got"):
            read(w)


def test_weights_of_the_wrong_shape() -> None:
    with pytest.raises(InvalidInputError, match="w must be one number"):
        as_weight([1.0])
    with pytest.raises(InvalidInputError, match="w must be a series"):
        as_weights([1.0, 2.0], 2)
    with pytest.raises(InvalidInputError, match="one value for each of the 3 rows"):
        as_weights(pd.Series([1.0, 2.0]), 3)
    with pytest.raises(InvalidInputError, match="w must be finite"):
        as_weights(pd.Series([1.0, -2.0]), 2)
