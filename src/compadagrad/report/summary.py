"""A study in words and in the cells of a table: what terminals and pages show alike."""

from collections.abc import Sequence
from typing import NamedTuple, final

from compadagrad.experiments import Result, Row, paired
from compadagrad.experiments.study import TUNE_BY, TUNE_ON, Value

__all__ = [
    "COLUMNS",
    "Highlight",
    "cells",
    "conditions",
    "difference",
    "headline",
    "highlights",
    "mark",
    "remarks",
    "setting",
]

EDGES = "at an edge"
COLUMNS = (
    "method",
    "online error, %",
    "test error, %",
    "test, less the first",
    "µs an example",
    "numbers kept",
    "setting",
    EDGES,
)

FAILED = " †"
"""Beside figures that hold a seed that came to nothing."""

SYMBOLS = {"lr": "η", "delta": "δ", "tau": "τ", "lambda": "λ"}


@final
class Highlight(NamedTuple):
    """The best method of a family."""

    row: Row
    value: str
    note: str


def cells(result: Result) -> list[tuple[str, ...]]:
    """A tuple of strings for each method, in the order of ``COLUMNS``."""
    return [
        (
            row.method.name,
            row.online.percent() + mark(row),
            row.test.percent() + mark(row),
            difference(result, row),
            f"{1e6 * row.seconds:,.1f}",
            f"{max(outcome.numbers for outcome in row.outcomes):,}",
            setting(row),
            ", ".join(SYMBOLS.get(name, name) for name in row.edges),
        )
        for row in result.rows
    ]


def difference(result: Result, row: Row) -> str:
    """The paired difference of test errors to the first method of the study, in points."""
    first = result.rows[0]
    if row is first:
        return "—"
    mine, its = ([outcome.test_error for outcome in r.outcomes] for r in (row, first))
    return paired(mine, its).percent(signed=True) + (mark(row) or mark(first))


def setting(row: Row) -> str:
    """The setting of a method, or those of its seeds where they differ."""
    distinct = [s for i, s in enumerate(row.settings) if s not in row.settings[:i]]
    return "; ".join(
        ", ".join(f"{SYMBOLS.get(name, name)} {_short(value)}" for name, value in setting.items())
        for setting in distinct
    )


def headline(families: Sequence[Sequence[Row]]) -> str:
    """The test errors of the first family, and of the one with the most k: the central result."""
    first, *others = families
    most = max(others, key=len, default=None)
    shown = [first] if most is None else [first, most]
    return f"Test error: {'; '.join(map(_in_brief, shown))}."


def _in_brief(rows: Sequence[Row]) -> str:
    errors = _listed([f"{100 * row.test.mean:.2f}{mark(row)}" for row in rows])
    ks = [str(row.method.k) for row in rows if row.method.k is not None]
    return f"{errors} % with {rows[0].method.family}" + (f", k = {_listed(ks)}" if ks else "")


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def highlights(families: Sequence[Sequence[Row]]) -> list[Highlight]:
    """The best of each family by online error."""
    best = [min(rows, key=lambda row: row.online.mean) for rows in families]
    return [
        Highlight(
            row,
            f"{100 * row.test.mean:.2f} %{mark(row)}",
            f"{1e6 * row.seconds:,.0f} µs an example",
        )
        for row in best
    ]


def conditions(result: Result, shown: Sequence[str] = COLUMNS) -> list[str]:
    """What was learned, and how settings were chosen, in a few sentences above these columns."""
    study, facts, protocol = result.study, result.facts, result.study.protocol
    sizes = sorted({len(method.settings()) for method in study.methods})
    budget = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    first = (
        f"the first {protocol.tuning_examples:,} examples of " if protocol.tuning_examples else ""
    )
    edges = f"; the column '{EDGES}' says which hyper-parameters are then at an end of their grid"
    step = "one a step" if protocol.batch == 1 else f"{protocol.batch} a step, averaged"
    return [
        f"{facts.data}.",
        f"Features: {facts.features}; {facts.n:,} in all.",
        f"{protocol.loss.capitalize()} loss; {facts.examples:,} examples in {len(study.seeds)} "
        f"permutations, each seen once, {step}; {facts.held_back:,} held back. Figures are means "
        f"and standard errors over the permutations.",
        f"Every method has a grid of {budget} settings. The one is taken that is lowest in "
        f"{TUNE_BY[protocol.tune_by]}, on {first}{TUNE_ON[protocol.tune_on]}"
        f"{edges if EDGES in shown else ''}.",
    ]


def remarks(result: Result) -> list[str]:
    """What came to nothing, and why: settings that were tried, and seeds with the best one."""
    rows = result.rows
    return [
        *(_settings_that_failed(row) for row in rows if any(t.failures for t in row.tuned)),
        *(_seeds_that_failed(row, result.study.seeds) for row in rows if row.failures),
    ]


def _settings_that_failed(row: Row) -> str:
    failed, tried = sum(t.failures for t in row.tuned), sum(len(t.scores) for t in row.tuned)
    over = f" over {len(row.tuned)} permutations" if len(row.tuned) > 1 else ""
    why = next(t.reason for t in row.tuned if t.failures)
    return (
        f"{row.method.name}: {failed} of {tried} settings{over} came to nothing while it was tuned "
        f"({why})."
    )


def _seeds_that_failed(row: Row, seeds: Sequence[int]) -> str:
    pairs = zip(seeds, row.outcomes, strict=True)
    failed = [str(seed) for seed, outcome in pairs if outcome.failure]
    return (
        f"{FAILED.strip()} {row.method.name}: seed{'s' * (len(failed) > 1)} {_listed(failed)} came "
        f"to nothing ({row.failures[0]}), which counts as an error of 100 %."
    )


def mark(row: Row) -> str:
    """What stands beside the figures of a method that came to nothing on a seed."""
    return FAILED if row.failures else ""


def _short(value: Value) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
