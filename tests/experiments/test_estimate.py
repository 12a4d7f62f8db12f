import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compadagrad.experiments import estimate, paired

errors = st.lists(st.floats(0.0, 1.0), min_size=2, max_size=8)


@given(errors)
def test_means_and_standard_errors_are_those_of_numpy(values: list[float]) -> None:
    found = estimate(values)
    assert found.mean == pytest.approx(np.mean(values))
    assert found.error == pytest.approx(np.std(values, ddof=1) / math.sqrt(len(values)), abs=1e-12)


@given(errors)
def test_pairs_are_differences(values: list[float]) -> None:
    shifted = [value + 0.25 for value in values]
    found = paired(shifted, values)
    assert found.mean == pytest.approx(0.25)
    assert found.error == pytest.approx(0.0, abs=1e-9)


def test_a_single_number_has_no_error() -> None:
    assert math.isnan(estimate([0.5]).error)
    assert estimate([0.5]).percent() == "50.00"
    assert estimate([0.5, 0.25]).percent(signed=True) == "+37.50 ± 12.50"
    assert estimate([-1e-6]).percent(signed=True) == "+0.00"
    assert estimate([0.5, math.inf]).mean == math.inf
