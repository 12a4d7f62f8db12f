import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compadagrad import InvalidInputError, TrackedAdaGrad
from compadagrad._storage import load_file, save_file
from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor
from compadagrad.estimators.files import content_of, model_from
from estimators.examples import classes, numbers, rows, same_weights

X = rows()
MODELS: dict[str, Any] = {
    "tracked": CompAdaGradClassifier(),
    "srht": CompAdaGradClassifier(subspace="srht"),
    "diagonal, l1": CompAdaGradClassifier(subspace="diagonal", penalty="l1"),
    "full, softmax": CompAdaGradClassifier(subspace="full", multiclass="multinomial"),
    "average, batches": CompAdaGradClassifier(average=10, batch_size=4),
    "balanced": CompAdaGradClassifier(class_weight="balanced"),
    "regressor": CompAdaGradRegressor(loss="huber"),
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_training_goes_on_with_the_same_bits(name: str, dtype: Any, tmp_path: Path) -> None:
    model = MODELS[name]
    rows_, path = X.astype(dtype), tmp_path / "model"
    y = numbers(X) if name == "regressor" else classes(X, 3)
    labels = {} if name == "regressor" else {"classes": np.unique(y)}
    model.partial_fit(rows_[:40], y[:40], **labels)
    model.save(path)
    loaded = type(model).load(path)
    assert same_weights(model, loaded)
    for other in (model, loaded):
        other.partial_fit(rows_[40:], y[40:])
    assert same_weights(model, loaded)
    assert loaded.online_error_ == model.online_error_
    np.testing.assert_array_equal(loaded.predict(rows_), model.predict(rows_))


def test_names_of_features(tmp_path: Path) -> None:
    frame = pd.DataFrame(X, columns=list("abcdef"))
    model = CompAdaGradRegressor(max_iter=1, tol=None).fit(frame, numbers(X))
    model.save(tmp_path / "model")
    loaded = CompAdaGradRegressor.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.feature_names_in_, list("abcdef"))
    np.testing.assert_array_equal(loaded.predict(frame), model.predict(frame))


def test_contents_in_files_of_others(tmp_path: Path) -> None:
    model = CompAdaGradClassifier(random_state=0).partial_fit(
        X, classes(X, 2), ["bear", "fox", "wolf", "elk"]
    )
    save_file(tmp_path / "checkpoint", {"model": content_of(model), "line": 7})
    back = model_from(load_file(tmp_path / "checkpoint")["model"], "checkpoint")
    assert same_weights(model, back)
    assert type(back) is CompAdaGradClassifier
    for strange in ({"kind": "elephant"}, {"kind": ["CompAdaGradClassifier"]}, None, 3):
        with pytest.raises(InvalidInputError, match=r"checkpoint holds a .* which is none of"):
            model_from(strange, "checkpoint")  # type: ignore[arg-type]


def test_unfitted_models_have_nothing_to_save(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has not learned anything yet"):
        CompAdaGradClassifier().save(tmp_path / "model")
    assert not list(tmp_path.iterdir())


def newer(raw: bytes) -> bytes:
    size = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + size])
    header["__metadata__"]["version"] = "99"
    encoded = json.dumps(header).encode()
    return len(encoded).to_bytes(8, "little") + encoded + raw[8 + size :]


def test_files_that_are_none_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "model"
    CompAdaGradRegressor(random_state=0).partial_fit(X, numbers(X)).save(path)
    raw = path.read_bytes()
    flipped = raw[:-9] + bytes([raw[-9] ^ 1]) + raw[-8:]
    cases = {
        "truncated": (raw[: len(raw) // 2], "truncated"),
        "cut": (raw[:5], "truncated"),
        "foreign": (b"\x80\x04\x95 a pickle, say, and some more of it", "truncated, or not a file"),
        "newer": (newer(raw), "version 99 .* upgrade"),
        "damaged": (flipped, "checksum"),
    }
    for name, (content, message) in cases.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InvalidInputError, match=f"{name}.*{message}"):
            CompAdaGradRegressor.load(tmp_path / name)
    with pytest.raises(InvalidInputError, match="absent"):
        CompAdaGradRegressor.load(tmp_path / "absent")
    TrackedAdaGrad(3, 1, lr=1.0).save(tmp_path / "learner")
    with pytest.raises(InvalidInputError, match="learner holds a 'TrackedAdaGrad', not a 'Comp"):
        CompAdaGradRegressor.load(tmp_path / "learner")


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "model"
    model = CompAdaGradRegressor(random_state=0).partial_fit(X, numbers(X))
    model.save(path)
    before = path.read_bytes()
    model.random_state = object()
    with pytest.raises(InvalidInputError):
        model.save(path)
    with pytest.raises(InvalidInputError, match="cannot write"):
        CompAdaGradRegressor().partial_fit(X, numbers(X)).save(tmp_path / "no" / "folder")
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["model"]
