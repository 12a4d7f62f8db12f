"""The border of a step: a gradient, checked."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad._validation import FloatArray, as_floats
from compadagrad.errors import InvalidInputError
from compadagrad.updates._largest import largest

__all__ = ["Gradient", "SparseRow", "dense_gradient", "sparse_gradient"]

Gradient: TypeAlias = Any  # array_like, or a SciPy sparse row: SciPy carries no types

ADVICE = "fix what produced it, or skip the round; the learner is as it was before this step"


class SparseRow(NamedTuple):
    """The nonzeros of a row: distinct ascending places, values in one dtype."""

    indices: NDArray[np.intp]
    values: FloatArray


def dense_gradient(
    name: str, g: Gradient, n: int, n_padded: int, dtype: np.dtype[np.floating]
) -> tuple[FloatArray, float]:
    """``g`` as a contiguous vector of ``n_padded`` entries, and its largest size; checked.

    It is ``g`` itself where that is such a vector: it must not be changed, nor kept.
    """
    if sparse.issparse(g):
        row = sparse_gradient(name, g, n, dtype)
        vector = np.zeros(n_padded, dtype)
        vector[row.indices] = row.values
        return vector, largest(row.values)
    given = as_floats(name, g)
    if given.shape != (n,):
        raise InvalidInputError(
            f"{name} must be a vector of n = {n} entries, got shape {given.shape}"
        )
    if n_padded == n and given.dtype == dtype and given.flags.carray:
        return given, _finite(name, given)
    vector = np.zeros(n_padded, dtype) if n_padded > n else np.empty(n, dtype)
    with np.errstate(over="ignore"):
        vector[:n] = given
    return vector, _finite(name, vector)


def sparse_gradient(name: str, g: Any, n: int, dtype: np.dtype[np.floating]) -> SparseRow:
    """A SciPy sparse vector, or matrix of one row, as its nonzeros; checked."""
    if g.shape not in ((n,), (1, n)):
        raise InvalidInputError(
            f"{name} must be a sparse vector of n = {n} entries or one row of them, "
            f"got shape {g.shape}"
        )
    try:
        row = sparse.csr_array(g.reshape(1, -1) if len(g.shape) == 1 else g)
        row.check_format(full_check=True)  # compiled loops trust the indices
    except ValueError as error:
        raise InvalidInputError(f"{name} is not a valid sparse row: {error}") from None
    if not row.has_canonical_format:
        row = row.copy()
        row.sum_duplicates()
    given = as_floats(name, row.data, empty=True)
    with np.errstate(over="ignore"):
        values = np.array(given, dtype)
    _finite(name, values, row.indices)
    return SparseRow(row.indices.astype(np.intp), values)


def _finite(name: str, values: FloatArray, indices: NDArray[Any] | None = None) -> float:
    """The largest size of ``values``, which must be finite numbers."""
    size = float(largest(values))
    if size < np.inf:
        return size
    at = int(np.flatnonzero(~np.isfinite(values))[0])
    where = at if indices is None else int(indices[at])
    raise InvalidInputError(
        f"{name} must hold finite {values.dtype} numbers, got {values[at]} at entry {where}; "
        f"{ADVICE}"
    )
