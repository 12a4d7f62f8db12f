import sys

import pytest

from compadagrad import InvalidInputError
from compadagrad.report.canvas import axes_of


def test_axes_that_are_given_are_taken() -> None:
    given = object()
    assert axes_of(given) is given


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InvalidInputError, match=r"pip install 'compadagrad\[report\]'"):
        axes_of(None)


def test_new_axes_have_a_figure() -> None:
    pytest.importorskip("matplotlib")
    axes = axes_of(None)
    assert axes.figure.axes == [axes]
