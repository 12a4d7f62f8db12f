from compadagrad.experiments.order import well_begun
from experiments.test_trial import trial

TRIALS = [
    trial(learner=learner, seed=seed)
    for learner in ("DiagonalAdaGrad", "CompAdaGrad", "FullAdaGrad")
    for seed in (0, 1)
]


def test_every_learner_is_begun_before_any_goes_on() -> None:
    order = [(t.learner[0], t.seed) for t in well_begun(TRIALS)]
    assert order == [("D", 0), ("C", 0), ("F", 0), ("F", 1), ("C", 1), ("D", 1)]


def test_nothing_is_lost_and_nothing_is_run_twice() -> None:
    assert sorted(t.key for t in well_begun(TRIALS)) == sorted(t.key for t in TRIALS)
    assert well_begun([]) == []
