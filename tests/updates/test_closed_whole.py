"""The closed form in whole vectors; what it says of its points is tested in test_closed."""

from typing import Any

import numpy as np
import pytest
from preconditioners.spaces import SPACES, N, dense, drawn

from compadagrad.updates._closed_whole import apply_metric

DTYPES = [np.float64, np.float32]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("space", ["one", "some", "all but one", "all", "gaussian", "coordinates"])
def test_apply_metric(space: str, dtype: Any) -> None:
    metric = drawn(SPACES[space](), dtype)
    x = np.random.default_rng(1).standard_normal(N).astype(dtype)
    work, out = np.empty_like(x), np.empty_like(x)
    basis = metric.projection.compiled(metric.diagonal.dtype)
    apply_metric(basis, metric.rows, metric.kappa, metric.diagonal, metric.full, x, work, out)
    A = dense(metric)
    size = float(np.abs(A).max() * np.abs(x).sum())
    assert np.abs(out - A @ x).max() <= 8 * np.finfo(dtype).eps * size
