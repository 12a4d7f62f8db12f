import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments.learning import check_method
from compadagrad.experiments.mnist49_methods import methods, star


def test_stars_have_a_centre_and_its_neighbours() -> None:
    found = star(tau=(1.0, 2.0, 3.0), delta=(0.1, 0.2))
    assert [(axes["tau"][0], axes["delta"][0]) for axes in found] == [
        (1.0, 0.1), (2.0, 0.1), (3.0, 0.1), (1.0, 0.2)
    ]  # fmt: skip


@pytest.mark.parametrize("size", ["whole", "embedded", "quick"])
def test_every_method_has_a_grid_of_the_same_size(size: str) -> None:
    found = methods(size)
    assert len({len(method.settings()) for method in found}) == 1
    for method in found:
        check_method(method)


def test_the_methods_are_those_of_the_experiment() -> None:
    found = methods("whole")
    assert found[0].learner == "DiagonalAdaGrad"
    for scaling in ("unit", "paper"):
        ks = [m.k for m in found if m.fixed.get("scaling") == scaling]
        assert ks == [25, 64, 128, 256]
    for learner in ("TrackedAdaGrad", "SAdaGrad"):
        assert [m.k for m in found if m.learner == learner] == [10, 25]
    assert found[-1].learner == "FullAdaGrad"
    for method in found:
        tuned = {name for setting in method.settings() for name in setting}
        assert {"lr", "delta", "lambda"} <= tuned
        assert ("tau" in tuned) == (method.learner in ("CompAdaGrad", "TrackedAdaGrad"))


def test_other_sizes_are_named() -> None:
    with pytest.raises(InvalidInputError, match="size must be one of 'whole'"):
        methods("huge")


def test_grids_of_the_papers_scaling_are_shifted_by_its_factor() -> None:
    known = {method.name: method.grid for method in methods("whole")}
    for k in (25, 64, 128, 256):
        unit, paper = known[f"CompAdaGrad k={k}"], known[f"CompAdaGrad k={k}, paper's scaling"]
        for name in ("lr", "tau"):
            factors = {
                float(b) / float(a)
                for one, other in zip(unit, paper, strict=True)
                for a, b in zip(one[name], other[name], strict=True)
            }
            assert all(f == pytest.approx((512 / k) ** 1.5, rel=0.35) for f in factors)
        assert [axes["delta"] for axes in unit] == [axes["delta"] for axes in paper]
