"""What a count weighs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from compadagrad._validation import as_choice
from compadagrad.experiments.text.count_table import CountTable

__all__ = ["WEIGHTS", "WeightedRows"]

Counts = NDArray[Any]

TERM: Final[dict[str | None, Callable[[Counts], NDArray[np.float64]]]] = {
    "tfidf": lambda counts: 1.0 + np.log(counts),
    "log": lambda counts: 1.0 + np.log(counts),
    "count": lambda counts: counts.astype(np.float64),
    "binary": lambda counts: np.ones(counts.size),
}
WEIGHTS: Final = tuple(str(name) for name in TERM)


@final
@dataclass(frozen=True, eq=False)
class WeightedRows:
    r"""The rows of a table of counts as vectors of weights.

    .. math:: w_{ij} = (1 + \log c_{ij}) \log(m / m_j), \qquad a_i = w_i / \lVert w_i \rVert_2

    for ``weight="tfidf"``, where feature j is in :math:`m_j` of the m documents. The others are
    ``"log"``, without the second factor; ``"count"``, :math:`c_{ij}`; and ``"binary"``, 1.

    Parameters
    ----------
    table : CountTable
        :math:`c_{ij}`.
    weight : {"tfidf", "log", "count", "binary"}
        What a count weighs.
    cosine : bool
        Whether rows are divided by their length.

    Examples
    --------
    >>> import numpy as np
    >>> from compadagrad.experiments.text import CountTable, WeightedRows
    >>> table = CountTable(np.array([0, 2]), np.array([0, 1]), np.array([3, 4]), np.ones(1),
    ...                    np.array([1, 1]))
    >>> WeightedRows(table, "count").rows(np.array([0])).toarray()
    array([[0.6, 0.8]])
    """

    table: CountTable
    weight: str = "tfidf"
    cosine: bool = True

    def __post_init__(self) -> None:
        as_choice("weight", self.weight, TERM)

    @property
    def n(self) -> int:
        """How many features there are."""
        return self.table.n

    @property
    def labels(self) -> NDArray[np.float64]:
        """1 or -1 for each row."""
        return self.table.labels

    def rows(self, order: NDArray[np.intp]) -> Any:
        """Some rows, in this order, as a CSR matrix of float64."""
        counts = self.table.rows(order)
        values = TERM[self.weight](counts.data)
        if self.weight == "tfidf":
            values = values * np.log(len(self.table) / self.table.frequencies[counts.indices])
        rows = sparse.csr_array((values, counts.indices, counts.indptr), shape=counts.shape)
        return _of_length_one(rows) if self.cosine else rows


def _of_length_one(rows: Any) -> Any:
    """Rows divided by their length; a row of zeros stays."""
    squares = np.add.reduceat(np.append(rows.data**2, 0.0), rows.indptr[:-1])
    lengths = np.sqrt(np.where(np.diff(rows.indptr) > 0, squares, 1.0))
    rows.data /= np.repeat(np.where(lengths > 0.0, lengths, 1.0), np.diff(rows.indptr))
    return rows
