"""Figures of games."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from compadagrad.errors import InvalidInputError
from compadagrad.games import Growth, Record, regret_growth
from compadagrad.report.canvas import axes_of
from compadagrad.report.palette import series

__all__ = ["loss_figure", "regret_figure"]


def regret_figure(
    records: Mapping[str, Record], *, points: int = 12, first: int = 10, axes: Any = None
) -> Any:
    r"""Regret against t, and the bounds of the learners that have a theorem, dashed.

    Both axes are logarithmic; a slope is an exponent, and the legend has that of each regret. What
    is not above 0 has no place on them; where nothing is, the axis of the regret is linear.

    Parameters
    ----------
    records : mapping of str to Record
        Games, by the names of their learners.
    points, first : int
        As for :func:`~compadagrad.games.regret_growth`.
    axes : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Its figure, ``axes.figure``, can be saved.
    """
    growths = {
        name: regret_growth(record, points, first=first)
        for name, record in _checked(records).items()
    }
    axes = axes_of(axes)
    for number, (name, growth) in enumerate(growths.items()):
        colour, marker = series(number)
        shown = np.where(growth.regret > 0.0, growth.regret, np.nan)
        label = _label(name, growth)
        axes.plot(growth.rounds, shown, color=colour, marker=marker, markersize=4, label=label)
        if not np.isnan(growth.bound).all():
            axes.plot(growth.rounds, growth.bound, "--", color=colour, linewidth=1.0)
    some = any((line.get_ydata() > 0.0).any() for line in axes.get_lines())
    axes.set(xscale="log", yscale="log" if some else "linear")
    axes.set(xlabel="rounds", ylabel="regret; its bound (dashed)")
    return _finished(axes)


def loss_figure(records: Mapping[str, Record], *, axes: Any = None) -> Any:
    """The average composite loss so far against the time of the game.

    The first game of a kind in a process has the time in it that compiled code takes to load.

    Parameters
    ----------
    records, axes
        As for :func:`regret_figure`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    averages = {
        name: record.cumulative / np.arange(1, len(record) + 1)
        for name, record in _checked(records).items()
    }
    axes = axes_of(axes)
    for number, (name, average) in enumerate(averages.items()):
        axes.plot(records[name].seconds, average, color=series(number)[0], label=name)
    axes.set(xscale="log", xlabel="seconds", ylabel="average loss")
    return _finished(axes)


def _label(name: str, growth: Growth) -> str:
    if not (growth.regret > 0.0).any():
        return f"{name}: none above 0"
    return name if np.isnan(growth.exponent) else f"{name}: $t^{{{growth.exponent:.2f}}}$"


def _checked(records: Mapping[str, Record]) -> Mapping[str, Record]:
    if not isinstance(records, Mapping) or not records:
        raise InvalidInputError(
            'records must be a dictionary of at least one game by name, {"diagonal": record}'
        )
    for name, record in records.items():
        if not isinstance(record, Record) or not len(record):
            raise InvalidInputError(
                f"records[{name!r}] must be the record of a game of at least one round, "
                f"got {record!r}"
            )
    return records


def _finished(axes: Any) -> Any:
    axes.grid(alpha=0.3)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2, frameon=False)
    return axes
