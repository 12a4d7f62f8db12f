from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.data import examples
from compadagrad import InvalidInputError
from compadagrad.cli.models import Loaded, load_model, reading_for, save_model
from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor
from compadagrad.streams import Reading

READING = Reading(format="csv", target="label", ignore=("id", 3), delimiter=";")


def classifier(y: Any = None) -> Any:
    X, signs = examples(50)
    y = signs if y is None else np.where(signs > 0, *y)
    return CompAdaGradClassifier(random_state=0).partial_fit(X, y, classes=np.unique(y))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_model(tmp_path / "m", classifier(), READING, ["a", "b", "c", "d"])
    return tmp_path / "m"


def test_a_model_knows_how_its_data_was_read(path: Path) -> None:
    loaded = load_model(path)
    assert loaded.names == ("a", "b", "c", "d")
    assert loaded.is_classifier
    reading = reading_for(loaded, {"format": "csv"}, targets=True)
    assert (reading.target, reading.dropped, reading.delimiter) == ("label", ("id", 3), ";")
    assert reading.ignore == ()
    assert reading.classes == (-1.0, 1.0)
    other = reading_for(loaded, {"format": "csv", "delimiter": "\t"}, targets=False)
    assert (other.delimiter, other.targets) == ("\t", "optional")
    typed = reading_for(loaded, {"format": "csv", "ignore": ("x",)}, targets=True)
    assert (typed.ignore, typed.dropped) == (("x",), ())


def test_an_estimator_reads_it_too(path: Path) -> None:
    X, _ = examples(50)
    loaded = CompAdaGradClassifier.load(path)
    np.testing.assert_array_equal(loaded.predict(X), classifier().predict(X))


def test_a_file_that_an_estimator_wrote_says_less(tmp_path: Path) -> None:
    classifier(("b", "a")).save(tmp_path / "m")
    loaded = load_model(tmp_path / "m")
    assert (loaded.stream, loaded.names) == ({}, None)
    reading = reading_for(loaded, {"format": "svmlight", "target": None}, targets=True)
    assert (reading.features, reading.targets, reading.classes) == (4, "texts", ("a", "b"))
    X, y = examples(50)
    CompAdaGradRegressor().partial_fit(X, y).save(tmp_path / "r")
    assert not load_model(tmp_path / "r").is_classifier


@pytest.mark.parametrize("odd", [{"ignore": 5}, {"delimiter": 5}, {"categorical": None}])
def test_a_file_that_says_nonsense_about_its_data(path: Path, odd: dict[str, Any]) -> None:
    loaded = load_model(path)
    strange = Loaded(loaded.model, {**loaded.stream, **odd}, None)
    with pytest.raises(InvalidInputError, match="does not say how its data was read"):
        reading_for(strange, {"format": "csv"}, targets=True)


def test_hashes_of_another_size_are_refused(path: Path) -> None:
    with pytest.raises(InvalidInputError, match="the model has 4 features, and hashes of 18 bits"):
        reading_for(load_model(path), {"format": "vw"}, targets=True)


def test_columns_are_found_by_their_names(path: Path) -> None:
    loaded = load_model(path)
    order = loaded.order_of(["d", "c", "x", "b", "a"], "t")
    assert order is not None
    assert order.tolist() == [4, 3, 1, 0]
    assert loaded.order_of(["a", "b", "c", "d"], "t") is None
    assert loaded.order_of(None, "t") is None
    nameless = Loaded(loaded.model, {}, None)
    assert nameless.order_of(["a"], "t") is None
    with pytest.raises(InvalidInputError, match="t has no column 'a', which the model needs"):
        loaded.order_of(["d", "c", "x", "b", "y"], "t")


def test_many_columns_are_found_in_the_time_of_their_number(path: Path) -> None:
    """Were each looked for among all, as in a tuple, this would take minutes."""
    names = [str(i) for i in range(100_000)]
    wide = Loaded(load_model(path).model, {}, tuple(names))
    order = wide.order_of(names[::-1], "t")
    assert order is not None
    assert (order == np.arange(100_000)[::-1]).all()


def test_other_files_are_no_models(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1 1:1\n")
    with pytest.raises(InvalidInputError, match="cannot load"):
        load_model(tmp_path / "a")
    with pytest.raises(InvalidInputError, match="cannot read"):
        load_model(tmp_path / "b")
