"""What every projection must do. A test class for a new one inherits this and writes a hook."""

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.projections import Projection, base
from projections.through import through

SIZES = [(1, 0), (1, 1), (5, 2), (8, 8), (37, 16), (100, 7), (5000, 30)]
TOLERANCE = {np.float32: 2e-5, np.float64: 2e-13}

Array = NDArray[Any]


class ProjectionConformance:
    """Inherit, and write ``make`` and, where k may reach past n, ``largest_k``."""

    def make(self, n: int, k: int, seed: int = 0) -> Projection:
        raise AssertionError("write this hook")

    def largest_k(self, n: int) -> int:
        return n

    def basis(self, p: Projection) -> Array:
        """V, column by column."""
        return p.lift(np.eye(p.k)).T if p.k else np.zeros((p.n_padded, 0))

    @pytest.fixture(params=SIZES, ids=lambda size: f"n={size[0]},k={size[1]}")
    def p(self, request: pytest.FixtureRequest) -> Projection:
        return self.make(*request.param)

    @pytest.fixture(params=[np.float32, np.float64])
    def dtype(self, request: pytest.FixtureRequest) -> Any:
        return request.param

    def draw(self, shape: tuple[int, ...], dtype: Any) -> Array:
        return np.random.default_rng(7).standard_normal(shape).astype(dtype)

    def close(self, a: Array, b: Array, dtype: Any) -> None:
        np.testing.assert_allclose(
            a, b, rtol=0, atol=TOLERANCE[dtype] * (1 + np.abs(b).max(initial=0))
        )

    def test_orthonormal(self, p: Projection) -> None:
        V = self.basis(p)
        assert V.shape == (p.n_padded, p.k)
        assert p.n_padded >= p.n
        self.close(V.T @ V, np.eye(p.k), np.float64)

    def test_project_and_lift_are_adjoint(self, p: Projection, dtype: Any) -> None:
        x, z = self.draw((p.n_padded,), dtype), self.draw((p.k,), dtype)
        assert p.project(x).dtype == p.lift(z).dtype == np.dtype(dtype)
        self.close(p.project(x) @ z, x @ p.lift(z), dtype)

    def test_project_is_the_transpose_of_the_basis(self, p: Projection, dtype: Any) -> None:
        x = self.draw((3, 2, p.n_padded), dtype)
        self.close(p.project(x), x @ self.basis(p), dtype)

    def test_complement_is_what_is_left(self, p: Projection, dtype: Any) -> None:
        x = self.draw((3, p.n_padded), dtype)
        rest = p.complement(x)
        assert rest.dtype == np.dtype(dtype)
        V = self.basis(p)
        self.close(rest, x - x @ V @ V.T, dtype)

    def test_complement_is_idempotent_and_orthogonal(self, p: Projection, dtype: Any) -> None:
        rest = p.complement(self.draw((p.n_padded,), dtype))
        self.close(p.complement(rest), rest, dtype)
        self.close(p.project(rest), np.zeros(p.k), dtype)

    def test_projecting_what_was_lifted_gives_it_back(self, p: Projection, dtype: Any) -> None:
        z = self.draw((4, p.k), dtype)
        self.close(p.project(p.lift(z)), z, dtype)

    def test_gram(self, p: Projection, dtype: Any) -> None:
        b = self.draw((2, p.n_padded), dtype)
        result = p.gram(b)
        assert result.dtype == np.dtype(dtype)
        assert result.shape == (2, p.k, p.k)
        V = self.basis(p)
        for weights, matrix in zip(b, result, strict=True):
            self.close(matrix, V.T @ (weights[:, None] * V), dtype)
        np.testing.assert_array_equal(p.gram(b.copy(), overwrite_b=True), result)

    def test_compiled_steps_see_the_same_subspace(self, p: Projection, dtype: Any) -> None:
        if p.k == 0:
            pytest.skip("compiled steps do without an empty subspace")
        basis, x = p._basis(np.dtype(dtype)), self.draw((p.n_padded,), dtype)
        z, lifted, gram = np.empty(p.k), np.empty_like(x), np.empty((p.k, p.k))
        through(basis, x.copy(), z, lifted, gram)
        V = self.basis(p)
        self.close(z, x @ V, dtype)
        self.close(lifted, V @ (V.T @ x), dtype)
        self.close(gram, V.T @ (x[:, None] * V), dtype)
        assert lifted.dtype == np.dtype(dtype)

    def test_padding_is_zeros(self, p: Projection, dtype: Any) -> None:
        short = self.draw((2, p.n), dtype)
        padded = np.zeros((2, p.n_padded), dtype)
        padded[:, : p.n] = short
        np.testing.assert_array_equal(p.project(short), p.project(padded))
        np.testing.assert_array_equal(p.complement(short), p.complement(padded))
        np.testing.assert_array_equal(p.gram(short), p.gram(padded))

    @pytest.mark.parametrize("density", [0.0, 0.01, 0.9])
    @pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csr_matrix, sparse.coo_array])
    def test_sparse_rows(self, p: Projection, dtype: Any, density: float, kind: Any) -> None:
        drawn = np.random.default_rng(1).random((3, p.n)) < density
        rows = np.where(drawn, self.draw((3, p.n), dtype), dtype(0))
        result = p.project(kind(rows))
        assert result.dtype == np.dtype(dtype)
        self.close(result, p.project(rows), dtype)

    def test_repeated_entries_are_summed_and_the_matrix_left_alone(self, p: Projection) -> None:
        rows = sparse.csr_array((np.array([1.0, 2.0]), np.array([0, 0]), np.array([0, 2])))
        rows.resize(1, p.n)
        self.close(p.project(rows), p.project(rows.toarray()), np.float64)
        np.testing.assert_array_equal(rows.data, [1.0, 2.0])

    def test_one_sparse_vector_of_integers(self, p: Projection) -> None:
        x = np.zeros(p.n, np.int64)
        x[-1] = 3
        self.close(p.project(sparse.coo_array(x)), p.project(x), np.float64)

    def test_input_is_left_alone(self, p: Projection) -> None:
        x = self.draw((p.n_padded,), np.float64)
        before = x.copy()
        p.project(x), p.complement(x), p.gram(x)
        np.testing.assert_array_equal(x, before)
        assert not np.shares_memory(p.complement(x), x)

    def test_the_same_seed_gives_the_same_projection(self, p: Projection) -> None:
        same = self.make(p.n, p.k)
        assert same == p
        assert hash(same) == hash(p)
        np.testing.assert_array_equal(self.basis(same), self.basis(p))

    def test_other_projections_are_not_equal(self) -> None:
        p = self.make(64, 10, seed=0)
        assert p != self.make(64, 10, seed=1)
        assert p != self.make(64, 11, seed=0)
        assert p != "a projection"

    def test_repr_can_be_read(self) -> None:
        p = self.make(100, 7, seed=3)
        assert repr(p) == f"{type(p).__name__}(n=100, k=7, seed=3)"

    def test_state_is_plain_and_complete(self, p: Projection) -> None:
        state = p.state_dict()
        for name, value in state.items():
            assert type(value) in (int, str, np.ndarray), name
            assert not (isinstance(value, np.ndarray) and value.dtype == object), name
        again = type(p).from_state_dict(state)
        assert again == p
        x = self.draw((p.n,), np.float64)
        np.testing.assert_array_equal(again.project(x), p.project(x))

    @pytest.mark.parametrize("again", [copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
    def test_copies_are_as_good_as_the_original(self, again: Any) -> None:
        p = self.make(32, 8)
        twin = again(p)
        assert twin == p
        for value in twin.state_dict().values():
            assert not isinstance(value, np.ndarray) or not value.flags.writeable
        x = self.draw((32,), np.float64)
        np.testing.assert_array_equal(twin.project(x), p.project(x))

    def test_state_survives_a_file(self, tmp_path: Path) -> None:
        p = self.make(32, 8)
        np.savez(tmp_path / "state.npz", **p.state_dict())
        with np.load(tmp_path / "state.npz") as stored:
            assert type(p).from_state_dict(dict(stored)) == p

    def test_state_does_not_share_memory_with_what_is_restored(self) -> None:
        p = self.make(32, 8)
        state = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in p.state_dict().items()}
        again = type(p).from_state_dict(state)
        for value in state.values():
            if isinstance(value, np.ndarray):
                value[:] = 0
        assert again == p

    def test_arrays_of_a_projection_are_read_only(self) -> None:
        for value in self.make(32, 8).state_dict().values():
            assert not isinstance(value, np.ndarray) or not value.flags.writeable

    def test_bad_state(self) -> None:
        p = self.make(32, 8)
        state = p.state_dict()
        with pytest.raises(InvalidInputError, match="expected the state of"):
            type(p).from_state_dict({**state, "kind": "other"})
        arrays = [name for name, value in state.items() if isinstance(value, np.ndarray)]
        assert arrays
        for name in arrays:
            without = {key: value for key, value in state.items() if key != name}
            with pytest.raises(InvalidInputError, match=f"lacks {name}"):
                type(p).from_state_dict(without)
            for bad in (state[name][:-1], None, "rows", [[1], [1, 2]], 1j * state[name]):
                with pytest.raises(InvalidInputError, match=name):
                    type(p).from_state_dict({**state, name: bad})
        with pytest.raises(InvalidInputError, match="must be a dictionary"):
            type(p).from_state_dict(None)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"n": 0, "k": 0, "seed": 0}, r"n must be an integer in 1\.\.\d+, got 0"),
            ({"n": 4.0, "k": 1, "seed": 0}, r"n must be an integer in 1\.\.\d+, got 4\.0"),
            ({"n": 1 << 70, "k": 1, "seed": 0}, r"n must be an integer in 1\.\.\d+, got 1180"),
            ({"n": 4, "k": -1, "seed": 0}, r"k must be an integer in 0\.\.4, got -1"),
            ({"n": 4, "k": 5, "seed": 0}, r"k must be an integer in 0\.\.4, got 5"),
            ({"n": 4, "k": 1, "seed": -1}, "seed must be an integer >= 0, got -1"),
            ({"n": 4, "k": 1, "seed": None}, "seed must be an integer >= 0, got None"),
        ],
    )
    def test_bad_arguments(self, arguments: dict[str, Any], message: str) -> None:
        with pytest.raises(InvalidInputError, match=message):
            self.make(**arguments)

    def test_k_up_to_the_whole_space(self) -> None:
        p = self.make(37, self.largest_k(37))
        assert p.k == p.n_padded
        x = self.draw((p.n_padded,), np.float64)
        self.close(p.lift(p.project(x)), x, np.float64)

    @pytest.mark.parametrize("method", ["project", "complement", "gram"])
    def test_wrong_length(self, method: str) -> None:
        p = self.make(37, 4)
        with pytest.raises(InvalidInputError, match=r"must have 37.* got shape \(2, 36\)"):
            getattr(p, method)(np.zeros((2, 36)))
        with pytest.raises(InvalidInputError, match="must have 37"):
            getattr(p, method)(1.0)

    def test_wrong_length_of_coordinates_and_sparse_rows(self) -> None:
        p = self.make(37, 4)
        with pytest.raises(InvalidInputError, match=r"k = 4 entries.*got shape \(5,\)"):
            p.lift(np.zeros(5))
        with pytest.raises(InvalidInputError, match=r"must have 37.* got shape \(1, 36\)"):
            p.project(sparse.csr_array(np.zeros((1, 36))))
        with pytest.raises(InvalidInputError, match="complex128"):
            p.project(sparse.csr_array(np.full((1, 37), 1j)))
        with pytest.raises(InvalidInputError, match=r"at least one row, got shape \(0, 37\)"):
            p.project(sparse.csr_array((0, 37)))
        with pytest.raises(InvalidInputError, match="z cannot be read as an array"):
            p.lift([[1.0, 2.0], [3.0]])

    @pytest.mark.parametrize("indices", [[2**31 - 1], [-3], [37]])
    def test_sparse_indices_out_of_range(self, indices: list[int]) -> None:
        p = self.make(37, 4)
        rows = sparse.csr_array((np.ones(1), [0], [0, 1]), shape=(1, 37))
        rows.indices = np.array(indices, np.int32)
        with pytest.raises(InvalidInputError, match="not a valid sparse matrix"):
            p.project(rows)

    def test_sparse_row_pointers_out_of_order(self) -> None:
        p = self.make(37, 4)
        rows = sparse.csr_array(np.eye(2, 37))
        rows.indptr = np.array([0, 10**9, 2], np.int32)
        with pytest.raises(InvalidInputError, match="not a valid sparse matrix"):
            p.project(rows)

    def test_many_sparse_rows_go_slab_by_slab(self, monkeypatch: pytest.MonkeyPatch) -> None:
        p = self.make(37, 4)
        rows = self.draw((10, 37), np.float64)
        monkeypatch.setattr(base, "SLAB", 3 * p.n_padded)
        self.close(p.project(sparse.csr_array(rows)), p.project(rows), np.float64)
