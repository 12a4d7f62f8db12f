"""Matplotlib, where it is installed."""

from typing import Any

from compadagrad.errors import InvalidInputError

__all__ = ["axes_of"]

SIZE = (6.4, 4.0)  # inches


def axes_of(given: Any) -> Any:
    """``given``, or the axes of a new figure that no window shows."""
    if given is not None:
        return given
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InvalidInputError(
            "figures are drawn by Matplotlib, which is not installed; "
            "get it with: pip install 'compadagrad[report]'"
        ) from None
    return Figure(figsize=SIZE, layout="constrained").add_subplot()
