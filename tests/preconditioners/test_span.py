from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import InvalidInputError
from compadagrad.preconditioners import Span

ROWS = np.linalg.qr(np.random.default_rng(0).standard_normal((7, 3)))[0].T.copy()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_it_is_the_subspace_of_its_rows(dtype: type) -> None:
    span = Span(ROWS)
    x: NDArray[Any] = np.random.default_rng(1).standard_normal(7).astype(dtype)
    atol = 1e-14 if dtype is np.float64 else 1e-6
    assert (span.n, span.n_padded, span.k) == (7, 7, 3)
    assert span.project(x).dtype == span.complement(x).dtype == dtype
    np.testing.assert_allclose(span.project(x), ROWS @ x, atol=atol)
    np.testing.assert_allclose(span.lift(span.project(x)), ROWS.T @ ROWS @ x, atol=atol)
    np.testing.assert_allclose(span.gram(x), (ROWS * x) @ ROWS.T, atol=atol)
    assert repr(span) == "Span(n=7, k=3)"


def test_it_survives_its_state() -> None:
    span = Span(ROWS)
    assert Span.from_state_dict(span.state_dict()) == span
    for bad in (2 * ROWS, ROWS[:2], ROWS.T):
        with pytest.raises(InvalidInputError, match="rows must be an orthonormal matrix"):
            Span.from_state_dict({**span.state_dict(), "rows": bad})


def test_an_empty_one() -> None:
    assert Span(np.empty((0, 7))).project(np.ones(7)).shape == (0,)
