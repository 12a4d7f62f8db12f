from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad.games.hindsight import Whole, _neighbours_together, has_kinks
from compadagrad.games.rounds import Linear, Round, as_round
from compadagrad.losses import Absolute, Hinge, Huber, Logistic, Loss, Poisson, Quantile, Squared
from games.sequences import Cone

RNG = np.random.default_rng(0)
N = 4
LOSSES = [Logistic(), Hinge(), Squared(), Absolute(), Huber(0.5), Quantile(0.8), Poisson()]


def rounds(loss: Loss) -> list[Round]:
    """Single examples, batches of several sizes, sparse rows."""
    y = {"binary": [1.0, -1.0], "real": [0.5, -2.0], "count": [0.0, 3.0]}[loss.labels]
    single = [as_round((RNG.standard_normal(N), y[i % 2]), loss, N, 1) for i in range(5)]
    batch = as_round((RNG.standard_normal((2, N)), y), loss, N, 1)
    thin = as_round((sparse.csr_array(RNG.standard_normal((2, N))), y), loss, N, 1)
    return [*single, batch, thin]


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.kind)
def test_the_value_is_the_average_of_the_rounds(loss: Loss) -> None:
    each, x = [*rounds(loss), as_round(Cone(np.ones(N)), loss, N, 1)], RNG.standard_normal(N)
    assert Whole(each).value(x) == pytest.approx(np.mean([f.value(x) for f in each]))


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.kind)
@pytest.mark.parametrize("mu", [1.0, 1e-2])
def test_the_gradient_is_that_of_the_smoothed_value(loss: Loss, mu: float) -> None:
    whole, x, h = Whole(rounds(loss)), RNG.standard_normal(N), 1e-6
    slopes = [
        (whole.support(x + h * e, mu).value - whole.support(x - h * e, mu).value) / (2 * h)
        for e in np.eye(N)
    ]
    assert whole.support(x, mu).gradient == pytest.approx(slopes, abs=1e-5)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.kind)
def test_the_line_is_below_the_function_and_the_smoothed_one_between(loss: Loss) -> None:
    whole = Whole(rounds(loss))
    for mu in (1.0, 1e-3):
        x = RNG.standard_normal(N)
        smooth = whole.support(x, mu)
        assert smooth.value <= whole.value(x) + 1e-12
        assert whole.value(x) - smooth.value <= mu
        for z in (x, *RNG.standard_normal((20, N))):
            assert smooth.gradient @ z + smooth.below <= whole.value(z) + 1e-12


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_rows_of_one_matrix_are_stacked_at_once(form: Any) -> None:
    """In the order of the rounds, whatever that is."""
    A, y = form(RNG.standard_normal((6, N))), np.where(RNG.random(6) < 0.5, 1.0, -1.0)
    order = [0, 1, 2, 5, 4, 2, 3]
    each: list[Round] = [Linear(A, y, Logistic(), i, i + 1) for i in order]
    each.insert(3, as_round((RNG.standard_normal(N), 1.0), Logistic(), N, 1))
    x = RNG.standard_normal(N)
    assert Whole(each).value(x) == pytest.approx(np.mean([f.value(x) for f in each]))
    parts = _neighbours_together([f for f in each if isinstance(f, Linear)])
    assert [part.shape[0] for part in parts] == [3, 1, 1, 1, 2]


def test_which_losses_have_kinks() -> None:
    assert [has_kinks(loss) for loss in LOSSES] == [False, True, False, True, False, True, False]
    assert Whole(rounds(Hinge())).has_kinks
    assert not Whole(rounds(Logistic())).has_kinks


def test_the_sizes_of_the_features_are_root_mean_squares_over_rounds() -> None:
    rows = np.array([[3.0, 0.0], [4.0, 0.0]])
    single = [as_round((row, 1.0), Logistic(), 2, 1) for row in rows]
    together = [as_round((sparse.csr_array(rows), np.ones(2)), Hinge(), 2, 1)]
    for each in (single, together, [*single, *together]):
        assert Whole(each).scales(2) == pytest.approx([np.sqrt(12.5), 1.0])
    assert Whole([*single, as_round(Cone(np.ones(2)), Hinge(), 2, 1)]).scales(2).tolist() == [1, 1]
