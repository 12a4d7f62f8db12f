import numpy as np
import pytest

from compadagrad import InexactUpdateError, InexactUpdateWarning
from compadagrad.learners.acceptance import accept, require_finite
from compadagrad.updates import Certificate

EXACT = Certificate(1e-12, 3, "newton", 1e-8)
INEXACT = Certificate(2e-7, 3, "newton", 1e-8)
MESSAGE = (
    r"^step 7: the newton solver reached a residual of 2\.0e-07 after 3 iterations, "
    r"and 1\.0e-08 is allowed"
)


def test_exact_steps_pass() -> None:
    accept(EXACT, 7, lenient=False)
    accept(EXACT, 7, lenient=True)


def test_inexact_steps_are_never_silent() -> None:
    with pytest.raises(InexactUpdateError, match=MESSAGE):
        accept(INEXACT, 7, lenient=False)
    with pytest.warns(InexactUpdateWarning, match=MESSAGE) as caught:
        accept(INEXACT, 7, lenient=True)
    assert caught[0].filename == __file__


def test_nan_is_not_exact() -> None:
    with pytest.raises(InexactUpdateError):
        accept(Certificate(float("nan"), 0, "prox", 1e-8), 1, lenient=False)


@pytest.mark.parametrize("residual", [float("nan"), float("inf")])
def test_leniency_ends_where_nothing_is_known(residual: float) -> None:
    with pytest.raises(InexactUpdateError, match=r"step 2: the prox solver .* Leave this gradient"):
        accept(Certificate(residual, 0, "prox", 1e-8), 2, lenient=True)


@pytest.mark.parametrize("bad", [np.inf, -np.inf, np.nan])
def test_what_is_not_finite_is_refused(bad: float) -> None:
    require_finite(3, "the point", np.array([1.0, 1e308]))
    with pytest.raises(InexactUpdateError, match=r"^step 3: the point would not hold .* float32"):
        require_finite(3, "the point", np.array([1.0, bad], np.float32))
