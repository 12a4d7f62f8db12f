"""Arguments that the models have in common, checked."""

from collections.abc import Collection
from typing import Any, Final

from compadagrad.errors import InvalidInputError
from compadagrad.losses import Loss, from_name

__all__ = ["MUTABLE", "as_loss"]

MUTABLE: Final = frozenset({"lr", "l1", "l2"})  # what may change between two examples


def as_loss(loss: Any, labels: Collection[str]) -> Loss:
    """A loss by its name, or as it is, that is for such labels.

    >>> as_loss("hinge", ["binary"])
    Hinge()
    """
    member = loss if isinstance(loss, Loss) else from_name(loss)
    if member.labels not in labels:
        raise InvalidInputError(
            f"loss must be one for {' or '.join(labels)} labels, and {member!r} is for "
            f"{member.labels} ones"
        )
    return member
