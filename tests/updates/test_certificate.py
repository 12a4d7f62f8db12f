from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from compadagrad.updates.certificate import Certificate


@pytest.mark.parametrize(
    ("residual", "ok"), [(0.0, True), (1e-8, True), (1.1e-8, False), (np.inf, False)]
)
def test_ok(residual: float, ok: bool) -> None:
    assert Certificate(residual, 3, "newton", 1e-8).ok == ok


def test_nan_is_not_ok() -> None:
    assert not Certificate(float("nan"), 3, "newton", np.inf).ok


def test_it_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Certificate(0.0, 0, "prox", 0.0).residual = 1.0  # type: ignore[misc]
