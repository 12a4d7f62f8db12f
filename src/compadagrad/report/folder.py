"""The folder of a report: the page, its figures as files, the study and its result."""

from pathlib import Path
from typing import Any, Final

from compadagrad._storage import replace_file
from compadagrad.errors import InvalidInputError
from compadagrad.experiments import Result, write_result, write_study
from compadagrad.report.drawing import STYLE, png_bytes, standalone_svg, svg_text
from compadagrad.report.page import page
from compadagrad.report.studies import FIGURES

__all__ = ["PAGE", "write_report"]

PAGE: Final = "report.html"


def write_report(result: Result, folder: Path) -> Path:
    """Write ``report.html``, ``result.json``, ``study.toml`` and the figures as PNG and SVG.

    Returns
    -------
    pathlib.Path
        The page.
    """
    _make(folder / "figures")
    drawn = {}
    for known in FIGURES:
        figure = _drawn(known.draw, result)
        drawn[known.name] = svg_text(figure, known.name)
        replace_file(folder / "figures" / f"{known.name}.svg", [standalone_svg(drawn[known.name])])
        replace_file(folder / "figures" / f"{known.name}.png", [png_bytes(figure)])
    write_study(result.study, folder / "study.toml")
    write_result(result, folder / "result.json")
    replace_file(folder / PAGE, [page(result, drawn).encode()])
    return folder / PAGE


def _drawn(draw: Any, result: Result) -> Any:
    try:
        from matplotlib import rc_context
    except ImportError:
        raise InvalidInputError(
            "figures are drawn by Matplotlib, which is not installed; "
            "get it with: pip install 'compadagrad[report]'"
        ) from None
    with rc_context(STYLE):
        return draw(result)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInputError(
            f"cannot make the folder {folder} ({error.strerror}); name another one with --out"
        ) from None
