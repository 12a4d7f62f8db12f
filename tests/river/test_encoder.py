from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from compadagrad import InvalidInputError
from compadagrad.river import encoder as encoder_module
from compadagrad.river.columns import GrownColumns, HashedColumns
from compadagrad.river.encoder import Encoder
from compadagrad.river.frames import read_frame


def dense(rows: Any) -> Any:
    return rows.toarray() if sparse.issparse(rows) else rows


@pytest.fixture(params=[False, True], ids=["dense", "sparse"])
def is_sparse(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_an_example_is_a_row_with_the_intercept_last(is_sparse: bool) -> None:
    encoder = Encoder(GrownColumns(3), 4, is_sparse)
    row = encoder.example({"b": 2.0, "a": -1.0}, new=True)
    assert sparse.issparse(row) == is_sparse
    assert dense(row).tolist() == [[-1.0, 2.0, 0.0, 1.0]]
    assert dense(encoder.example({}, new=True)).tolist() == [[0.0, 0.0, 0.0, 1.0]]


def test_without_an_intercept_an_example_may_be_nothing(is_sparse: bool) -> None:
    encoder = Encoder(GrownColumns(3), 3, is_sparse)
    assert not encoder.with_intercept
    assert dense(encoder.example({}, new=True)).tolist() == [[0.0, 0.0, 0.0]]


def test_unknown_features_of_a_look_are_left_out(is_sparse: bool) -> None:
    encoder = Encoder(GrownColumns(2), 3, is_sparse)
    encoder.example({"a": 1.0}, new=True)
    row = encoder.example({"z": 9.0, "a": 2.0}, new=False)
    assert dense(row).tolist() == [[2.0, 0.0, 1.0]]


def test_features_that_share_a_column_add_up(is_sparse: bool) -> None:
    encoder = Encoder(HashedColumns(1), 1, is_sparse)
    names = [f"w{i}" for i in range(5)]
    signs = HashedColumns(1).places(names, new=False).signs
    row = encoder.example({name: i + 1.0 for i, name in enumerate(names)}, new=True)
    assert dense(row).tolist() == [[float(signs @ np.arange(1.0, 6.0))]]
    rows = next(encoder.chunks(read_frame(pd.DataFrame({n: [1.0, 2.0] for n in names})), new=True))
    assert dense(rows).tolist() == [[signs.sum()], [2.0 * signs.sum()]]


def test_a_category_and_a_feature_of_its_name_add_up(is_sparse: bool) -> None:
    encoder = Encoder(GrownColumns(1), 1, is_sparse)
    assert dense(encoder.example({"a": "b", "a_b": 2.0}, new=True)).tolist() == [[3.0]]


@pytest.mark.parametrize("words", [False, True])
def test_frames_are_their_rows(words: bool, is_sparse: bool) -> None:
    rng = np.random.default_rng(0)
    data = pd.DataFrame(rng.standard_normal((7, 3)), columns=["c", "a", "b"])
    if words:
        data["d"] = list("xyxzxyz")
    whole, alone = (Encoder(GrownColumns(8), 9, is_sparse) for _ in range(2))
    found = np.vstack([dense(rows) for rows in whole.chunks(read_frame(data), new=True)])
    expected = np.vstack([dense(alone.example(x, new=True)) for x in data.to_dict("records")])
    assert found.tobytes() == expected.tobytes()
    assert whole.columns.table == alone.columns.table


def test_long_frames_are_cut(monkeypatch: pytest.MonkeyPatch, is_sparse: bool) -> None:
    monkeypatch.setattr(encoder_module, "CHUNK", 8)
    frame = read_frame(pd.DataFrame({"a": np.arange(9.0), "b": np.arange(9.0)}))
    parts = list(Encoder(GrownColumns(3), 4, is_sparse).chunks(frame, new=True))
    assert [part.shape for part in parts] == [(2, 4)] * 4 + [(1, 4)]
    assert np.vstack(list(map(dense, parts)))[:, 0].tolist() == list(np.arange(9.0))


def test_a_frame_with_a_hole_gives_no_matrix(is_sparse: bool) -> None:
    frame = read_frame(pd.DataFrame({"a": [1.0, np.nan]}))
    encoder = Encoder(GrownColumns(3), 4, is_sparse)
    with pytest.raises(InvalidInputError, match="the feature 'a' must be a finite number"):
        next(encoder.chunks(frame, new=True))
    assert not encoder.columns.table


def test_a_frame_without_rows_gives_no_matrix() -> None:
    encoder = Encoder(GrownColumns(3), 4, False)
    assert list(encoder.chunks(read_frame(pd.DataFrame({"a": []}, dtype=float)), new=True)) == []


def test_weights_by_name() -> None:
    encoder = Encoder(GrownColumns(3), 4, False)
    encoder.example({"b": 2.0, "a": -1.0}, new=True)
    point = np.array([0.5, 1.5, 0.0, 9.0])
    assert encoder.weights(point) == {"a": 0.5, "b": 1.5}
    assert encoder.intercept(point) == 9.0
    assert Encoder(GrownColumns(4), 4, False).intercept(point) == 0.0
