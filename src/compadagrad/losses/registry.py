"""From a name or a configuration to the loss that it describes."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from compadagrad._validation import as_choice
from compadagrad.errors import InvalidInputError
from compadagrad.losses.absolute import Absolute
from compadagrad.losses.base import Config, Loss
from compadagrad.losses.hinge import Hinge
from compadagrad.losses.huber import Huber
from compadagrad.losses.logistic import Logistic
from compadagrad.losses.poisson import Poisson
from compadagrad.losses.quantile import Quantile
from compadagrad.losses.squared import Squared
from compadagrad.losses.squared_hinge import SquaredHinge

__all__ = ["from_config", "from_name"]

_FAMILY: Final[tuple[type[Loss], ...]] = (
    Logistic,
    Hinge,
    SquaredHinge,
    Squared,
    Absolute,
    Huber,
    Quantile,
    Poisson,
)
_KINDS: Final[dict[str | None, type[Loss]]] = {member.kind: member for member in _FAMILY}


def from_name(name: str, **parameters: float) -> Loss:
    """The loss of this ``kind``.

    Parameters
    ----------
    name : str
        ``"logistic"``, ``"hinge"``, ``"squared_hinge"``, ``"squared"``, ``"absolute"``,
        ``"huber"``, ``"quantile"`` or ``"poisson"``.
    **parameters : float
        ``width`` for ``"huber"`` and ``level`` for ``"quantile"``; none for the others.

    Returns
    -------
    Loss

    Examples
    --------
    >>> from compadagrad.losses import from_name
    >>> from_name("quantile", level=0.9)
    Quantile(level=0.9)
    """
    member = as_choice("name", name, _KINDS)
    _check_parameters(member, parameters)
    return member(**parameters)


def from_config(config: Config) -> Loss:
    """The loss whose :meth:`~Loss.config` this is.

    Parameters
    ----------
    config : dict
        ``kind`` and the parameter of that kind, no more and no less. Arrays of no dimension stand
        for what is in them, so that what :func:`numpy.load` gives back will do.

    Returns
    -------
    Loss

    Examples
    --------
    >>> from compadagrad.losses import Huber, from_config
    >>> Huber(0.5).config()
    {'kind': 'huber', 'width': 0.5}
    >>> from_config({"kind": "huber", "width": 0.5})
    Huber(width=0.5)
    """
    if not isinstance(config, Mapping):
        raise InvalidInputError(f"config must be a dictionary, got {config!r}")
    plain = {name: _plain(value) for name, value in config.items()}
    member = as_choice("kind", plain.pop("kind", None), _KINDS)
    _check_parameters(member, plain)
    return member(**plain)


def _check_parameters(member: type[Loss], given: Mapping[Any, Any]) -> None:
    missing = [name for name in member.parameters if name not in given]
    unknown = [repr(name) for name in given if name not in member.parameters]
    if missing or unknown:
        raise InvalidInputError(
            f"the loss {member.kind!r} takes {', '.join(member.parameters) or 'no parameter'}"
            + (f"; it lacks {', '.join(missing)}" if missing else "")
            + (f"; it does not know {', '.join(unknown)}" if unknown else "")
        )


def _plain(value: Any) -> Any:
    """A 0-d array, as numpy.load gives one back, as what is in it."""
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
