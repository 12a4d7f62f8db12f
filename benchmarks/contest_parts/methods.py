"""Who takes part: how each is made, its grid, and what it can take on."""

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from typing import Any, final

import compadagrad
from compadagrad.experiments.code import DECIDES, digest_of_sources
from contest_parts.contestant import Contestant
from contest_parts.grids import Combos, Grid, Setting, decades, lattice, listed, rounded
from contest_parts.house import House
from contest_parts.river_models import River
from contest_parts.scikit import AveragedSGD
from contest_parts.vowpal_wabbit import VowpalWabbit

__all__ = ["FULL_MATRIX_LIMIT", "METHODS", "Method"]

FULL_MATRIX_LIMIT = 512

Maker = Callable[[int, Setting, int], Contestant]


@final
@dataclass(frozen=True)
class Method:
    """A method of the contest.

    ``make(n, setting, seed)`` gives a fresh contestant; ``package`` is the distribution that it
    comes from; ``learner`` is its class where it is one of ours; ``k`` is the dimension of its
    subspace, if it has one; ``quadratic`` says that it keeps n^2 numbers; ``revision`` is to be
    raised when its results change, so that cached ones are not used.
    """

    name: str
    make: Maker
    grid: Grid
    package: str = "compadagrad"
    learner: str | None = None
    k: int | None = None
    quadratic: bool = False
    revision: int = 1

    def missing(self) -> str | None:
        """Why it cannot take part here, if it cannot."""
        if importlib.util.find_spec(MODULES[self.package]) is None:
            return f"{self.package} is not installed"
        if self.learner is not None and not hasattr(compadagrad, self.learner):
            return f"compadagrad has no {self.learner}"
        return None

    def fits(self, n: int) -> bool:
        """Whether it takes on n features."""
        padded = 1 << (n - 1).bit_length()
        return not (self.quadratic and n > FULL_MATRIX_LIMIT) and (self.k or 0) < padded

    @property
    def release(self) -> str:
        """What the cached results depend on beside the setting."""
        code = f", code {code_of_learners()}" if self.learner else ""
        return f"{self.package} {version(self.package)}, revision {self.revision}{code}"


@cache
def code_of_learners() -> str:
    """A digest of all that decides an outcome: defaults and arithmetic."""
    return digest_of_sources(room for room in DECIDES if room != "experiments")


MODULES = {
    "compadagrad": "compadagrad",
    "scikit-learn": "sklearn",
    "vowpalwabbit": "vowpalwabbit",
    "river": "river",
}

RATES = decades(-2.0, 1.0, 7)
DELTAS = decades(-4.0, 2.0, 7)


def ours(learner: str, *, name: str, combos: Combos, seeded: bool = False, **fixed: Any) -> Method:
    """A learner of ours; ``fixed`` are arguments that are not tuned."""

    def make(n: int, setting: Setting, seed: int) -> Contestant:
        arguments = {**fixed, **setting, **({"seed": seed} if seeded else {})}
        return House(getattr(compadagrad, learner)(n, **arguments))

    rates = RATES if combos.members != ({},) else decades(-3.0, 2.0, 49)
    quadratic = learner in ("FullAdaGrad", "OnlineNewtonStep")
    return Method(name, make, Grid("lr", rates, combos), learner=learner, k=fixed.get("k"),
                  quadratic=quadratic)  # fmt: skip


DELTA_ONLY = lattice(10.0, delta=DELTAS)
NEWTON = lattice(10.0, delta=decades(-3.0, 3.0, 7))
RANDOM = lattice(
    10.0,
    delta=(1e-3, 1e-3, 1e-2, 1e-2, 1e-2, 1e-1, 1.0),
    tau=(10.0, 100.0, 1.0, 10.0, 100.0, 10.0, 10.0),
)


def around(delta: float) -> Combos:
    """Deltas over four decades, two of them with a larger tau; all powers of root 10."""
    root = 10.0**0.5
    deltas = (delta / 100, delta / 10, delta, delta * 10, delta * 100, delta / 10, delta * root)
    taus = (1.0, 1.0, 1.0, 1.0, 1.0, root, root)
    return lattice(root, delta=[*map(rounded, deltas)], tau=[*map(rounded, taus)])


def tracked(k: int, power: float) -> Method:
    name, delta = {
        0.5: ("", 1.0),
        0.75: (", power 3/4", 10.0**0.5),
        1.0: (", power 1", 10.0**1.5),
    }[power]
    combos = around(delta)  # in units of the gradients to the power of 2 power
    return ours("TrackedAdaGrad", name=f"tracked k={k}{name}", combos=combos, k=k, power=power)


def subspace(learner: str, stem: str, k: int) -> Method:
    return ours(learner, name=f"{stem} k={k}", combos=RANDOM, seeded=True, k=k)


