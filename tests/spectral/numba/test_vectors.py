import numpy as np
import pytest

from compadagrad.spectral._numba.secular import secular_roots
from compadagrad.spectral._numba.vectors import cauchy_vectors
from spectral.cases import orthogonality_error, participants


@pytest.mark.parametrize("m", [1, 2, 3, 40])
def test_eigenvectors(m: int) -> None:
    for s, z in participants(m):
        base, offset, Q = np.empty(s.size, np.int64), np.empty(s.size), np.empty((s.size, s.size))
        secular_roots(s, z, base, offset)
        cauchy_vectors(s, z, base, offset, Q)
        assert orthogonality_error(Q) <= 4e-15
        matrix = np.diag(s**2) + np.outer(z, z)
        eigenvalues = s[base] ** 2 + offset
        assert np.abs(matrix @ Q - Q * eigenvalues).max() <= 2e-15 * m * eigenvalues[0]


def test_orthogonal_even_where_the_roots_are_wrong() -> None:
    """Any numbers that interlace the poles are the roots for some z."""
    s, z = np.array([1.0, 0.8, 0.5, 0.1]), np.array([0.3, -0.4, 0.1, 0.2])
    base, offset, Q = np.empty(4, np.int64), np.empty(4), np.empty((4, 4))
    secular_roots(s, z, base, offset)
    offset *= [1.01, 0.97, 1.02, 0.98]
    cauchy_vectors(s, z, base, offset, Q)
    assert orthogonality_error(Q) <= 1e-15
    np.testing.assert_allclose(
        np.linalg.eigvalsh((Q * (s[base] ** 2 + offset)) @ Q.T - np.diag(s**2))[:3], 0, atol=1e-15
    )
