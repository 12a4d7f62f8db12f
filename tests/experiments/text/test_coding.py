import subprocess
import sys

import numpy as np

from compadagrad.experiments.text import WordCodes, encoded


def test_a_word_has_the_same_code_in_every_process() -> None:
    program = (
        "from compadagrad.experiments.text import WordCodes; print(WordCodes().of(['wheat'])[0])"
    )
    other = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert int(other.stdout) == WordCodes().of(["wheat"])[0]


def test_different_words_have_different_codes() -> None:
    words = [f"word{i}" for i in range(50_000)]
    assert len(set(WordCodes().of(words))) == len(words)


def test_words_are_reduced_before_they_are_coded() -> None:
    codes = WordCodes(lambda word: "" if word == "the" else word.lower())
    assert codes.of(["the", "Cat", "the"]) == codes.of(["cat"])


def test_forgetting_changes_nothing() -> None:
    words = [f"word{i % 7}" for i in range(30)]
    narrow = WordCodes(remembered=2)
    assert narrow.of(words) == WordCodes().of(words)
    assert len(narrow._known) <= 2


def test_documents_are_encoded_in_chunks() -> None:
    codes = WordCodes()
    given = [(["a", "b"], 1.0), ([], -1.0), (["b"], 1.0)]
    first, second = encoded(given, codes, chunk=2)
    assert first.words.tolist() == codes.of(["a", "b"])
    assert first.starts.tolist() == [0, 2, 2]
    assert second.words.tolist() == codes.of(["b"])
    assert second.starts.tolist() == [0, 1]
    assert np.concatenate([first.labels, second.labels]).tolist() == [1.0, -1.0, 1.0]
    assert first.words.dtype == np.uint64
