"""Gram matrices of Hadamard columns."""

from numpy.typing import ArrayLike

from compadagrad._validation import FloatArray, as_rows, as_vectors
from compadagrad.hadamard._routes import gram_at_rows

__all__ = ["gram"]


def gram(b: ArrayLike, rows: ArrayLike, *, overwrite_b: bool = False) -> FloatArray:
    r"""The weighted Gram matrix of some columns of the orthonormal Hadamard matrix.

    .. math:: M_{ij} = (H_R \,\mathrm{diag}(b)\, H_R^T)_{ij}
                     = \tfrac{1}{\sqrt N}\, (H b)_{R_i \oplus R_j}

    where :math:`\oplus` is the exclusive or of the bits: one transform of ``b`` and
    :math:`k^2` gathers, :math:`O(N \log N + k^2)`, where column by column it would be
    :math:`O(N k \log k)`.

    Parameters
    ----------
    b : array_like, shape (..., N)
        Weights; N must be a power of two. Types as in :func:`fwht`.
    rows : array_like of int, shape (k,)
        R: distinct indices in 0..N-1, in any order.
    overwrite_b : bool
        Allow the memory of ``b`` to be used for its transform, which saves an array of its size.

    Returns
    -------
    numpy.ndarray, shape (..., k, k)

    Examples
    --------
    >>> from compadagrad.hadamard import gram
    >>> gram([1, 2, 3, 4], [0, 3])
    array([[2.5, 0. ],
           [0. , 2.5]])
    """
    weights, n = as_vectors("b", b)
    return gram_at_rows(weights, n, as_rows(rows, n), 1.0 / n, overwrite=overwrite_b)
