"""From a study to its result: tune every method, then let it learn in every order."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

from compadagrad._validation import as_choice
from compadagrad.errors import CompAdaGradError
from compadagrad.experiments.cache import Cache, default_folder
from compadagrad.experiments.catalogue import source_of
from compadagrad.experiments.code import release
from compadagrad.experiments.environment import environment
from compadagrad.experiments.features import described, mapped
from compadagrad.experiments.learning import check_method
from compadagrad.experiments.one_thread import one_thread
from compadagrad.experiments.plain import study_to_plain
from compadagrad.experiments.result import Facts, Result
from compadagrad.experiments.runner import Cluster, Runner, Watcher
from compadagrad.experiments.stages import learn, tune
from compadagrad.experiments.study import Features, Study
from compadagrad.experiments.task import Examples, Task, in_order
from compadagrad.experiments.workers import BACKENDS, as_jobs

__all__ = ["prepared", "run"]


def run(
    study: Study,
    folder: Path | None = None,
    *,
    jobs: int | None = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    cache: Path | None = None,
    fresh: bool = False,
    watch: Watcher | None = None,
) -> Result:
    """Run a study, or take its result from the cache.

    The errors are the same whatever the number of workers; times are those of the first run.

    Parameters
    ----------
    study : Study
    folder : pathlib.Path, optional
        The folder of data, for sources that need one.
    jobs : int or None
        Processes, of one thread each; None stands for one on each core.
    backend : {"loky", "dask", "ray"}
        Processes of this machine, or the workers of a cluster.
    scheduler : str, optional
        The address of the cluster; by default one is started on this machine.
    cache : pathlib.Path, optional
        Where outcomes are kept; by default the folder in the environment variable
        COMPADAGRAD_CACHE, else the usual place of this platform.
    fresh : bool
        Run everything again.
    watch : callable, optional
        Told of every :class:`~compadagrad.experiments.Progress`.

    Returns
    -------
    Result
    """
    as_choice("backend", backend, BACKENDS)
    cluster = Cluster(as_jobs(jobs), backend, scheduler)
    for method in study.methods:
        check_method(method)
    source = source_of(study.data.source)
    options = source.complete(study.data.options)
    data = json.dumps(
        [study.data.source, options, source.fingerprint(options, folder)], sort_keys=True
    )
    key = hashlib.sha256(json.dumps([data, study_to_plain(study), release()]).encode()).hexdigest()[
        :32
    ]
    kept = Cache(cache or default_folder(), fresh=fresh)
    if (known := _finished(kept, key)) is not None:
        return known
    task, left = prepared(source.load(options, folder, kept.folder), study.features)
    facts = _facts(task, left, study, data)
    runner = Runner(task, left, facts.examples, kept, cluster, watch or (lambda progress: None))
    rows = learn(study, data, tune(study, data, runner), runner)
    result = Result(study, facts, rows, environment())
    kept.keep_study(key, result.to_plain())
    return result


def prepared(task: Task, features: Features) -> tuple[Task, Features]:
    """The task with its features, where they are the same for every seed, and what is left to do.

    Where the test set is a part of each permutation, so are the prototypes of kernels, and the
    features are made in each trial.
    """
    if task.X_test is None or task.y_test is None:
        return task, features
    with one_thread():
        made = mapped(features, Examples(task.X, task.y, task.X_test, task.y_test), 0)
    return replace(task, X=made.X, X_test=made.X_test), Features()


def _finished(kept: Cache, key: str) -> Result | None:
    plain = kept.study(key)
    try:
        return None if plain is None else Result.from_plain(plain)
    except CompAdaGradError:
        return None


def _facts(task: Task, left: Features, study: Study, data: str) -> Facts:
    seed = study.seeds[0]
    examples = mapped(left, in_order(task, seed, study.protocol.train_share), seed)
    digest = hashlib.sha256(data.encode()).hexdigest()[:16]
    sizes = len(examples.y), len(examples.y_test), int(examples.X.shape[1])
    return Facts(task.name, task.description, described(study.features), digest, *sizes)
