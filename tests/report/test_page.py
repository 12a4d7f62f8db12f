import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from compadagrad.report import page, write_report
from compadagrad.report.palette import DARK, LIGHT
from compadagrad.report.studies import FIGURES
from report.browser import chromium, shown
from report.finished import FAILED, RESULT

WIDTHS = {"desktop": 1280, "phone": 390}


class Balanced(HTMLParser):
    """Notes every tag that is closed and was not open, and every one that stays open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("matplotlib")
    return write_report(RESULT, tmp_path_factory.mktemp("report"))


def test_it_is_well_formed(report: Path) -> None:
    parser = Balanced()
    parser.feed(report.read_text())
    assert (parser.wrong, parser.open) == ([], [])


def test_it_needs_no_network_and_no_script(report: Path) -> None:
    text = report.read_text()
    addresses = set(re.findall(r"https?://[^\"'\s<>)]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script|\bsrc=|@import|url\((?!#)", text)


def test_names_on_the_page_are_unique(report: Path) -> None:
    names = re.findall(r'\bid="([^"]*)"', report.read_text())
    assert len(names) == len(set(names))


def test_it_says_all_that_is_known(report: Path) -> None:
    text = report.read_text()
    for words in (
        "MNIST 4 &amp; 9", "some &lt;images&gt;", "tracked &lt;k=10&gt;", "12.50 ± 0.50",
        "0.056084", "0.056155", "0.2696", "prints no numbers", "learner = &quot;CompAdaGrad&quot;",
        "a &amp; b", "f" * 16, "0, 5", "η 1, δ 0.01, λ 0",
        "30.50 % with diagonal AdaGrad; 20.50 and 10.50 % with CompAdaGrad, k = 25 and 64.",
    ):  # fmt: skip
        assert words in text, words
    assert text.count("<svg") == len(FIGURES)
    assert "<images>" not in text


def test_our_figures_stand_beside_those_of_the_paper() -> None:
    text = page(RESULT, {})
    card = text.split("MNIST, 4 against 9")[1].split('<div class="card">')[0]
    assert "30.50 ± 0.50 %" in card
    assert "Here, test error" not in text.split("Reuters RCV1-v2")[1]


def test_what_came_to_nothing_is_on_the_page() -> None:
    text = page(FAILED, {})
    for words in (
        "1 of 4 settings came to nothing while it was tuned (&lt;grew&gt; [fast])",
        "† CompAdaGrad k=64: seed 5 came to nothing ([burst])",
        "<td>55.00 ± 45.00 †</td>", "<td>55.00 ± 45.00 % †</td>",
    ):  # fmt: skip
        assert words in text, words


def test_the_lowest_test_error_is_marked() -> None:
    marked = re.findall(r'<td class="best">([^<]*)', page(RESULT, {}))
    assert marked == ["5.50 ± 0.50"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", list(WIDTHS))
def test_it_is_readable_in_a_browser(
    report: Path, device: str, scheme: str, tmp_path: Path
) -> None:
    chromium()
    found = shown(report, WIDTHS[device], scheme, tmp_path)
    assert found.console == []
    assert found.measures["dark"] == (scheme == "dark")
    assert found.measures["window"] == WIDTHS[device]
    assert found.measures["width"] <= found.measures["window"]  # nothing hangs over
    assert len(found.measures["figures"]) == len(FIGURES)
    for width, height in found.measures["figures"]:
        assert width > 280.0
        assert height > 150.0
    assert found.measures["letters"] > 7.0
    check_picture(found.picture, WIDTHS[device], DARK if scheme == "dark" else LIGHT)


def check_picture(path: Path, width: int, palette: dict[str, str]) -> None:
    """The page has its ground, its ink, and the colours of the lines of its figures."""
    from matplotlib.image import imread

    pixels = (255 * imread(path)[:, :width, :3]).round().astype(np.uint8)
    assert pixels.shape[1] == width
    found = {bytes(p).hex() for p in np.unique(pixels.reshape(-1, 3), axis=0)}
    for name in ("wash", "paper", "ink", "series-0", "series-1"):
        assert palette[name].lstrip("#") in found, name
    assert bytes(pixels[2, 2]).hex() == palette["wash"].lstrip("#")
