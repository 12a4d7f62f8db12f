"""Matplotlib, where it is installed."""

from typing import Any

from compadagrad.errors import InvalidInputError

__all__ = ["axes_of", "new_figure"]

SIZE = (6.4, 4.0)  # inches


def new_figure(size: tuple[float, float] = SIZE) -> Any:
    """A figure of this many inches, which no window shows."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InvalidInputError(
            "figures are drawn by Matplotlib, which is not installed; "
            "get it with: pip install 'compadagrad[report]'"
        ) from None
    return Figure(figsize=size, layout="constrained")


def axes_of(given: Any) -> Any:
    """``given``, or the axes of a new figure that no window shows."""
    return new_figure().add_subplot() if given is None else given
