import math

from compadagrad.estimators.stopping import Patience


def test_a_loss_that_falls_is_never_too_much() -> None:
    patience = Patience(0.01, 1)
    assert not any(patience.is_over(1.0 / t) for t in range(1, 9))


def test_a_fall_by_tol_is_too_little() -> None:
    patience = Patience(0.25, 2)
    assert [patience.is_over(loss) for loss in (2.0, 1.75, 1.5)] == [False, False, True]


def test_patience_begins_anew() -> None:
    patience = Patience(0.0, 2)
    losses = (3.0, 3.0, 2.0, 2.5, 1.0, 1.0, 1.0)
    assert [patience.is_over(loss) for loss in losses] == [False] * 6 + [True]


def test_without_a_tolerance_it_goes_on() -> None:
    patience = Patience(-math.inf, 1)
    assert not any(patience.is_over(1.0) for _ in range(9))