def averaged_sgd(n: int, setting: Setting, seed: int) -> Contestant:
    kind, eta0 = str(setting["schedule"]), float(setting["eta0"])
    alpha = float(setting["alpha"])
    if kind == "optimal":  # its rate is 1 / (alpha t), whatever eta0
        alpha /= eta0
    return AveragedSGD(n, kind, eta0, float(setting["power_t"]), alpha)


def schedule(kind: str, alpha: float, power_t: float = 0.5) -> Setting:
    return {"schedule": kind, "alpha": alpha, "power_t": power_t}


def wabbit(n: int, setting: Setting, seed: int) -> Contestant:
    arguments = " ".join(f"--{name} {value}" for name, value in setting.items())
    return VowpalWabbit(arguments, 3 * n)


def wabbit_oja(n: int, setting: Setting, seed: int, *, k: int) -> Contestant:
    arguments = " ".join(f"--{name} {value}" for name, value in setting.items())
    return VowpalWabbit(f"--OjaNewton --sketch_size {k} {arguments}", (k + 1) * n)


def river_adagrad(n: int, setting: Setting, seed: int) -> Contestant:
    lr, eps = float(setting["lr"]), float(setting["eps"])
    return River("AdaGrad", lr, eps, zeros=False, state_size=2 * n)


def river_newton(n: int, setting: Setting, seed: int) -> Contestant:
    lr, eps = float(setting["lr"]), float(setting["eps"])
    return River("Newton", lr, eps, zeros=True, state_size=n + n * n)


def power_t(value: float, l2: float = 0.0) -> Setting:
    return {"power_t": value, "l2": l2}


def oja(count: float, normalize: str, epoch: int = 1) -> Setting:
    return {"learning_rate_cnt": count, "normalize": normalize, "epoch_size": epoch}


SCHEDULES = listed(
    schedule("constant", 1e-6),
    schedule("constant", 1e-4),
    schedule("optimal", 1e-5),
    schedule("invscaling", 1e-6, 0.25),
    schedule("invscaling", 1e-4, 0.25),
    schedule("invscaling", 1e-6),
    schedule("invscaling", 1e-4),
    spares=[schedule("invscaling", alpha, p) for alpha in (1e-6, 1e-4, 1e-2) for p in (0.1, 0.75)],
)
POWERS = listed(
    *(power_t(p) for p in (0.0, 0.1, 0.25, 0.4, 0.5, 0.75, 1.0)),
    spares=[power_t(p, l2) for l2 in (1e-6, 1e-5) for p in (0.25, 0.5, 0.75)],
)
OJA = listed(
    *(oja(count, on) for on in ("true", "false") for count in (0.5, 2.0, 8.0)),
    oja(2.0, "true", 10),
    spares=[oja(count, on, 10) for count in (0.5, 8.0) for on in ("true", "false")]
    + [oja(count, "true", 100) for count in (2.0, 0.5)],
)
NEWTON_EPS = lattice(10.0, eps=decades(-3.0, 3.0, 7))
ADAGRAD_EPS = lattice(100.0, eps=decades(-8.0, 4.0, 7))

HOUSE = (
    ours("OnlineGradientDescent", name="gradient descent", combos=listed({})),
    ours("DiagonalAdaGrad", name="diagonal AdaGrad", combos=DELTA_ONLY),
    *(subspace("CompAdaGrad", "CompAdaGrad", k) for k in (16, 64)),
    subspace("RadaGrad", "RadaGrad", 64),
    *(ours("SAdaGrad", name=f"S-AdaGrad k={k}", combos=DELTA_ONLY, k=k) for k in (10, 16, 25)),
    *(tracked(k, 0.5) for k in (10, 16, 25)),
    *(tracked(16, power) for power in (0.75, 1.0)),
    ours("FullAdaGrad", name="full AdaGrad", combos=DELTA_ONLY),
    ours("OnlineNewtonStep", name="online Newton step", combos=NEWTON),
)
RIVALS = (
    Method("scikit-learn averaged SGD", averaged_sgd,
           Grid("eta0", decades(-3.0, 0.0, 7), SCHEDULES), "scikit-learn"),
    Method("Vowpal Wabbit", wabbit,
           Grid("learning_rate", decades(-2.0, 1.0, 7), POWERS), "vowpalwabbit"),
    Method("Vowpal Wabbit OjaNewton k=10", partial(wabbit_oja, k=10),
           Grid("alpha", decades(-1.0, 5.0, 7), OJA), "vowpalwabbit", k=10),
    Method("river AdaGrad", river_adagrad,
           Grid("lr", RATES, ADAGRAD_EPS), "river"),
    Method("river Newton", river_newton,
           Grid("lr", RATES, NEWTON_EPS), "river", quadratic=True),
)  # fmt: skip

METHODS = {method.name: method for method in (*HOUSE, *RIVALS)}
