from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import InvalidInputError, reference
from compadagrad.hadamard._routes import pick_from_csr
from compadagrad.projections import SRHT
from compadagrad.projections import srht as module
from projections.conformance import ProjectionConformance


class TestSRHT(ProjectionConformance):
    def make(self, n: int, k: int, seed: int = 0) -> SRHT:
        return SRHT(n, k, seed=seed)

    def largest_k(self, n: int) -> int:
        return 1 << (n - 1).bit_length()


@pytest.mark.parametrize(("n", "n_padded"), [(1, 1), (2, 2), (3, 4), (512, 512), (513, 1024)])
def test_padding(n: int, n_padded: int) -> None:
    assert SRHT(n, 1, seed=0).n_padded == n_padded


def test_the_basis_is_the_one_in_the_formula() -> None:
    p = SRHT(50, 20, seed=5)
    V = reference.srht_basis(p.rows, p.signs)
    np.testing.assert_allclose(p.lift(np.eye(20)).T, V, atol=1e-15)


def test_rows_and_signs_look_random() -> None:
    p = SRHT(1 << 14, 4096, seed=0)
    assert (np.diff(p.rows) > 0).all()
    assert abs(int(p.signs.sum())) < 4 * np.sqrt(p.n_padded)
    assert abs(p.rows.mean() / p.n_padded - 0.5) < 0.02
    assert set(np.unique(p.signs)) == {-1, 1}


def test_rows_differ_from_seed_to_seed() -> None:
    assert (SRHT(1024, 16, seed=0).rows != SRHT(1024, 16, seed=1).rows).any()


@pytest.mark.parametrize(("nnz", "pairwise"), [(4, True), (600, False)])
def test_sparse_rows_take_the_cheaper_route(
    nnz: int, pairwise: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = SRHT(1000, 32, seed=0)
    x = np.zeros((1, 1000))
    x[0, :nnz] = 1.0
    expected = p.project(x)
    calls = []

    def recorded(*args: Any) -> Any:
        calls.append(args)
        return pick_from_csr(*args)

    monkeypatch.setattr(module, "pick_from_csr", recorded)
    np.testing.assert_allclose(p.project(sparse.csr_array(x)), expected, atol=1e-13)
    assert bool(calls) is pairwise


def test_signs_that_are_not_signs_are_refused() -> None:
    state = SRHT(8, 2, seed=0).state_dict()
    with pytest.raises(InvalidInputError, match="signs"):
        SRHT.from_state_dict({**state, "signs": np.zeros(8, np.int8)})


def test_rows_out_of_order_are_refused() -> None:
    p = SRHT(8, 2, seed=0)
    with pytest.raises(InvalidInputError, match="ascending"):
        SRHT.from_state_dict({**p.state_dict(), "rows": p.rows[::-1]})
