"""The page of a study: one file of HTML, with its figures in it, that needs no network."""

from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Final

from compadagrad.experiments import Result, study_to_toml
from compadagrad.report.palette import MARKERS, stylesheet
from compadagrad.report.paper import PAPER, Reported, reported
from compadagrad.report.studies import FIGURES, families
from compadagrad.report.summary import (
    COLUMNS,
    cells,
    conditions,
    headline,
    highlights,
    mark,
    remarks,
)

__all__ = ["page"]

HEAD: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<main>
"""
FOOT: Final = "</main>\n</body>\n</html>\n"


def page(result: Result, drawn: Mapping[str, str]) -> str:
    """The page; ``drawn`` has the figures as SVG elements, by name."""
    marks = {
        row.method.name: f'style="--mark: var(--series-{number % len(MARKERS)})"'
        for number, rows in enumerate(families(result))
        for row in rows
    }
    css = (files("compadagrad.report") / "page.css").read_text("utf-8")
    title = escape(f"{result.facts.task}: {result.study.name}")
    return "".join(
        (
            HEAD.format(title=title, style=stylesheet(":root") + "\n" + css),
            _opening(result, marks),
            _figures(drawn),
            _results(result, marks),
            _beside_the_paper(result),
            _how_it_was_run(result),
            FOOT,
        )
    )


def _opening(result: Result, marks: Mapping[str, str]) -> str:
    tiles = "".join(
        f'<div class="tile" {marks[row.method.name]}>{escape(row.method.name)}'
        f"<b>{escape(value)}</b><small>test error; {escape(note)}</small></div>\n"
        for row, value, note in highlights(families(result))
    )
    words = "".join(f"<p>{escape(sentence)}</p>\n" for sentence in conditions(result)[:2])
    words += f'<p class="headline">{escape(headline(families(result)))}</p>\n'
    return (
        f'<header>\n<p class="eyebrow">CompAdaGrad · {escape(result.study.name)}</p>\n'
        f'<h1>{escape(result.facts.task)}</h1>\n{words}</header>\n<div class="tiles">\n{tiles}'
        f"</div>\n"
    )


def _figures(drawn: Mapping[str, str]) -> str:
    shown = "".join(
        f"<figure>\n<h3>{escape(figure.title)}</h3>\n"
        f"{_labelled(drawn[figure.name], figure.title)}\n"
        f"<figcaption>{escape(figure.caption)}</figcaption>\n</figure>\n"
        for figure in FIGURES
        if figure.name in drawn
    )
    return f'<h2>Figures</h2>\n<div class="figures">\n{shown}</div>\n'


def _labelled(svg: str, title: str) -> str:
    return svg.replace("<svg", f'<svg aria-label="{escape(title)}"', 1)


def _results(result: Result, marks: Mapping[str, str]) -> str:
    head = "".join(f"<th{_side(name)}>{escape(name)}</th>" for name in COLUMNS)
    best = min(row.test.mean for row in result.rows)
    rows = ""
    for row, (name, *values) in zip(result.rows, cells(result), strict=True):
        shown = [
            f"<td{_side(column)}>{escape(value)}</td>"
            for column, value in zip(COLUMNS[1:], values, strict=True)
        ]
        if row.test.mean == best:
            shown[1] = shown[1].replace("<td>", '<td class="best">')
        rows += f'<tr><th scope="row"><span class="dot" {marks[name]}></span>{escape(name)}</th>'
        rows += "".join(shown) + "</tr>\n"
    sentences = [*conditions(result)[2:], *remarks(result)]
    words = "".join(f"<p>{escape(sentence)}</p>\n" for sentence in sentences)
    return (
        f'<h2>Results</h2>\n{words}<div class="panel scroll"><table>\n<thead><tr>{head}</tr>'
        f"</thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )


def _side(column: str) -> str:
    return ' class="left"' if column == "setting" else ""


def _beside_the_paper(result: Result) -> str:
    mine = reported(result)
    cards = "".join(_card(known, result if known is mine else None) for known in PAPER)
    return f'<h2>Beside the paper</h2>\n<div class="pair">\n{cards}</div>\n'


def _card(known: Reported, result: Result | None) -> str:
    printed = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in known.printed
    )
    ours = ""
    if result is not None:
        rows = "".join(
            f"<tr><th>{escape(row.method.name)}</th>"
            f"<td>{escape(row.test.percent())} %{mark(row)}</td></tr>"
            for row in result.rows
            if row.method.learner in ("DiagonalAdaGrad", "CompAdaGrad")
        )
        ours = f'<p class="soft">Here, test error:</p><table><tbody>{rows}</tbody></table>'
    table = f"<table><tbody>{printed}</tbody></table>" if printed else ""
    return (
        f'<div class="card"><h3>{escape(known.title)}</h3><p>{escape(known.claim)}</p>{table}{ours}'
        f"</div>\n"
    )


def _how_it_was_run(result: Result) -> str:
    seeds = ", ".join(map(str, result.study.seeds))
    machine = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>"
        for name, value in result.environment.items()
    )
    return (
        f"<h2>How it was run</h2>\n"
        f"<details><summary>The study in TOML; run it again with <code>--study FILE</code>"
        f"</summary><pre>{escape(study_to_toml(result.study))}</pre></details>\n"
        f'<div class="pair"><div class="card"><h3>Environment</h3><table><tbody>{machine}</tbody>'
        f'</table></div>\n<div class="card"><h3>Data and seeds</h3><table><tbody>'
        f"<tr><th>fingerprint of the data</th><td>{escape(result.facts.fingerprint)}</td></tr>"
        f"<tr><th>seeds</th><td>{escape(seeds)}</td></tr></tbody></table></div></div>\n"
    )
