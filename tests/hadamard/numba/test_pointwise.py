import numpy as np
import pytest
from scipy import sparse

from compadagrad.hadamard._numba.pointwise import pointwise
from compadagrad.reference import hadamard_matrix


@pytest.mark.parametrize("index_dtype", [np.int32, np.int64])
@pytest.mark.parametrize("signed", [False, True])
def test_every_pair(index_dtype: type, signed: bool) -> None:
    rng = np.random.default_rng(0)
    x = sparse.csr_array(rng.standard_normal((5, 64)) * (rng.random((5, 64)) < 0.1))
    signs = rng.choice(np.array([-1, 1], np.int8), 64) if signed else None
    rows = rng.choice(64, 10, replace=False)
    out = np.empty((5, 10))
    indices, indptr = x.indices.astype(index_dtype), x.indptr.astype(index_dtype)
    pointwise(x.data, indices, indptr, signs, rows.astype(np.uint32), 0.125, out)
    dense = x.toarray() * (1 if signs is None else signs)
    np.testing.assert_allclose(out, dense @ hadamard_matrix(64)[:, rows], atol=1e-15)
