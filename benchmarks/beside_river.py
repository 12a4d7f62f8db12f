"""Models for river beside river's own: progressive error, and time an example.

python benchmarks/beside_river.py [--quick]

The data sets are those that come inside river's wheel. Everybody sees the same examples, scaled as
they come, with a feature that is always 1 in the place of an intercept; each model has the learning
rate of one grid with the least progressive error, and its other settings as they are by default.
"""

import argparse
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pandas as pd
from river import datasets, feature_extraction, linear_model, metrics, optim, preprocessing
from timing import Report, output_directory

from compadagrad.river import RiverClassifier, RiverRegressor, RiverSoftmax

RATES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
COMPONENTS = 100  # of random features, for each coordinate
PASSES = 3
BATCH = 100  # rows of a frame

Example = tuple[dict[Any, float], Any]
Model = Any  # river carries types that change between releases


@dataclass(frozen=True)
class Task:
    """Examples ready for linear models, and what is counted."""

    name: str
    examples: list[Example]
    metric: Callable[[], Any]

    @property
    def n(self) -> int:
        """How many features there are, the constant one among them."""
        return len(self.examples[0][0])

    def error(self, metric: Any) -> float:
        """What is better when it is smaller: percent of mistakes, or the mean distance."""
        return float(metric.get() if self.is_regression else 100.0 * (1.0 - metric.get()))

    @property
    def is_regression(self) -> bool:
        """Whether targets are numbers."""
        return isinstance(self.metric(), metrics.base.RegressionMetric)


def scaled(examples: Iterable[Example], *transformers: Any) -> list[Example]:
    """Examples as a pipeline would have them, each scaled by those up to it."""
    scaler, found = preprocessing.StandardScaler(), []
    for x, y in examples:
        scaler.learn_one(x)
        x = scaler.transform_one(x)
        for each in transformers:
            x = each.transform_one(x)
        found.append(({**x, "one": 1.0}, y))
    return found


def tasks(count: int | None) -> Iterable[Task]:
    """The first ``count`` examples of each data set, or all."""

    def first(dataset: Any) -> Any:
        return islice(dataset, count)

    random = feature_extraction.RBFSampler(gamma=1.0, n_components=COMPONENTS, seed=0)
    yield Task("Phishing", scaled(first(datasets.Phishing())), metrics.Accuracy)
    bananas = scaled(first(datasets.Bananas()), random)
    yield Task("Bananas, random features", bananas, metrics.Accuracy)
    yield Task("ImageSegments", scaled(first(datasets.ImageSegments())), metrics.Accuracy)
    yield Task("TrumpApproval", scaled(first(datasets.TrumpApproval())), metrics.MAE)


def contenders(task: Task) -> dict[str, Callable[[float], Model]]:
    """A model of each kind, made with a learning rate."""
    settings = {"n": task.n, "k": 8, "with_intercept": False}
    ours: dict[str, Any] = {
        f"ours, {name}": lambda lr, name=name: _ours(task)(subspace=name, lr=lr, **settings)
        for name in ("tracked", "srht", "diagonal", "full")
    }
    theirs: dict[str, Any] = {
        f"river, {rule.__name__}": lambda lr, rule=rule: _theirs(task, rule(lr))
        for rule in (optim.AdaGrad, optim.SGD)
    }
    return {**ours, **theirs}


def _ours(task: Task) -> Callable[..., Model]:
    if task.is_regression:
        return lambda **settings: _target_scaled(RiverRegressor(**settings))
    return RiverClassifier if isinstance(task.examples[0][1], bool) else RiverSoftmax


def _theirs(task: Task, optimizer: Any) -> Model:
    if task.is_regression:
        return _target_scaled(linear_model.LinearRegression(optimizer, intercept_lr=0.0))
    if isinstance(task.examples[0][1], bool):
        return linear_model.LogisticRegression(optimizer, intercept_lr=0.0)
    return linear_model.SoftmaxRegression(optimizer)


def _target_scaled(regressor: Model) -> Model:
    return preprocessing.TargetStandardScaler(regressor=regressor)


def progressive(task: Task, model: Model) -> tuple[float, float]:
    """The error of predictions made before learning, and the seconds of the processor for both."""
    predictions = []
    started = time.process_time()
    for x, y in task.examples:
        predictions.append(model.predict_one(x))
        model.learn_one(x, y)
    seconds = time.process_time() - started
    metric = task.metric()
    for prediction, (_, y) in zip(predictions, task.examples, strict=True):
        if prediction is not None:
            metric.update(y, prediction)
    return task.error(metric), seconds


def many(task: Task, model: Model) -> float | None:
    """The seconds of ``learn_many`` over frames; None where there is no such method."""
    if task.is_regression or isinstance(model, linear_model.SoftmaxRegression):
        return None
    frames = [
        (pd.DataFrame([x for x, _ in part]), pd.Series([y for _, y in part]))
        for part in (task.examples[i : i + BATCH] for i in range(0, len(task.examples), BATCH))
    ]
    started = time.process_time()
    for X, y in frames:
        model.learn_many(X, y)
    return time.process_time() - started


def main() -> None:
    """Find everybody's rate, time everybody, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="300 examples of each, for a look")
    output_directory(parser)
    options = parser.parse_args()
    report = Report("Models for river beside river's own")
    report.say(
        f"Learning rates: the one of {RATES} with the least progressive error.",
        f"Times are of the processor, for an example, the least of {PASSES} passes: predict_one",
        f"and learn_one together, and learn_many with frames of {BATCH} rows. There ours makes a",
        "step for each row, and river's one step for each frame. TrumpApproval has its targets",
        "scaled, by the same wrapper for all.",
    )
    head = ("data", "n", "examples", "model", "lr", "error", "one, µs", "many, µs")
    row = report.table("Progressive error (%, or mean absolute) and time an example", head)
    for task in tasks(300 if options.quick else None):
        for name, make in contenders(task).items():
            row(task.name, task.n, len(task.examples), name, *figures(task, make))
    report.save(options.output / "river.md")


def figures(task: Task, make: Callable[[float], Model]) -> tuple[str, str, str, str]:
    """The best rate, its error, and the times of an example, written."""
    error, rate = min((progressive(task, make(rate))[0], rate) for rate in RATES)
    one = min(progressive(task, make(rate))[1] for _ in range(PASSES))
    found = [many(task, make(rate)) for _ in range(PASSES)]
    frames = [seconds for seconds in found if seconds is not None]
    per = 1e6 / len(task.examples)
    batches = f"{min(frames) * per:.0f}" if frames else "-"
    return f"{rate:g}", f"{error:.3g}", f"{one * per:.0f}", batches


if __name__ == "__main__":
    main()
