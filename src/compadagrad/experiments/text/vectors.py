"""RCV1-v2 as vectors that others have made."""

from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from compadagrad.errors import InvalidInputError, MissingExtraError
from compadagrad.experiments.text.minibatches import MatrixRows

__all__ = ["fetched_rcv1", "small_files", "svmlight_rows"]

FEATURES = 47236
"""Stems in the vectors of RCV1-v2."""


def small_files(folder: Path) -> list[Path]:
    """The svmlight files of RCV1-v2 in a folder, whose names begin with ``rcv1``."""
    found = sorted(path for path in folder.glob("rcv1*.svm*") if path.is_file())
    if not found:
        raise InvalidInputError(f"found no svmlight files rcv1*.svm in {folder}; .gz and .bz2 do")
    return found


def svmlight_rows(*paths: Path, features: int = FEATURES) -> MatrixRows:
    """The examples of svmlight files, one file after the other; ``.gz`` and ``.bz2`` are unpacked.

    Parameters
    ----------
    *paths : Path
        Lines ``label index:value ...`` with indices from 1; labels above 0 are the class.
    features : int
        47,236 for RCV1-v2.
    """
    load_svmlight_files = _datasets().load_svmlight_files
    try:
        parts = load_svmlight_files([str(path) for path in paths], n_features=features)
    except OSError as error:
        raise InvalidInputError(f"cannot read {error.filename}: {error.strerror}") from None
    except (EOFError, ValueError) as error:
        names = ", ".join(path.name for path in paths)
        raise InvalidInputError(f"cannot read {names} as svmlight: {error}") from None
    y = np.where(np.concatenate(parts[1::2]) > 0.0, 1.0, -1.0)
    return MatrixRows(sparse.vstack(parts[0::2], format="csr"), y)


def fetched_rcv1(folder: Path | None = None, *, topic: str = "CCAT") -> MatrixRows:
    """The 804,414 vectors that scikit-learn downloads once and keeps.

    They are made already: stems alone, without bigrams, log term frequency times inverse document
    frequency, of length 1. The paper's n-grams need the token files.

    Parameters
    ----------
    folder : Path, optional
        Where scikit-learn keeps its data; ``~/scikit_learn_data`` by default.
    topic : str
        The topic that is told from the rest.
    """
    try:
        bunch = _datasets().fetch_rcv1(data_home=None if folder is None else str(folder))
    except OSError as error:
        raise InvalidInputError(
            f"scikit-learn could not download RCV1-v2: {error}; "
            f"give a folder with its token files, or svmlight files"
        ) from None
    names = list(bunch.target_names)
    if topic not in names:
        raise InvalidInputError(f"topic must be one of RCV1's {len(names)} topics, got {topic!r}")
    in_topic = bunch.target[:, names.index(topic)].toarray().ravel()
    return MatrixRows(bunch.data, np.where(in_topic > 0, 1.0, -1.0))


def _datasets() -> Any:
    try:
        from sklearn import datasets
    except ImportError:
        raise MissingExtraError("vectors of RCV1", ["scikit-learn"], "experiments") from None
    return datasets
