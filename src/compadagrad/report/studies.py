"""Figures of studies."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, final

import numpy as np

from compadagrad.experiments import Result, Row
from compadagrad.report.canvas import new_figure
from compadagrad.report.drawing import STYLE
from compadagrad.report.palette import LIGHT, series

__all__ = [
    "FIGURES",
    "StudyFigure",
    "curves",
    "error_by_k",
    "error_by_time",
    "families",
    "sensitivity",
]

SIZE = (4.9, 3.7)  # inches: its text is readable at the width of a phone, too
WIDEST: Final = 6
"""Values whose labels fit below a panel; of more, every second one has its label."""
NAMES: Final = {"lr": "η, the rate", "delta": "δ", "tau": "τ", "lambda": "λ"}
LEGEND: Final = {
    "ncols": 2,
    "frameon": False,
    "fontsize": 9.3,
    "handlelength": 1.6,
    "columnspacing": 1.2,
}
TUNED: Final = {
    "online_error": "online error, %",
    "online_loss": "online loss",
    "training_error": "training error, %",
}


@final
class StudyFigure(NamedTuple):
    """A figure of a study: the name of its files, what it shows, and how it is drawn."""

    name: str
    title: str
    caption: str
    draw: Callable[[Result], Any]


def error_by_k(result: Result) -> Any:
    """Test error against the dimension of the subspace; methods without one are lines."""
    figure, axes = _begun()
    for number, rows in enumerate(families(result)):
        colour, marker = series(number)
        errors = [row.test for row in rows]
        means = [100 * e.mean for e in errors]
        spreads = [100 * np.nan_to_num(e.error) for e in errors]
        ks = [row.method.k for row in rows]
        label = rows[0].method.family
        if None in ks:
            axes.axhline(means[0], color=colour, linestyle="--", label=label)
            axes.axhspan(means[0] - spreads[0], means[0] + spreads[0], color=colour, alpha=0.12,
                         linewidth=0)  # fmt: skip
        else:
            axes.errorbar(ks, means, spreads, color=colour, marker=marker, label=label,
                          markersize=5, capsize=2, linewidth=1.4)  # fmt: skip
    ticks = sorted({row.method.k for row in result.rows if row.method.k})
    if ticks:
        axes.set_xscale("log", base=2)
        axes.set_xticks(ticks, [str(k) for k in ticks])
        axes.minorticks_off()
    axes.set(xlabel="k, the dimension of the subspace", ylabel="test error, %")
    axes.set_ylim(bottom=0.0)
    return _finished(figure, axes, result)


def curves(result: Result) -> Any:
    """The online error so far against the examples seen; the best of each family is in bold."""
    figure, axes = _begun()
    best = dict(_representatives(result))
    for number, rows in enumerate(families(result)):
        for row in rows:
            how: dict[str, Any] = {"linewidth": 0.8, "alpha": 0.45}
            if row is best[number]:
                how = {"linewidth": 1.8, "label": row.method.name}
            axes.plot(*_mean_curve(row), color=series(number)[0], **how)
    axes.set(xscale="log", xlabel="examples seen", ylabel="online error so far, %")
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:,.0f}")
    axes.set_ylim(bottom=0.0)
    return _finished(figure, axes, result)


def error_by_time(result: Result) -> Any:
    """The online error against CPU time an example; points are marked by k."""
    figure, axes = _begun()
    for number, rows in enumerate(families(result)):
        colour, marker = series(number)
        times = [1e6 * row.seconds for row in rows]
        means = [100 * row.online.mean for row in rows]
        spreads = [100 * np.nan_to_num(row.online.error) for row in rows]
        axes.errorbar(times, means, spreads, color=colour, marker=marker, markersize=6, capsize=2,
                      linewidth=0.9, linestyle=":", label=rows[0].method.family)  # fmt: skip
        beside = (5, 4) if number % 2 else (5, -10)  # numbers of neighbours do not meet
        for row, time, mean in zip(rows, times, means, strict=True):
            if row.method.k:
                axes.annotate(str(row.method.k), (time, mean), beside, fontsize=8.5, color=colour,
                              textcoords="offset points")  # fmt: skip
    axes.set(xscale="log", xlabel="µs an example", ylabel="online error, %")
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:,.6g}")
    axes.set_ylim(bottom=0.0)
    return _finished(figure, axes, result)


def sensitivity(result: Result) -> Any:
    """For each hyper-parameter: the best error that each of its values has with any others."""
    chosen = _representatives(result)
    tuned = [name for name in NAMES if any(_profile(row, name) for _, row in chosen)]
    from matplotlib import rc_context

    rows = (len(tuned) + 1) // 2
    with rc_context(STYLE):
        figure = new_figure((SIZE[0], 0.8 + 1.65 * max(rows, 1)))
        panels = figure.subplots(
            max(rows, 1), 2 if len(tuned) > 1 else 1, squeeze=False, sharey=True
        )
    for panel, name in zip(panels.flat, tuned, strict=False):
        _panel(panel, name, chosen)
    for spare in list(panels.flat)[len(tuned) :]:
        spare.axis("off")
    for panel in panels[:, 0]:
        panel.set_ylabel(TUNED[result.study.protocol.tune_by])
    return _finished(figure, panels.flat[0], result)


def _mean_curve(row: Row) -> tuple[list[int], list[float]]:
    """Examples seen, and the mean over seeds of the online error in percent."""
    found = [dict(outcome.curve) for outcome in row.outcomes if not outcome.failure]
    counts = sorted(set.intersection(*map(set, found))) if found else []
    return counts, [100 * float(np.mean([curve[count] for curve in found])) for count in counts]


def _panel(panel: Any, name: str, chosen: Sequence[tuple[int, Row]]) -> None:
    values = sorted({value for _, row in chosen for value in _profile(row, name)})
    for number, row in chosen:
        profile = _profile(row, name)
        places = [values.index(value) for value in sorted(profile)]
        colour, marker = series(number)
        panel.plot(places, [profile[value] for value in sorted(profile)], color=colour,
                   marker=marker, markersize=4, linewidth=1.2, label=row.method.name)  # fmt: skip
    apart = 1 + len(values) // WIDEST
    labels = [_short(value) if i % apart == 0 else "" for i, value in enumerate(values)]
    panel.set_xticks(range(len(values)), labels)
    panel.set_title(NAMES[name], loc="left")


def _short(value: float) -> str:
    """Few letters: 0.01, 1e-3, 300, 1e4."""
    if value == 0.0 or 1e-2 <= value < 1e4:
        return f"{value:g}"
    return f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e")


def _profile(row: Row, name: str) -> dict[float, float]:
    """Each value of a hyper-parameter that was tuned, with its best score over seeds."""
    profiles = [tuned.profile(row.method, name) for tuned in row.tuned]
    if len(profiles[0]) < 2:
        return {}
    values = [value for value in profiles[0] if isinstance(value, int | float)]
    scores = {value: [profile[value] for profile in profiles] for value in values}
    return {float(v): 100 * float(np.mean(s)) for v, s in scores.items() if np.isfinite(s).all()}


def families(result: Result) -> list[list[Row]]:
    """Rows by family, in the order of the study; by k in a family."""
    found: dict[str, list[Row]] = {}
    for row in result.rows:
        found.setdefault(row.method.family, []).append(row)
    return [sorted(rows, key=lambda row: row.method.k or 0) for rows in found.values()]


def _representatives(result: Result) -> list[tuple[int, Row]]:
    """The row of each family with the lowest online error, and the number of the family."""
    best = [min(rows, key=lambda row: row.online.mean) for rows in families(result)]
    return list(enumerate(best))


def _begun() -> tuple[Any, Any]:
    figure = new_figure(SIZE)
    from matplotlib import rc_context

    with rc_context(STYLE):
        return figure, figure.add_subplot()


def _names(row: Row) -> tuple[str, str]:
    return row.method.name, row.method.family


def _finished(figure: Any, axes: Any, result: Result) -> Any:
    entries = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    place = {name: i for i, row in reversed([*enumerate(result.rows)]) for name in _names(row)}
    ordered = sorted(entries, key=lambda label: place[label])
    handles = [entries[label] for label in ordered]
    legend = figure.legend(handles, ordered, loc="outside lower left", **LEGEND)
    for text in legend.get_texts():
        text.set_color(LIGHT["ink"])
    return figure


FIGURES: Final = (
    StudyFigure(
        "error_by_k",
        "Test error against k",
        "The final point on examples that it has not seen. Methods without a subspace are dashed "
        "lines; bars and bands are one standard error.",
        error_by_k,
    ),
    StudyFigure(
        "curves",
        "Online error against examples seen",
        "The share of wrong predictions so far, each made before its example was learned from; "
        "mean over seeds. The best k of each kind is in bold, the others are thin.",
        curves,
    ),
    StudyFigure(
        "error_by_time",
        "Online error against time",
        "CPU time of prediction and learning on one thread, the least over seeds; numbers are k.",
        error_by_time,
    ),
    StudyFigure(
        "sensitivity",
        "Sensitivity to each hyper-parameter",
        "What a value comes to with the best values of the others, while tuning.",
        sensitivity,
    ),
)
