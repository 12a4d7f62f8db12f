from types import SimpleNamespace

import numpy as np
import pytest

from compadagrad import CompAdaGrad, DiagonalAdaGrad, FullAdaGrad, TrackedAdaGrad
from compadagrad.cli.spectrum import can_draw, picture, spectrum_of

RNG = np.random.default_rng(0)
GRADIENTS = RNG.standard_normal((40, 3)) @ RNG.standard_normal((3, 8))
GRADIENTS += 0.2 * RNG.standard_normal(GRADIENTS.shape)


@pytest.mark.parametrize("scale", [1.0, 1e-40, 1e40])
def test_energies_are_those_of_the_gradients(scale: float) -> None:
    G = scale**2 * GRADIENTS.T @ GRADIENTS
    for learner, dimension in (
        (FullAdaGrad(8, lr=0.1), 8), (TrackedAdaGrad(8, 3, lr=0.1), 3),
        (CompAdaGrad(8, 4, lr=0.1, seed=0), 4),
    ):  # fmt: skip
        for g in GRADIENTS:
            learner.step(scale * g)
        found = spectrum_of(learner)
        assert found is not None
        assert found.energies.shape == (dimension,)
        assert (np.diff(found.energies) <= 0).all()
        assert found.energies.sum() / np.trace(G) == pytest.approx(found.captured)
        if dimension == 8:
            np.testing.assert_allclose(found.energies, np.linalg.eigvalsh(G)[::-1], rtol=1e-9)
            assert found.captured == pytest.approx(1.0)
        elif dimension == 3:
            assert 0.9 < found.captured < 1.0


def test_a_diagonal_metric_has_no_spectrum() -> None:
    assert spectrum_of(DiagonalAdaGrad(8, lr=0.1)) is None


def test_nothing_is_known_before_the_first_gradient() -> None:
    found = spectrum_of(TrackedAdaGrad(8, 3, lr=0.1))
    assert found is not None
    assert np.isnan(found.captured)
    assert picture(found.energies) == ["no gradient yet"]


def test_a_picture_without_odd_letters() -> None:
    lines = picture(np.array([4.0, 2.0, *[0.1] * 20]), plain=True)
    assert all(line.isascii() for line in lines)
    assert lines[0].count("#") == 2 * lines[1].count("#") == 40
    assert len({len(line) for line in lines[:-1]}) == 1


@pytest.mark.parametrize(
    ("encoding", "can"), [("utf-8", True), ("latin-1", False), (None, False), ("no such", False)]
)
def test_what_can_be_written_is_known_by_the_encoding(encoding: str | None, can: bool) -> None:
    assert can_draw(SimpleNamespace(encoding=encoding)) == can


def test_a_picture_has_a_bar_for_each_and_a_word_for_the_rest() -> None:
    lines = picture(np.array([4.0, 2.0, *[0.1] * 20]))
    assert len(lines) == 17
    assert lines[0].count("█") == 2 * lines[1].count("█") == 40
    assert lines[-1].strip() == "6 more with 7.5 %"
    assert len({len(line) for line in lines[:-1]}) == 1
