"""The setting of each method, by its online loss on the first permutation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from contest_parts.entries import Entry, Scale
from contest_parts.grids import Grid, Setting
from contest_parts.pool import Pool

__all__ = ["MARGIN", "Tuned", "tune", "widened_alike"]

MARGIN = 5e-3
"""An edge counts if nothing away from it comes this near to the best loss."""


@final
@dataclass(frozen=True)
class Tuned:
    """A grid with the loss of each of its settings."""

    grid: Grid
    losses: tuple[float, ...]

    @property
    def best(self) -> Setting:
        """The setting with the lowest loss."""
        return self.grid.settings()[self.losses.index(min(self.losses))]

    @property
    def edges(self) -> dict[str, float]:
        """Where the best lies at an edge, and how much worse it is away from there."""
        return self.grid.edges(self.losses, MARGIN)


def tune(entries: Sequence[Entry], pool: Pool, scale: Scale) -> list[Tuned]:
    """Run the grids of one task, and widen all of them alike for as long as one asks for it."""
    grids = [entry.method.grid.thinned(scale.every) for entry in entries]
    for widened in range(scale.widenings + 1):
        name = f"{entries[0].task.name}, tuning" + (f", widened {widened}x" if widened else "")
        found = evaluate(entries, grids, pool, scale, name)
        asked = [tuned.edges for tuned in found]
        if widened == scale.widenings or not any(asked):
            break
        grids = widened_alike(found, asked)
    return found


def evaluate(
    entries: Sequence[Entry], grids: Sequence[Grid], pool: Pool, scale: Scale, name: str
) -> list[Tuned]:
    trials = [
        entry.tuning_trial(setting, scale)
        for entry, grid in zip(entries, grids, strict=True)
        for setting in grid.settings()
    ]
    outcomes = pool.run(trials, name)
    tuned, start = [], 0
    for entry, grid in zip(entries, grids, strict=True):
        part = outcomes[start : start + len(grid.settings())]
        start += len(part)
        tuned.append(Tuned(grid, tuple(float(outcome["loss"]) for outcome in part)))
        if min(tuned[-1].losses) == float("inf"):
            raise RuntimeError(f"{entry.method.name} fails with all settings: {part[0]['failure']}")
    return tuned


def widened_alike(found: Sequence[Tuned], asked: Sequence[dict[str, float]]) -> list[Grid]:
    """The next grids, given the edges of everybody's best: of one size, if they were before."""
    everybody = set().union(*asked)
    low, high = "low" in everybody, "high" in everybody
    grids = [
        tuned.grid if tuned.grid.rates_alone else widened(tuned, own, everybody)
        for tuned, own in zip(found, asked, strict=True)
    ]
    count = max(len(grid.settings()) for grid in grids)
    return [
        grid.grown(count, tuned.best, low=low, high=high) if grid.rates_alone else grid
        for grid, tuned in zip(grids, found, strict=True)
    ]


def widened(tuned: Tuned, own: dict[str, float], everybody: set[str]) -> Grid:
    """The next grid of one method, given the edges of its own best and of everybody's."""
    grid = tuned.grid
    if everybody - {"low", "high"}:
        axes = [name for name in own if name not in ("low", "high")]
        axis = max(axes, key=lambda name: own[name], default=None)
        grid = grid.with_combo(tuned.best, axis)
    return grid.with_rates(low="low" in everybody, high="high" in everybody)
