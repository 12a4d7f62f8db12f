from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from compadagrad import CompAdaGrad, DiagonalAdaGrad, FullAdaGrad, InvalidInputError
from compadagrad.games import Examples, adversaries, play
from compadagrad.learners import Learner
from compadagrad.regularizers import SquaredL2

N, ROUNDS, K = 24, 150, 6


def complement(n: int, rounds: int, **options: Any) -> Examples:
    return adversaries.in_complement(CompAdaGrad(n, K, lr=1.0).projection, rounds, **options)


SEQUENCES: dict[str, Callable[..., Examples]] = {
    "iid": adversaries.iid,
    "low-dimensional": lambda n, t, **o: adversaries.low_dimensional(n, t, 3, **o),
    "rotating": lambda n, t, **o: adversaries.rotating(n, t, 3, period=60.0, **o),
    "sparse": adversaries.sparse_heavy_tailed,
    "complement": complement,
}


def dense(examples: Examples) -> Any:
    return examples.A.toarray() if examples.is_sparse else examples.A


@pytest.mark.parametrize("name", SEQUENCES)
def test_a_seed_decides_everything(name: str) -> None:
    a, b, c = (SEQUENCES[name](N, ROUNDS, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(dense(a), dense(b))
    assert np.array_equal(a.y, b.y)
    assert not np.array_equal(dense(a), dense(c))
    assert dense(a).shape == (ROUNDS, N)


@pytest.mark.parametrize("name", SEQUENCES)
def test_without_noise_a_plane_tells_the_labels_apart(name: str) -> None:
    clean, noisy = (SEQUENCES[name](N, 2000, noise=noise) for noise in (0.0, 0.25))
    turned = np.mean(clean.y != noisy.y)
    assert 0.2 < turned < 0.3
    record = play(DiagonalAdaGrad(N, lr=1.0), clean)
    assert record.mistakes[1000:].mean() < 0.2
    assert play(DiagonalAdaGrad(N, lr=1.0), noisy).mistakes[1000:].mean() > 0.2


MAKERS: list[Callable[..., Learner]] = [
    lambda **o: CompAdaGrad(N, K, **o),
    lambda **o: DiagonalAdaGrad(N, **o),
    lambda **o: FullAdaGrad(N, **o),
]


@pytest.mark.parametrize("name", SEQUENCES)
@pytest.mark.parametrize("make", MAKERS)
def test_the_guarantee_holds_against_all_of_them(name: str, make: Callable[..., Learner]) -> None:
    learner = make(lr=0.5, delta=0.1, regularizer=SquaredL2(1e-3))
    record = play(learner, SEQUENCES[name](N, ROUNDS))
    assert record.comparator().ok
    assert 0.0 < record.regret() <= record.bound()


def test_the_low_dimensional_one_is_of_low_rank_and_spread_over_all_features() -> None:
    A = adversaries.low_dimensional(N, ROUNDS, 3).A
    assert np.linalg.matrix_rank(A) == 3
    assert (np.abs(A).max(axis=0) > 0.01).all()


def test_the_rotating_one_leaves_its_subspace_and_comes_back() -> None:
    A = adversaries.rotating(N, 120, 3, period=60.0).A
    first, quarter, turn = A[:1], A[15:16], A[60:61]
    early = np.linalg.svd(A[[0, 30, 60, 90]])[1]  # half turns: the same subspace
    assert early[3] < 1e-10
    assert np.linalg.matrix_rank(A, tol=1e-8) == 6
    assert abs((first @ quarter.T).item()) < 1e-10  # orthogonal subspaces
    assert turn.shape == first.shape


def test_the_sparse_one_is_sparse_and_heavy_tailed() -> None:
    examples = adversaries.sparse_heavy_tailed(N, 2000, nonzeros=4, tail=1.5)
    A = dense(examples)
    assert examples.is_sparse
    assert (np.count_nonzero(A, axis=1) <= 4).all()
    assert np.linalg.norm(A, axis=1) == pytest.approx(np.ones(2000))
    often = np.count_nonzero(A, axis=0)
    assert often[0] > 5 * often[5] > 5 * often[-1]


def test_the_one_that_knows_the_subspace_leaves_it_empty() -> None:
    learner = CompAdaGrad(N, K, lr=0.5)
    game = adversaries.in_complement(learner.projection, ROUNDS)
    assert np.abs(learner.projection.project(game.A)).max() < 1e-14
    terms = play(learner, game).bound_terms(np.zeros(N))
    assert terms.inside < 1e-10 < terms.outside


def test_bad_arguments_are_refused() -> None:
    for arguments, what in (
        ({"n": 0, "rounds": 3}, "n must be"),
        ({"n": 3, "rounds": 0}, "rounds must be"),
        ({"n": 3, "rounds": 3, "noise": 0.6}, "noise must be"),
        ({"n": 3, "rounds": 3, "seed": -1}, "seed must be"),
    ):
        with pytest.raises(InvalidInputError, match=what):
            adversaries.iid(**arguments)
    with pytest.raises(InvalidInputError, match="rank must be"):
        adversaries.rotating(4, 3, 3)
    with pytest.raises(InvalidInputError, match="leave room"):
        adversaries.in_complement(CompAdaGrad(4, 4, lr=1.0).projection, 3)
