"""A study, as data: what is learned, from which features, by which methods, and how they are tuned.

A study holds plain values alone. It says nothing of where files are, so it means the same on every
machine; :mod:`compadagrad.experiments.toml` writes and reads it.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self, TypeAlias, final

from compadagrad._validation import as_choice, as_integer, as_positive
from compadagrad.errors import InvalidInputError
from compadagrad.losses import from_name

__all__ = [
    "TUNE_BY",
    "TUNE_ON",
    "Axes",
    "Data",
    "Features",
    "Method",
    "Protocol",
    "Setting",
    "Study",
    "Value",
]

Value: TypeAlias = str | int | float | bool
Setting: TypeAlias = Mapping[str, Value]
Axes: TypeAlias = Mapping[str, Sequence[Value]]

TUNE_BY: Final[dict[str | None, str]] = {
    "online_error": "the share of examples that were wrong when they came",
    "online_loss": "the mean loss of the predictions made before each step",
    "training_error": "the error of the final point on the examples that it has seen",
}
TUNE_ON: Final[dict[str | None, str]] = {
    "first": "the first seed, once for all",
    "each": "each seed, by itself",
}


@final
@dataclass(frozen=True)
class Data:
    """Where examples come from: the name of a source in the catalogue, and its options."""

    source: str
    options: Setting = field(default_factory=dict)


@final
@dataclass(frozen=True)
class Features:
    """What is made of them: the name of a map of features, and its options."""

    kind: str = "given"
    options: Setting = field(default_factory=dict)


@final
@dataclass(frozen=True)
class Method:
    """A learner, the arguments that are fixed, and the grid of those that are tuned.

    Parameters
    ----------
    name : str
        How tables call it.
    learner : str
        A learner of :mod:`compadagrad`.
    fixed : dict
        Arguments by name. ``lambda`` stands for the coefficient of a squared l2 regularizer.
    grid : tuple of dict
        Each maps arguments to lists of values, and stands for their product; the grid is the union.

    Examples
    --------
    >>> from compadagrad.experiments import Method
    >>> grid = ({"lr": (0.1, 1.0), "delta": (0.01,)}, {"lr": (3.0,), "delta": (0.1,)})
    >>> len(Method("diagonal", "DiagonalAdaGrad", grid=grid).settings())
    3
    """

    name: str
    learner: str
    fixed: Setting = field(default_factory=dict)
    grid: tuple[Axes, ...] = ()

    def __post_init__(self) -> None:
        for name, values in ((n, v) for axes in self.grid for n, v in axes.items()):
            if name in self.fixed:
                raise InvalidInputError(f"method {self.name!r}: {name} is both fixed and tuned")
            if isinstance(values, str) or not isinstance(values, Sequence) or not values:
                raise InvalidInputError(
                    f"method {self.name!r}: {name} must be a list of at least one value, "
                    f"got {values!r}"
                )
        if not self.grid:
            raise InvalidInputError(f"method {self.name!r} needs a grid of at least one setting")

    def settings(self) -> list[Setting]:
        """Every setting of the grid, once."""
        found = [
            dict(zip(axes, point, strict=True))
            for axes in self.grid
            for point in itertools.product(*axes.values())
        ]
        return [setting for i, setting in enumerate(found) if setting not in found[:i]]

    @property
    def family(self) -> str:
        """What it is apart from the dimension of its subspace: methods of one family are a line."""
        return self.name.split(" k=")[0] + self.name.partition(" k=")[2].lstrip("0123456789")

    @property
    def k(self) -> int | None:
        """The dimension of its subspace, if it has one."""
        k = self.fixed.get("k")
        return k if type(k) is int else None


@final
@dataclass(frozen=True)
class Protocol:
    """How examples are shown, and how settings are chosen.

    Parameters
    ----------
    loss : str
        A name of :mod:`compadagrad.losses`.
    batch : int
        Examples a step; the gradient of a step is their average.
    tune_by : str
        What is to be lowest: a key of ``TUNE_BY``. Ties are broken by the online loss.
    tune_on : str
        ``"first"``: on the first seed, for all; ``"each"``: on each seed.
    tuning_examples : int
        How many examples of a permutation a setting is tried on; 0 means all.
    train_share : float
        For tasks without a test set: the part of a permutation that is learned.
    """

    loss: str = "logistic"
    batch: int = 1
    tune_by: str = "online_error"
    tune_on: str = "first"
    tuning_examples: int = 0
    train_share: float = 0.75

    def __post_init__(self) -> None:
        from_name(self.loss)
        as_integer("batch", self.batch, 1)
        as_choice("tune_by", self.tune_by, TUNE_BY)
        as_choice("tune_on", self.tune_on, TUNE_ON)
        as_integer("tuning_examples", self.tuning_examples, 0)
        if not 0.0 < as_positive("train_share", self.train_share) < 1.0:
            raise InvalidInputError(f"train_share must lie within (0, 1), got {self.train_share}")


@final
@dataclass(frozen=True)
class Study:
    """A study: run it with :func:`~compadagrad.experiments.run`.

    Parameters
    ----------
    name : str
    data : Data
    methods : tuple of Method
        Their names are distinct; the first is the one that others are compared with.
    features : Features
    protocol : Protocol
    seeds : tuple of int
        Each is a permutation of the examples, and the seed of random subspaces.

    Examples
    --------
    >>> from compadagrad.experiments import Data, Method, Study
    >>> diagonal = Method("diagonal", "DiagonalAdaGrad", grid=({"lr": (0.1, 1.0)},))
    >>> Study("small", Data("mnist"), (diagonal,), seeds=(0, 1)).trials
    4
    """

    name: str
    data: Data
    methods: tuple[Method, ...]
    features: Features = Features()
    protocol: Protocol = Protocol()
    seeds: tuple[int, ...] = (0, 1, 2, 3, 4)

    def __post_init__(self) -> None:
        if not self.name[:1].isalnum() or not all(c.isalnum() or c in "-_." for c in self.name):
            raise InvalidInputError(
                f"the name of a study must be of letters, digits, '-', '_' and '.', and begin with "
                f"a letter or a digit, got {self.name!r}"
            )
        for seed in self.seeds:
            as_integer("a seed", seed, 0)
        _distinct("seeds", self.seeds)
        _distinct("methods", [method.name for method in self.methods])

    @property
    def trials(self) -> int:
        """How many passes over examples it takes, those for tuning included."""
        tuned = 1 if self.protocol.tune_on == "first" else len(self.seeds)
        grids = sum(len(method.settings()) for method in self.methods)
        return grids * tuned + len(self.methods) * len(self.seeds)

    def with_seeds(self, count: int) -> Self:
        """The same with seeds 0, 1, ..., ``count - 1``."""
        return replace(self, seeds=tuple(range(as_integer("seeds", count, 1))))

    def with_batch(self, batch: int) -> Self:
        """The same with another number of examples a step."""
        return replace(self, protocol=replace(self.protocol, batch=batch))


def _distinct(name: str, values: Sequence[Any]) -> None:
    if not values or len(set(values)) < len(values):
        raise InvalidInputError(
            f"a study needs {name}, each once, got {', '.join(map(str, values))}"
        )
