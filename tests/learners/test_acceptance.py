import pytest

from compadagrad import InexactUpdateError, InexactUpdateWarning
from compadagrad.learners.acceptance import accept
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
