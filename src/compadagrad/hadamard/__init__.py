"""Fast Walsh-Hadamard transforms in natural order: full, trimmed, sparse, and the dyadic Gram."""

from compadagrad.hadamard.dyadic import gram
from compadagrad.hadamard.full import fwht
from compadagrad.hadamard.sparse import fwht_sparse
from compadagrad.hadamard.trimmed import fwht_at

__all__ = ["fwht", "fwht_at", "fwht_sparse", "gram"]
