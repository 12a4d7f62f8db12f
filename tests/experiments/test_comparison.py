from dataclasses import replace

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import compared, estimate
from experiments.test_result import FACTS, result


def test_differences_are_paired_over_the_seeds_that_both_have() -> None:
    one, other = result(), result(first=(0.2, 0.1))
    other = replace(other, study=replace(other.study, seeds=(2, 0)))
    found = compared(one, other)
    assert found.same_data
    assert found.seeds == (0, 2)
    diagonal = found.differences[0]
    assert diagonal.method == "diagonal"
    assert diagonal.test == (estimate([0.3, 0.4, 0.2]), estimate([0.2, 0.1]))
    assert diagonal.test_difference == estimate([0.1 - 0.3, 0.2 - 0.2])
    assert diagonal.online_difference == estimate([0.0, 0.0])


def test_a_study_differs_from_itself_by_nothing() -> None:
    for difference in compared(result(), result()).differences:
        assert difference.test_difference is not None
        assert difference.test_difference == (0.0, 0.0)


def test_other_data_are_not_paired() -> None:
    for changed in (replace(FACTS, fingerprint="0" * 16), replace(FACTS, examples=9)):
        found = compared(result(), replace(result(), facts=changed))
        assert not found.same_data
        assert found.differences[0].test_difference is None


def test_without_a_common_seed_nothing_is_paired() -> None:
    other = replace(result(), study=replace(result().study, seeds=(7, 8, 9)))
    found = compared(result(), other)
    assert found.same_data
    assert (found.seeds, found.differences[0].test_difference) == ((), None)


def test_methods_of_one_study_alone_are_listed() -> None:
    one = result()
    other = replace(one, study=replace(one.study, methods=one.study.methods[:1]), rows=one.rows[:1])
    assert compared(one, other).only == (("CompAdaGrad k=4",), ())
    assert compared(other, one).only == ((), ("CompAdaGrad k=4",))


def test_studies_of_other_methods_have_nothing_to_compare() -> None:
    one = result()
    parts = [
        replace(one, study=replace(one.study, methods=one.study.methods[part]), rows=one.rows[part])
        for part in (slice(0, 1), slice(1, 2))
    ]
    with pytest.raises(InvalidInputError, match="have no method in common"):
        compared(*parts)
