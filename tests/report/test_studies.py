from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from compadagrad.experiments import Result, Tuned
from compadagrad.report.drawing import STYLE
from compadagrad.report.palette import LIGHT
from compadagrad.report.studies import (
    FIGURES,
    curves,
    error_by_k,
    error_by_time,
    families,
    sensitivity,
)
from report.finished import RESULT, STUDY, error_of


@pytest.fixture(autouse=True)
def style() -> Iterator[None]:
    matplotlib = pytest.importorskip("matplotlib")
    with matplotlib.rc_context(STYLE):
        yield


def lines(axes: Any) -> dict[str, Any]:
    """Lines by their labels, those of error bars included."""
    found = {line.get_label(): line for line in axes.get_lines()}
    for container in axes.containers:
        found[container.get_label()] = container[0]
    return found


def legend(figure: Any) -> list[str]:
    return [text.get_text() for text in figure.legends[0].get_texts()]


def mean(method: int) -> float:
    return 100 * (error_of(method, 0) + error_of(method, 1)) / 2


def test_families_are_in_the_order_of_the_study_and_of_k() -> None:
    names = [[row.method.name for row in rows] for rows in families(RESULT)]
    assert names == [
        ["diagonal AdaGrad"], ["CompAdaGrad k=25", "CompAdaGrad k=64"], ["tracked <k=10>"]
    ]  # fmt: skip


def test_test_error_is_drawn_against_k() -> None:
    figure = error_by_k(RESULT)
    found = lines(figure.axes[0])
    compressed = found["CompAdaGrad"]
    assert list(compressed.get_xdata()) == [25, 64]
    assert compressed.get_ydata() == pytest.approx([mean(2), mean(1)])
    assert found["diagonal AdaGrad"].get_ydata() == pytest.approx([mean(0), mean(0)])
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == ["10", "25", "64"]
    assert legend(figure)[:2] == ["diagonal AdaGrad", "CompAdaGrad"]
    assert compressed.get_color() == LIGHT["series-1"]


def test_error_bars_are_standard_errors() -> None:
    axes = error_by_k(RESULT).axes[0]
    (bars,) = axes.containers[0][2]
    ends = bars.get_segments()[0][:, 1]
    spread = 100 * np.std([error_of(2, 0), error_of(2, 1)], ddof=1) / np.sqrt(2)
    assert ends == pytest.approx([mean(2) - spread, mean(2) + spread])


def test_curves_are_means_over_seeds_and_the_best_k_is_in_bold() -> None:
    figure = curves(RESULT)
    found = [line for line in figure.axes[0].get_lines() if len(line.get_xdata()) == 3]
    assert len(found) == 4
    bold = lines(figure.axes[0])["CompAdaGrad k=64"]
    assert list(bold.get_xdata()) == [10, 100, 800]
    assert bold.get_ydata() == pytest.approx([50.0, 25.0, mean(1) + 2.0])
    thin = [line for line in found if line.get_linewidth() < 1.0]
    assert [line.get_ydata()[-1] for line in thin] == pytest.approx([mean(2) + 2.0])
    assert legend(figure) == ["diagonal AdaGrad", "CompAdaGrad k=64", "tracked <k=10>"]


def test_online_error_is_drawn_against_time() -> None:
    axes = error_by_time(RESULT).axes[0]
    found = lines(axes)["CompAdaGrad"]
    assert found.get_xdata() == pytest.approx([30.0, 20.0])  # µs an example; k = 25 comes first
    assert found.get_ydata() == pytest.approx([mean(2) + 2.0, mean(1) + 2.0])
    assert {text.get_text() for text in axes.texts} == {"25", "64", "10"}


def test_sensitivity_has_a_panel_for_what_was_tuned() -> None:
    figure = sensitivity(RESULT)
    panels = [axes for axes in figure.axes if axes.axison]
    assert [axes.get_title(loc="left") for axes in panels] == ["η, the rate", "δ"]
    line = lines(panels[0])["CompAdaGrad k=64"]
    assert line.get_ydata() == pytest.approx([20.0, 10.0])  # the best of 0.3, 0.2 and of 0.1, 0.4
    assert [tick.get_text() for tick in panels[0].get_xticklabels()] == ["0.1", "1"]


def test_labels_of_many_values_do_not_meet() -> None:
    deltas = (1e-4, 1e-3, 0.01, 0.1, 1.0, 100.0, 1e4)
    method = replace(STUDY.methods[0], grid=({"delta": deltas},))
    tuned = Tuned(0, tuple((0.1 * (i + 1), 1.0) for i in range(7)))
    row = replace(RESULT.rows[0], method=method, tuned=(tuned,), settings=({"delta": 1e-4},) * 2)
    study = replace(STUDY, methods=(method,))
    panel = sensitivity(replace(RESULT, study=study, rows=(row,))).axes[0]
    labels = [tick.get_text() for tick in panel.get_xticklabels()]
    assert labels == ["1e-4", "", "0.01", "", "1", "", "1e4"]


def test_numbers_of_families_side_by_side_are_above_and_below() -> None:
    places = {
        text.get_text(): text.get_position()[1] for text in error_by_time(RESULT).axes[0].texts
    }
    assert places["64"] > 0 > places["10"]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_study_of_one_method_one_seed_and_one_setting_is_drawn(figure: Any) -> None:
    method = replace(STUDY.methods[0], grid=({"lr": (0.1,)},))
    row = RESULT.rows[0]
    row = replace(row, method=method, tuned=(Tuned(0, ((0.1, 1.0),)),), outcomes=row.outcomes[:1],
                  settings=({"lr": 0.1},))  # fmt: skip
    study = replace(STUDY, methods=(method,), seeds=(0,))
    found = figure.draw(Result(study, RESULT.facts, (row,), {}))
    found.savefig("/dev/null", format="svg")


def test_a_failed_seed_leaves_the_others() -> None:
    row = RESULT.rows[0]
    failed = replace(row.outcomes[0], failure="why", curve=())
    changed = replace(row, outcomes=(failed, row.outcomes[1]))
    axes = curves(replace(RESULT, rows=(changed, *RESULT.rows[1:]))).axes[0]
    line = lines(axes)["diagonal AdaGrad"]
    assert line.get_ydata()[-1] == pytest.approx(100 * error_of(0, 1) + 2.0)
