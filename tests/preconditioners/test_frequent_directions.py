from typing import Any

import numpy as np
from numpy.typing import NDArray

from compadagrad import reference
from compadagrad.preconditioners import FrequentDirections, Preconditioner
from preconditioners.moving import MovingConformance, N, gradients, run
from preconditioners.spaces import with_unit

Array = NDArray[Any]


class TestFrequentDirections(MovingConformance):
    def make(self, k: int) -> Preconditioner:
        return FrequentDirections(N, k, delta=0.1)

    def expected(self, G: Array, k: int) -> Array:
        return reference.sketched_metric(G, k, delta=0.1)

    def test_the_rank_grows_with_the_gradients(self) -> None:
        """A sketch that shrinks may lose directions again, but never has more than k."""
        G = gradients()
        ranks = [run(self.make(4), G[:t])[0].rank for t in range(1, 9)]
        assert ranks[:6] == [0, 0, 1, 2, 3, 4]
        assert max(ranks) == 4


def test_gathering_first_gives_the_same_metric() -> None:
    G, preconditioner = gradients(), FrequentDirections(N, 3, delta=0.1)
    memory = preconditioner.start(np.dtype(np.float64))
    for g in G:
        memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
    _, gathered = preconditioner.refresh(memory)
    _, metric = run(preconditioner, G)
    np.testing.assert_allclose(with_unit(gathered), with_unit(metric), atol=1e-13)


def test_a_metric_stays_while_gradients_are_gathered() -> None:
    """No more than k wait; the sketch that takes them in leaves the rows of a metric alone."""
    G, preconditioner = np.concatenate([gradients()] * 3), FrequentDirections(N, 3, delta=0.1)
    memory, metric = run(preconditioner, G[:6])
    before = with_unit(metric)
    for g in G[6:]:
        memory = preconditioner.accumulate(memory, g, float(np.abs(g).max()))
        assert len(memory.pending) <= 3
        np.testing.assert_array_equal(with_unit(metric), before)
    _, after = preconditioner.refresh(memory)
    np.testing.assert_allclose(with_unit(after), with_unit(run(preconditioner, G)[1]), atol=1e-13)
