"""``M[i, j] = w[rows[i] ^ rows[j]]``: the gathers behind the dyadic Gram matrix.

Sorted rows fall into groups by their high bits. The exclusive or of two groups lies in one short
segment of ``w``, so all pairs of groups that share a segment are visited together, while it is in
cache. Gathering both triangles is faster than gathering one and mirroring it.
"""

from compadagrad._jit import Array, kernel

__all__ = ["gather_xor"]

BLOCK = 64  # the rows of a block stay in L1


@kernel
def gather_block(w: Array, rows: Array, i0: int, i1: int, j0: int, j1: int, out: Array) -> None:
    columns = rows[j0:j1]
    for i in range(i0, i1):
        row = rows[i]
        line = out[i, j0:j1]
        for j in range(columns.size):
            line[j] = w[row ^ columns[j]]


@kernel
def gather_xor(w: Array, rows: Array, starts: Array, out: Array) -> None:
    """``out[i, j] = w[rows[i] ^ rows[j]]``; group g of the sorted rows begins at ``starts[g]``."""
    groups = starts.size - 1
    for difference in range(groups):
        for a in range(groups):
            b = a ^ difference
            for i in range(starts[a], starts[a + 1], BLOCK):
                i_end = min(i + BLOCK, starts[a + 1])
                for j in range(starts[b], starts[b + 1], BLOCK):
                    j_end = min(j + BLOCK, starts[b + 1])
                    gather_block(w, rows, i, i_end, j, j_end, out)
