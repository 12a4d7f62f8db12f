"""Chromium without a window, where it is installed."""

import json
import shutil
import subprocess
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

__all__ = ["Shown", "chromium", "shown"]

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--enable-logging=stderr",
)
SCHEMES: Final = {"dark": 0, "light": 1}
NARROWEST: Final = 500
"""Windows without a head are no narrower, whatever they are asked to be; frames are."""
FRAMED: Final = """<!doctype html>
<html style="color-scheme: light dark">
<body style="margin: 0">
<iframe style="border: 0; display: block" width="{width}" height="2400" srcdoc="{page}"></iframe>
</body>
</html>
"""
MEASURE: Final = """<script>
const box = element => { const r = element.getBoundingClientRect(); return [r.width, r.height]; };
parent.document.documentElement.dataset.found = JSON.stringify({
  figures: [...document.querySelectorAll("figure svg")].map(box),
  letters: Math.min(...[...document.querySelectorAll("figure svg text")].map(t => box(t)[1])),
  width: document.documentElement.scrollWidth,
  window: window.innerWidth,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
});
</script>"""


class Shown(NamedTuple):
    """What a browser has made of a page: measures, what it had to say, and a picture."""

    measures: dict[str, Any]
    console: list[str]
    picture: Path


def chromium() -> str:
    """The browser; the test is skipped where there is none."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    pytest.skip("no Chromium is installed")


def shown(page: Path, width: int, scheme: str, folder: Path) -> Shown:
    """Render a page in a frame of a width, for light or for dark; the picture may be wider."""
    browser, picture = chromium(), folder / f"{width}_{scheme}.png"
    framed = folder / f"{width}_{scheme}.html"
    measured = escape(page.read_text().replace("</body>", f"{MEASURE}</body>"))
    framed.write_text(FRAMED.format(width=width, page=measured))
    flags = [
        *FLAGS,
        f"--user-data-dir={folder / f'profile_{width}_{scheme}'}",
        f"--window-size={max(width, NARROWEST)},2400",
        f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
    ]
    dumped = run([browser, *flags, "--dump-dom", framed.as_uri()])
    found = dumped.stdout.split('data-found="')[1].split('"')[0].replace("&quot;", '"')
    pictured = run([browser, *flags, f"--screenshot={picture}", framed.as_uri()])
    said = (dumped.stderr + pictured.stderr).splitlines()
    return Shown(json.loads(found), [line for line in said if "CONSOLE" in line], picture)


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
