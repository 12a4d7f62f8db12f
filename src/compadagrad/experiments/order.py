"""In which order trials are begun."""

from collections.abc import Sequence

from compadagrad.experiments.trial import Trial

__all__ = ["well_begun"]


def well_begun(trials: Sequence[Trial]) -> list[Trial]:
    """The first trial of each learner, then the others from the last to the first.

    Where machine code is still to be compiled, workers that begin together compile the passes of
    different learners, and find the others' on disk; and a study lists its costly methods last, so
    that no worker is left alone with one of them in the end.
    """
    first: dict[str, Trial] = {}
    for trial in trials:
        first.setdefault(trial.learner, trial)
    begun = {trial.key for trial in first.values()}
    return [*first.values(), *(trial for trial in reversed(trials) if trial.key not in begun)]
