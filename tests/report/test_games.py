from pathlib import Path

import numpy as np
import pytest
from games.sequences import correlated

from compadagrad import CompAdaGrad, InvalidInputError, TrackedAdaGrad
from compadagrad.games import Record, play, regret_growth
from compadagrad.regularizers import SquaredL2
from compadagrad.report import loss_figure, regret_figure
from compadagrad.report.palette import series

N, GAME = 8, correlated(80, 8)
PHI = SquaredL2(0.05)


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    pytest.importorskip("matplotlib")
    return {
        "compressed": play(CompAdaGrad(N, 4, lr=0.5, regularizer=PHI), GAME),
        "tracked": play(TrackedAdaGrad(N, 4, lr=0.5, regularizer=PHI), GAME),
    }


def test_regret_and_bounds_are_drawn_as_they_are(records: dict[str, Record]) -> None:
    axes = regret_figure(records, points=4)
    regret, bound, tracked = axes.get_lines()  # one learner has no bound
    growth = regret_growth(records["compressed"], 4)
    assert np.array_equal(regret.get_xdata(), growth.rounds)
    assert regret.get_ydata() == pytest.approx(growth.regret)
    assert bound.get_ydata() == pytest.approx(growth.bound)
    assert bound.get_color() == regret.get_color() != tracked.get_color()
    assert axes.get_xscale() == axes.get_yscale() == "log"
    assert (regret.get_color(), regret.get_marker()) == series(0)
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels[0] == f"compressed: $t^{{{growth.exponent:.2f}}}$"
    assert labels[1].startswith("tracked")


class Nothing:
    """The function 0: no regret at all."""

    def value(self, x: np.ndarray) -> float:
        return 0.0

    def subgradient(self, x: np.ndarray) -> np.ndarray:
        return np.zeros_like(x)


def test_a_regret_that_is_never_positive_is_left_out(records: dict[str, Record]) -> None:
    none = play(TrackedAdaGrad(N, 4, lr=0.5), [Nothing()] * 20)
    for shown in ({"none": none}, {"none": none, **records}):
        axes = regret_figure(shown, points=4)
        axes.figure.draw_without_rendering()  # a warning would be an error
        assert axes.get_legend().get_texts()[0].get_text() == "none: none above 0"
        assert axes.get_yscale() == ("linear" if len(shown) == 1 else "log")


def test_losses_are_drawn_against_time(records: dict[str, Record]) -> None:
    line, other = loss_figure(records).get_lines()
    assert [line.get_color(), other.get_color()] == [series(0)[0], series(1)[0]]
    record = records["compressed"]
    assert np.array_equal(line.get_xdata(), record.seconds)
    assert line.get_ydata()[-1] == pytest.approx(record.total / len(record))


def test_figures_can_be_saved_and_share_axes(records: dict[str, Record], tmp_path: Path) -> None:
    axes = regret_figure(records, points=3)
    assert loss_figure(records, axes=axes) is axes
    axes.figure.savefig(tmp_path / "regret.png")
    assert (tmp_path / "regret.png").stat().st_size > 1000


def test_the_legend_hides_no_curve(records: dict[str, Record]) -> None:
    axes = regret_figure(records, points=3)
    axes.figure.draw_without_rendering()
    assert axes.get_legend().get_window_extent().y1 < axes.get_window_extent().y0


def test_what_is_no_record_is_refused() -> None:
    for bad in ({}, {"a": None}, {"a": Record(CompAdaGrad(N, 4, lr=0.5))}, "record"):
        with pytest.raises(InvalidInputError, match="records"):
            loss_figure(bad)  # type: ignore[arg-type]
