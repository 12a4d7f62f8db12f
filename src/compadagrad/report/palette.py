"""Colours of figures and pages, for light and for dark."""

from typing import Final

__all__ = ["DARK", "LIGHT", "MARKERS", "declarations", "series", "stylesheet"]

LIGHT: Final = {
    "ink": "#1c2430",
    "soft": "#5b6675",
    "line": "#d9dfe7",
    "paper": "#ffffff",
    "wash": "#f4f6f9",
    "accent": "#1d63d1",
    "series-0": "#66707f",
    "series-1": "#1f6fd7",
    "series-2": "#8b5fd3",
    "series-3": "#d4490c",
    "series-4": "#0c8a6b",
    "series-5": "#a56a00",
    "series-6": "#c0255d",
    "series-7": "#3f7d20",
}

DARK: Final = {
    "ink": "#e7ebf1",
    "soft": "#9fabbb",
    "line": "#2f3a49",
    "paper": "#161c25",
    "wash": "#0f141b",
    "accent": "#79b0ff",
    "series-0": "#a3aebd",
    "series-1": "#6cabff",
    "series-2": "#bb9fff",
    "series-3": "#ff8d5f",
    "series-4": "#4fd3ae",
    "series-5": "#f2bb4e",
    "series-6": "#ff7dab",
    "series-7": "#93d46c",
}

MARKERS: Final = "Dos*^Pv<"


def series(number: int) -> tuple[str, str]:
    """The light colour and the marker of a series; they recur after eight."""
    place = number % len(MARKERS)
    return LIGHT[f"series-{place}"], MARKERS[place]


def declarations(colours: dict[str, str]) -> str:
    """CSS variables."""
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def stylesheet(selector: str) -> str:
    """The variables for light and dark, under a selector."""
    return (
        f"{selector} {{ {declarations(LIGHT)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ {selector} {{ {declarations(DARK)} }} }}"
    )
