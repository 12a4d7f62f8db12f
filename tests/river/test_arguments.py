from typing import Any

import pytest

from compadagrad import InvalidInputError
from compadagrad.losses import Huber, Logistic, Squared
from compadagrad.river.arguments import as_loss


def test_losses_by_name_and_as_they_are() -> None:
    assert as_loss("logistic", ["binary"]) == Logistic()
    loss = Huber(0.5)
    assert as_loss(loss, ("real", "count")) is loss


@pytest.mark.parametrize(
    ("loss", "message"),
    [
        (Squared(), r"loss must be one for binary labels, and Squared\(\) is for real ones"),
        ("poisson", r"and Poisson\(\) is for count ones"),
        ("log", "must be one of 'logistic'"),
        ("huber", "lacks width"),
        (None, "must be one of 'logistic'"),
        (3, "must be one of 'logistic'"),
    ],
)
def test_losses_for_other_labels(loss: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        as_loss(loss, ["binary"])
