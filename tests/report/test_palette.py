import pytest

from compadagrad.report.palette import DARK, LIGHT, MARKERS, declarations, series, stylesheet


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return float(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_everything_is_readable_on_its_ground(palette: dict[str, str]) -> None:
    for ground in ("paper", "wash"):
        assert contrast(palette["ink"], palette[ground]) > 12.0
        assert contrast(palette["soft"], palette[ground]) > 4.5
        assert contrast(palette["accent"], palette[ground]) > 4.5
    for number in range(len(MARKERS)):
        assert contrast(palette[f"series-{number}"], palette["paper"]) > 3.0


def test_both_palettes_name_the_same_colours_and_each_has_one_name() -> None:
    assert list(LIGHT) == list(DARK)
    for palette in (LIGHT, DARK):
        assert len(set(palette.values())) == len(palette)


def test_series_recur() -> None:
    count = len(MARKERS)
    assert len({series(i) for i in range(count)}) == count
    assert series(count) == series(0) == (LIGHT["series-0"], MARKERS[0])


def test_css() -> None:
    assert declarations({"ink": "#000000", "line": "#ffffff"}) == "--ink: #000000; --line: #ffffff;"
    text = stylesheet(":root")
    assert LIGHT["ink"] in text.split("prefers-color-scheme: dark")[0]
    assert DARK["ink"] in text.split("prefers-color-scheme: dark")[1]
