from typing import Any

import numpy as np
import pytest

from compadagrad.updates._largest import largest

DTYPES = [np.float64, np.float32]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1.0, -3.0, 2.0], 3.0),
        ([0.0, -0.0], 0.0),
        ([], 0.0),
        ([1.0, -np.inf], np.inf),
        ([np.nan, 5.0], np.nan),
        ([5.0, np.nan, np.inf], np.nan),
    ],
)
def test_largest(values: list[float], expected: float, dtype: Any) -> None:
    np.testing.assert_array_equal(largest(np.array(values, dtype)), expected)
