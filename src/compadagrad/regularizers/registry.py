"""From a configuration back to the regularizer that it describes."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from compadagrad._validation import as_choice
from compadagrad.errors import InvalidInputError
from compadagrad.regularizers.base import Config, Regularizer
from compadagrad.regularizers.bounded_elastic_net import BoundedElasticNet
from compadagrad.regularizers.box import Box
from compadagrad.regularizers.elastic_net import ElasticNet
from compadagrad.regularizers.l1 import L1
from compadagrad.regularizers.non_negative import NonNegative
from compadagrad.regularizers.squared_l2 import SquaredL2
from compadagrad.regularizers.zero import Zero

__all__ = ["from_config"]

_FAMILY: Final[tuple[type[Regularizer], ...]] = (
    Zero,
    SquaredL2,
    L1,
    ElasticNet,
    Box,
    NonNegative,
    BoundedElasticNet,
)
_KINDS: Final[dict[str | None, type[Regularizer]]] = {member.kind: member for member in _FAMILY}


def from_config(config: Config) -> Regularizer:
    """The regularizer whose :meth:`~Regularizer.config` this is.

    Parameters
    ----------
    config : dict
        ``kind`` and the parameters of that kind, no more and no less. Arrays of no dimension stand
        for what is in them, so that what :func:`numpy.load` gives back will do.

    Returns
    -------
    Regularizer

    Examples
    --------
    >>> from compadagrad.regularizers import L1, from_config
    >>> L1(0.5).config()
    {'kind': 'l1', 'lam': 0.5}
    >>> from_config({"kind": "l1", "lam": 0.5})
    L1(lam=0.5)
    """
    if not isinstance(config, Mapping):
        raise InvalidInputError(f"config must be a dictionary, got {config!r}")
    member = as_choice("kind", _plain(config.get("kind")), _KINDS)
    given = {name: value for name, value in config.items() if name != "kind"}
    missing = [name for name in member.parameters if name not in given]
    unknown = [repr(name) for name in given if name not in member.parameters]
    if missing or unknown:
        raise InvalidInputError(
            f"the config of {member.kind!r} takes {', '.join(member.parameters) or 'nothing'}"
            + (f"; it lacks {', '.join(missing)}" if missing else "")
            + (f"; it does not know {', '.join(unknown)}" if unknown else "")
        )
    return member(**given)


def _plain(kind: Any) -> Any:
    """A 0-d array of a string, as numpy.load gives one back, as the string in it."""
    return kind.item() if isinstance(kind, np.ndarray) and kind.ndim == 0 else kind
