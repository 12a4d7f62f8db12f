"""Figures as files: SVG that follows the colours around it, and PNG."""

import io
import re
from typing import Any

from compadagrad.report.palette import LIGHT, stylesheet

__all__ = ["STYLE", "png_bytes", "standalone_svg", "svg_text"]

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.size": 10.5,
    "axes.edgecolor": LIGHT["soft"],
    "axes.labelcolor": LIGHT["ink"],
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.titlesize": 10.5,
    "grid.color": LIGHT["line"],
    "grid.linewidth": 0.7,
    "text.color": LIGHT["ink"],
    "xtick.color": LIGHT["soft"],
    "ytick.color": LIGHT["soft"],
    "xtick.labelcolor": LIGHT["soft"],
    "ytick.labelcolor": LIGHT["soft"],
    "legend.frameon": False,
    "legend.fontsize": 9.3,
}
"""What figures are drawn with: pass it to :func:`matplotlib.rc_context`."""


def svg_text(figure: Any, name: str) -> str:
    """A figure as an SVG element for a page: its colours are the CSS variables of the palette.

    ``name`` distinguishes its identifiers from those of other figures on the page.
    """
    from matplotlib import rc_context

    stream = io.StringIO()
    _lay_out(figure)
    with rc_context({**STYLE, "svg.hashsalt": name}):
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
    text = stream.getvalue()
    text = text[text.index("<svg") :].strip()
    for variable, colour in LIGHT.items():
        text = text.replace(colour, f"var(--{variable})")
    text = re.sub(r"font: ([0-9.]+px) [^;\"]*", rf"font: \1 {FONT}", text)
    text = re.sub(r"font-family: [^;\"]*", f"font-family: {FONT}", text)
    text = re.sub(r"<(metadata|style).*?</\1>", "", text, flags=re.DOTALL)
    return _opened(_without_idle_names(text))


def _lay_out(figure: Any) -> None:
    """Put all in its place for good: a constrained layout goes on from the last one's places."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")


def _without_idle_names(text: str) -> str:
    """Without the identifiers that nothing refers to: other figures on a page have the same."""
    used = set(re.findall(r"#([\w-]+)", text))
    return re.sub(r' id="([^"]*)"', lambda m: m[0] if m[1] in used else "", text)


def _opened(text: str) -> str:
    """With an opening tag that leaves the size to the page."""
    opening, rest = text.split(">", 1)
    opening = re.sub(r' (width|height|xmlns:xlink)="[^"]*"', "", opening)
    rest = rest.replace("xlink:href", "href")
    return f'{opening} stroke-linejoin="round" role="img">{rest}'


def standalone_svg(text: str) -> bytes:
    """The SVG of :func:`svg_text` as a file of its own, with colours for light and for dark."""
    style = f"<style>\n{stylesheet(':root')}\n</style>"
    start = text.index(">") + 1
    document = f'<?xml version="1.0" encoding="utf-8"?>\n{text[:start]}\n{style}{text[start:]}\n'
    return document.encode()


def png_bytes(figure: Any) -> bytes:
    """A figure as a PNG file, on white."""
    stream = io.BytesIO()
    _lay_out(figure)
    figure.savefig(stream, format="png", dpi=200, facecolor=LIGHT["paper"])
    return stream.getvalue()
