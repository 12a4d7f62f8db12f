"""Data on disk as chunks of examples, in bounded memory.

svmlight, Vowpal Wabbit's text, tables in text and Parquet files, compressed or not, are read row by
row; what is malformed is an error that names file and line, or is passed over and counted. Numbers
are parsed and names hashed in compiled code.
"""

from compadagrad.streams.chunk import Chunk
from compadagrad.streams.digests import digest_after, fingerprint
from compadagrad.streams.faults import Faults
from compadagrad.streams.hashing import hash_names
from compadagrad.streams.limits import Limits
from compadagrad.streams.reading import Reading
from compadagrad.streams.stream import Stream, format_of
from compadagrad.streams.survey import Survey, survey

__all__ = [
    "Chunk",
    "Faults",
    "Limits",
    "Reading",
    "Stream",
    "Survey",
    "digest_after",
    "fingerprint",
    "format_of",
    "hash_names",
    "survey",
]
