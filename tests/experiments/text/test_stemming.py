import sys
from pathlib import Path

import pytest

from compadagrad import InvalidInputError, MissingExtraError
from compadagrad.experiments.text import read_stop_words, stemmed_unless_stopped, words_of


def test_words_are_letters_and_apostrophes_in_lower_case() -> None:
    assert words_of("The U.S.'s 3,200 Shipments, don't!") == [
        "the",
        "u",
        "s",
        "s",
        "shipments",
        "don't",
    ]


def test_stop_words_are_left_out_before_they_are_stemmed() -> None:
    reduce = stemmed_unless_stopped(frozenset({"having"}))
    assert reduce("having") == ""
    assert [reduce(word) for word in ("caresses", "ponies", "relational", "have")] == [
        "caress",
        "poni",
        "relat",
        "have",
    ]


def test_a_stop_list_has_a_word_a_line(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("The\nit's\n\n")
    assert read_stop_words(tmp_path / "list") == {"the", "it's"}


def test_an_empty_stop_list_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("\n")
    with pytest.raises(InvalidInputError, match="holds no word"):
        read_stop_words(tmp_path / "list")


def test_without_a_stemmer_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    with pytest.raises(MissingExtraError, match=r"compadagrad\[experiments\]"):
        stemmed_unless_stopped(frozenset())
