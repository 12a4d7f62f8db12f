"""Text as sparse rows: the paper's pipeline for Reuters, in bounded memory.

Lower case, stop words, stems; unigrams and bigrams seen at least twice in the corpus; weights; and
learning from mini-batches. Two passes over the documents, and never the whole matrix in memory.
"""

from compadagrad.experiments.lazy_rows import LazyRows, RowSource
from compadagrad.experiments.text.coding import WordCodes, encoded
from compadagrad.experiments.text.count_table import CountTable, count, open_counts, write_counts
from compadagrad.experiments.text.documents import Corpus, Documents
from compadagrad.experiments.text.key_counter import KeyCounter, KeyCounts
from compadagrad.experiments.text.lyrl2004 import (
    TokenFiles,
    TokenizedDocument,
    read_tokens,
    read_topic,
)
from compadagrad.experiments.text.minibatches import (
    MatrixRows,
    Online,
    learn,
    minibatches,
    zero_one_risk,
)
from compadagrad.experiments.text.ngrams import NGrams, ngrams_of
from compadagrad.experiments.text.permutations import Split, permuted_split
from compadagrad.experiments.text.reuters import Article, Reuters21578, read_articles
from compadagrad.experiments.text.stemming import (
    read_stop_words,
    stemmed_unless_stopped,
    words_of,
)
from compadagrad.experiments.text.vectors import fetched_rcv1, svmlight_rows
from compadagrad.experiments.text.vocabulary import Vocabulary, vocabulary_of
from compadagrad.experiments.text.weights import WeightedRows
from compadagrad.experiments.text.zipf import ZipfCorpus

__all__ = [
    "Article",
    "Corpus",
    "CountTable",
    "Documents",
    "KeyCounter",
    "KeyCounts",
    "LazyRows",
    "MatrixRows",
    "NGrams",
    "Online",
    "Reuters21578",
    "RowSource",
    "Split",
    "TokenFiles",
    "TokenizedDocument",
    "Vocabulary",
    "WeightedRows",
    "WordCodes",
    "ZipfCorpus",
    "count",
    "encoded",
    "fetched_rcv1",
    "learn",
    "minibatches",
    "ngrams_of",
    "open_counts",
    "permuted_split",
    "read_articles",
    "read_stop_words",
    "read_tokens",
    "read_topic",
    "stemmed_unless_stopped",
    "svmlight_rows",
    "vocabulary_of",
    "words_of",
    "write_counts",
    "zero_one_risk",
]
