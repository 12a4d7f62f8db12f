"""The paper's experiments as tables and figures: what ``compadagrad reproduce`` finds, kept here.

python benchmarks/studies.py {mnist49,rcv1,bovw} [--data DIR] [--seeds N] [--batch N [--tuning N]]
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from timing import Report, output_directory

from compadagrad._storage import replace_file
from compadagrad.experiments import EXPERIMENTS, Result, experiment_of, paired, run
from compadagrad.report import progress_bar
from compadagrad.report.drawing import STYLE, standalone_svg, svg_text
from compadagrad.report.studies import FIGURES
from compadagrad.report.summary import COLUMNS, cells, conditions, remarks

DRAWN: Final = {"mnist49": ("error_by_k", "error_by_time")}
"""The figures that are kept of an experiment; where there is one k, the table says it all."""


def told(report: Report, result: Result) -> None:
    """The conditions, the table, and every pair of neighbours in k."""
    report.say(*conditions(result), *remarks(result))
    report.say(f"Fingerprint of the data: {result.facts.fingerprint}.")
    versions = ", ".join(f"{name} {value}" for name, value in result.environment.items())
    report.say(f"Run on: {versions}.")
    row = report.table(result.facts.task, COLUMNS)
    for values in cells(result):
        row(*values)
    steps(report, result)


def steps(report: Report, result: Result) -> None:
    """What each k gains over the one before it, seed by seed."""
    row = report.table(
        "From each k to the next, paired by seed, points",
        ("from", "to", "online error", "test error"),
    )
    before = result.rows[0]
    for now in result.rows[1:]:
        if now.method.family != before.method.family:
            before = result.rows[0]
        found = (
            paired(
                [getattr(o, what) for o in now.outcomes],
                [getattr(o, what) for o in before.outcomes],
            )
            for what in ("online_error", "test_error")
        )
        row(before.method.name, now.method.name, *(e.percent(signed=True) for e in found))
        before = now


def drawn(result: Result, names: Sequence[str], folder: Path) -> None:
    from matplotlib import rc_context

    for figure in FIGURES:
        if figure.name in names:
            with rc_context(STYLE):
                text = svg_text(figure.draw(result), figure.name)
            replace_file(folder / f"{result.study.name}_{figure.name}.svg", [standalone_svg(text)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("experiment", choices=[str(name) for name in EXPERIMENTS])
    parser.add_argument("--data", help="folder of the data, or a word; see compadagrad reproduce")
    parser.add_argument("--seeds", type=int, help="how many permutations")
    parser.add_argument("--batch", type=int, help="examples a step; a study of another name")
    parser.add_argument("--tuning", type=int, help="how many examples a setting is tried on")
    parser.add_argument("--jobs", type=int, help="processes; by default one a core")
    output_directory(parser)
    options = parser.parse_args()
    study, folder = experiment_of(options.experiment).plan(options.data, False)
    if options.seeds:
        study = study.with_seeds(options.seeds)
    if options.batch:
        study = replace(study.with_batch(options.batch), name=f"{study.name}-batch{options.batch}")
    if options.tuning:
        study = replace(study, protocol=replace(study.protocol, tuning_examples=options.tuning))
    with progress_bar() as watch:
        result = run(study, folder, jobs=options.jobs, watch=watch)
    report = Report(f"The study {result.study.name}")
    told(report, result)
    report.save(options.output / f"{result.study.name}.md")
    drawn(result, DRAWN.get(options.experiment, ()), options.output)


if __name__ == "__main__":
    main()
