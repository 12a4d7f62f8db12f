"""The figure: online error against time an example."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from contest_parts.rows import Row, estimate

__all__ = ["plot"]

MARKERS = {"tracked": "*", "S-AdaGrad": "s", "CompAdaGrad": "^", "RadaGrad": "v", "diagonal": "D",
           "full": "P", "online": "X", "gradient": "o"}  # fmt: skip


def plot(rows: Sequence[Row], path: Path) -> bool:
    """Draw a panel for each task; False where no time was measured or Matplotlib is absent."""
    timed = [row for row in rows if row.seconds is not None]
    if not timed:
        return False
    try:
        import matplotlib
    except ImportError:
        print("no figure: Matplotlib is not installed")
        return False
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "compadagrad"
    import matplotlib.pyplot as plt

    tasks = list(dict.fromkeys(row.task for row in timed))
    methods = list(dict.fromkeys(row.method for row in timed))
    colours = plt.get_cmap("tab20")
    figure, axes = plt.subplots((len(tasks) + 2) // 2, 2, squeeze=False, layout="constrained",
                                figsize=(10.0, 3.2 * ((len(tasks) + 2) // 2)))  # fmt: skip
    panels = dict(zip(tasks, axes.flat, strict=False))
    for row in timed:
        online = estimate(row.online)
        number = methods.index(row.method)
        panels[row.task].errorbar(
            1e6 * (row.seconds or 0.0), 100 * online.mean, 100 * online.error,
            marker=MARKERS.get(row.method.split()[0], "."), color=colours(number % 20),
            markersize=8, linestyle="none", label=row.method,
        )  # fmt: skip
    for task, panel in panels.items():
        panel.set(xscale="log", title=task, xlabel="µs an example", ylabel="online error, %")
        panel.grid(alpha=0.3)
    for spare in list(axes.flat)[len(tasks) :]:
        spare.axis("off")
    labelled: dict[str, Any] = {}
    for panel in panels.values():
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
            labelled.setdefault(label, handle)
    axes.flat[len(tasks)].legend(
        labelled.values(), labelled.keys(), loc="center", ncols=2, fontsize=7
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
    return True
