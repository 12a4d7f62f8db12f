import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from compadagrad.report.canvas import new_figure
from compadagrad.report.drawing import STYLE, png_bytes, standalone_svg, svg_text
from compadagrad.report.palette import DARK, LIGHT


@pytest.fixture
def figure() -> Any:
    matplotlib = pytest.importorskip("matplotlib")
    with matplotlib.rc_context(STYLE):
        axes = new_figure((3.0, 2.0)).add_subplot()
        axes.plot([1, 2], [1, 2], color=LIGHT["series-1"], marker="o", label="a & b")
        axes.legend()
    return axes.figure


def test_colours_are_variables(figure: Any) -> None:
    text = svg_text(figure, "name")
    assert not any(colour in text for colour in LIGHT.values())
    assert {"var(--series-1)", "var(--soft)", "var(--ink)"} <= set(
        re.findall(r"var\([^)]*\)", text)
    )


def test_the_text_is_text_and_has_the_font_of_the_page(figure: Any) -> None:
    text = svg_text(figure, "name")
    assert "a &amp; b" in text
    assert "DejaVu" not in text


def test_the_page_decides_its_size(figure: Any) -> None:
    root = ElementTree.fromstring(svg_text(figure, "name"))
    assert root.get("viewBox")
    assert root.get("width") is root.get("height") is None


def test_figures_of_one_page_share_no_names(figure: Any) -> None:
    texts = [svg_text(figure, name) for name in ("one", "other")]
    names = [set(re.findall(r'\bid="([^"]*)"', text)) for text in texts]
    assert names[0]
    assert not names[0] & names[1]
    for text, own in zip(texts, names, strict=True):
        assert set(re.findall(r"#([\w-]+)", text)) == own


def test_the_same_figure_has_the_same_bytes(figure: Any) -> None:
    first = svg_text(figure, "name"), png_bytes(figure)
    assert (svg_text(figure, "name"), png_bytes(figure)) == first


def test_a_file_of_its_own_has_both_palettes(figure: Any) -> None:
    content = standalone_svg(svg_text(figure, "name"))
    ElementTree.fromstring(content)
    assert LIGHT["series-1"].encode() in content
    assert DARK["series-1"].encode() in content


def test_png(figure: Any) -> None:
    content = png_bytes(figure)
    assert content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20], "big") == 600  # 3 inches at 200 dots
