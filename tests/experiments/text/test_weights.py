import numpy as np
import pytest
from numpy.typing import NDArray

from compadagrad import InvalidInputError
from compadagrad.experiments.text import WeightedRows, count, vocabulary_of
from compadagrad.experiments.text.weights import WEIGHTS
from experiments.text.made import TEXTS, Written

corpus = Written()
TABLE = count(corpus, vocabulary_of(corpus))
COUNTS = TABLE.rows(np.arange(len(TEXTS))).toarray().astype(float)


def by_hand(weight: str) -> NDArray[np.float64]:
    logs = np.where(COUNTS > 0, 1.0 + np.log(np.maximum(COUNTS, 1.0)), 0.0)
    frequencies = (COUNTS > 0).sum(axis=0)
    weights: dict[str, NDArray[np.float64]] = {
        "binary": (COUNTS > 0).astype(float),
        "count": COUNTS,
        "log": logs,
        "tfidf": logs * np.log(len(TEXTS) / frequencies),
    }
    return weights[weight]


@pytest.mark.parametrize("weight", WEIGHTS)
def test_weights_are_those_of_the_formula(weight: str) -> None:
    source = WeightedRows(TABLE, weight, cosine=False)
    order = np.array([3, 0, 2, 5, 1, 4])
    np.testing.assert_allclose(
        source.rows(order).toarray(), by_hand(weight)[order], rtol=1e-14, atol=0.0
    )
    assert (source.n, source.labels.size) == (TABLE.n, len(TEXTS))


@pytest.mark.parametrize("weight", WEIGHTS)
def test_cosine_divides_by_the_length(weight: str) -> None:
    rows = WeightedRows(TABLE, weight).rows(np.arange(len(TEXTS))).toarray()
    lengths = np.linalg.norm(by_hand(weight), axis=1, keepdims=True)
    expected = by_hand(weight) / np.where(lengths > 0.0, lengths, 1.0)
    np.testing.assert_allclose(rows, expected, rtol=1e-14, atol=0.0)
    assert not rows[2].any()  # the empty text


def test_a_feature_of_every_document_weighs_nothing_and_divides_by_nothing() -> None:
    everywhere = Written(["a", "a"], [1.0, -1.0])
    table = count(everywhere, vocabulary_of(everywhere))
    assert WeightedRows(table).rows(np.arange(2)).toarray().tolist() == [[0.0], [0.0]]


def test_no_rows_are_no_rows() -> None:
    assert WeightedRows(TABLE).rows(np.arange(0)).shape == (0, TABLE.n)


def test_an_unknown_weight_is_named() -> None:
    with pytest.raises(InvalidInputError, match=r"weight must be one of 'tfidf', .* got 'bm25'"):
        WeightedRows(TABLE, "bm25")
