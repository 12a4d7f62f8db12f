"""The two stages of a study: every setting of every grid, then the best ones in every order."""

from typing import TypeAlias

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.code import release
from compadagrad.experiments.result import Row
from compadagrad.experiments.runner import Runner
from compadagrad.experiments.study import Method, Setting, Study
from compadagrad.experiments.trial import Outcome, Trial
from compadagrad.experiments.tuning import Tuned, score

__all__ = ["learn", "tune"]

Grids: TypeAlias = list[tuple[Tuned, ...]]


def tune(study: Study, data: str, runner: Runner) -> Grids:
    """The scores of every setting of each method, on the seeds that it is tuned on."""
    seeds = study.seeds[:1] if study.protocol.tune_on == "first" else study.seeds
    grids = [(method, method.settings(), seed) for method in study.methods for seed in seeds]
    trials = [
        trial(study, data, method, setting, seed, study.protocol.tuning_examples)
        for method, settings, seed in grids
        for setting in settings
    ]
    outcomes = iter(runner.run("tuning", trials))
    found = [
        scored(study, method, seed, [next(outcomes) for _ in settings])
        for method, settings, seed in grids
    ]
    return [tuple(found[i : i + len(seeds)]) for i in range(0, len(found), len(seeds))]


def learn(study: Study, data: str, grids: Grids, runner: Runner) -> tuple[Row, ...]:
    """A row for each method: its best setting on every seed."""
    chosen = [
        tuple(tuned[i if len(tuned) > 1 else 0].best(method) for i in range(len(study.seeds)))
        for method, tuned in zip(study.methods, grids, strict=True)
    ]
    trials = [
        trial(study, data, method, setting, seed)
        for method, settings in zip(study.methods, chosen, strict=True)
        for setting, seed in zip(settings, study.seeds, strict=True)
    ]
    outcomes = iter(runner.run("learning", trials))
    return tuple(
        Row(method, tuned, settings, tuple(next(outcomes) for _ in settings))
        for method, tuned, settings in zip(study.methods, grids, chosen, strict=True)
    )


def trial(
    study: Study, data: str, method: Method, setting: Setting, seed: int, examples: int = 0
) -> Trial:
    """A trial of a study; ``data`` is the digest of what it learns from."""
    return Trial.of(
        method,
        setting,
        study.features,
        study.protocol,
        data=data,
        release=release(),
        seed=seed,
        examples=examples,
    )


def scored(study: Study, method: Method, seed: int, outcomes: list[Outcome]) -> Tuned:
    """The scores of the settings of one method on one seed."""
    failures = [outcome.failure for outcome in outcomes if outcome.failure]
    if len(failures) == len(outcomes):
        raise InvalidInputError(
            f"method {method.name!r} comes to nothing with every setting of its grid "
            f"({failures[0]}); give it another grid"
        )
    scores = tuple(score(outcome, study.protocol.tune_by) for outcome in outcomes)
    return Tuned(seed, scores, len(failures), failures[0] if failures else "")
