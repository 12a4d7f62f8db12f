"""The least learner: what a new one has to write; and what the suite does not ask of each."""

import warnings
from pathlib import Path
from typing import Any, final

import numpy as np
import pytest
from numpy.typing import NDArray

import compadagrad
from compadagrad import (
    CompAdaGrad,
    DiagonalAdaGrad,
    FullAdaGrad,
    InexactUpdateError,
    InexactUpdateWarning,
    InvalidInputError,
    OnlineGradientDescent,
    RadaGrad,
)
from compadagrad._storage import load_file, save_file
from compadagrad.learners import Learner
from compadagrad.learners.options import Options
from compadagrad.preconditioners import diagonal
from compadagrad.regularizers import L1, Box, ElasticNet, Regularizer, SquaredL2, Zero
from learners.conformance import same_bits

Array = NDArray[Any]

N = 6


@final
class Least(Learner):
    """AdaGrad with a diagonal, in as little as a learner takes."""

    kind = "least"

    def __init__(
        self,
        n: int,
        *,
        lr: float,
        regularizer: Regularizer | None = None,
        dtype: Any = np.float64,
        algorithm: str = "mirror_descent",
        refresh_every: int = 1,
        tolerance: float | None = None,
        on_inexact: str = "raise",
    ) -> None:
        options = Options(
            lr, regularizer, None, dtype, algorithm, refresh_every, tolerance, on_inexact
        )
        self._begin(diagonal(n, delta=0.5), options, {"n": n})


LEARNERS: list[Learner] = [
    Least(N, lr=0.25),
    CompAdaGrad(N, 3, lr=0.5, tau=2.0, delta=(0.5, 0.25), scaling="paper", seed=3),
    DiagonalAdaGrad(N, lr=0.5, delta=0.1, regularizer=L1(0.25)),
    FullAdaGrad(N, lr=0.5, regularizer=ElasticNet(0.25, np.arange(6.0))),
    RadaGrad(N, 3, lr=0.5, regularizer=Box(-1.0, 1.0)),
    OnlineGradientDescent(N, lr=0.5, regularizer=SquaredL2(2.0)),
]


def named(learner: Learner) -> str:
    return type(learner).__name__


def another(learner: Learner, **options: Any) -> Learner:
    """A learner of the same kind and arguments, with other options."""
    constructor: Any = type(learner)
    made: Learner = constructor(**learner._arguments, **options)
    return made


def test_a_least_learner_learns(tmp_path: Path) -> None:
    learner = Least(N, lr=0.25)
    learner.step(np.arange(6.0))
    np.testing.assert_allclose(learner.x, -0.25 * np.arange(6.0) / (np.arange(6.0) + 0.5))
    learner.save(tmp_path / "learner")
    again = Least.load(tmp_path / "learner")
    learner.step(np.ones(N))
    again.step(np.ones(N))
    assert same_bits(again.state_dict(), learner.state_dict())
    assert again.projection is None


@pytest.mark.parametrize("learner", LEARNERS, ids=named)
def test_a_repr_can_be_read(learner: Learner) -> None:
    names = {**vars(compadagrad), **vars(compadagrad.regularizers), "array": np.array}
    again = eval(repr(learner), {**names, "Least": Least})
    assert type(again) is type(learner)
    assert repr(again) == repr(learner)
    assert same_bits(again.state_dict(), learner.state_dict())


def test_a_repr_says_what_the_learner_is() -> None:
    assert repr(CompAdaGrad(6, 2, lr=0.5)) == (
        "CompAdaGrad(n=6, k=2, tau=1.0, delta=[0.01, 0.01], scaling='unit', seed=0, lr=0.5, "
        "regularizer=Zero())"
    )


def test_options_are_attributes() -> None:
    learner = Least(
        N,
        lr=np.float32(0.25),  # type: ignore[arg-type]
        dtype="float32",
        algorithm="dual_averaging",
        refresh_every=4,
        tolerance=1e-4,
    )
    assert (learner.n, learner.lr, type(learner.lr)) == (N, 0.25, float)
    assert learner.dtype == learner.x.dtype == np.float32
    assert (learner.algorithm, learner.refresh_every) == ("dual_averaging", 4)
    assert (learner.tolerance, learner.steps) == (1e-4, 0)
    assert learner.regularizer == Zero()


@pytest.mark.parametrize("learner", LEARNERS, ids=named)
def test_a_file_keeps_every_argument(learner: Learner, tmp_path: Path) -> None:
    kept = {
        "lr": 0.125,
        "regularizer": ElasticNet(np.linspace(0, 1, N), 0.5),
        "dtype": np.float32,
        "algorithm": "dual_averaging",
        "refresh_every": 3,
        "tolerance": 1e-3,
        "on_inexact": "warn",
    }
    other = another(learner, **kept)
    other.step(np.ones(N))
    other.save(tmp_path / "learner")
    again = type(learner).load(tmp_path / "learner")
    assert again._arguments == other._arguments
    for name in kept.keys() - {"on_inexact"}:
        assert getattr(again, name) == getattr(other, name), name
    assert again._lenient
    assert same_bits(again.state_dict(), other.state_dict())


def test_a_file_of_another_kind(tmp_path: Path) -> None:
    Least(N, lr=0.25).save(tmp_path / "learner")
    with pytest.raises(InvalidInputError, match="learner holds a 'least', not a 'FullAdaGrad'"):
        FullAdaGrad.load(tmp_path / "learner")
    save_file(tmp_path / "other", {"x": np.zeros(3)})
    with pytest.raises(InvalidInputError, match="holds a None, not a 'least' learner"):
        Least.load(tmp_path / "other")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.pop("arguments"), "does not hold the arguments of a 'least' learner"),
        (lambda c: c.update(arguments=[1]), "does not hold the arguments"),
        (lambda c: c["arguments"].pop("n"), "does not hold the arguments"),
        (lambda c: c["arguments"].pop("regularizer"), "does not hold the arguments"),
        (lambda c: c["arguments"].update(speed=3), "does not hold the arguments"),
        (lambda c: c["arguments"].update(lr=-1.0), "lr must be a positive"),
        (lambda c: c["arguments"].update(n="6"), "n must be an integer"),
        (lambda c: c["arguments"].update(regularizer={"kind": "nobody"}), "nobody"),
        (lambda c: c["arguments"].update(regularizer=None), "got None"),
        (lambda c: c["arguments"].update(n=7), "must be an array"),
        (lambda c: c.pop("state"), "expected the state of a 'least' learner, got None"),
        (lambda c: c.update(state=[]), "expected the state of a 'least' learner, got None"),
        (lambda c: c["state"].pop("memory.outside"), "the state lacks outside"),
        (lambda c: c["state"].pop("steps"), "the state lacks steps"),
    ],
)
def test_files_that_lack_something(change: Any, message: str, tmp_path: Path) -> None:
    Least(N, lr=0.25).save(tmp_path / "learner")
    content = load_file(tmp_path / "learner")
    change(content)
    save_file(tmp_path / "learner", content)
    with pytest.raises(InvalidInputError, match=message):
        Least.load(tmp_path / "learner")


@pytest.mark.parametrize("learner", LEARNERS, ids=named)
def test_a_state_of_another_dtype_changes_nothing(learner: Learner) -> None:
    single = another(learner, lr=0.5, dtype=np.float32)
    double = another(learner, lr=0.5)
    for one, other in ((single, double), (double, single)):
        one.step(np.ones(N))
        before = one.state_dict()
        with pytest.raises(InvalidInputError, match=f"must be an array of {one.dtype}"):
            one.load_state_dict(other.state_dict())
        assert same_bits(one.state_dict(), before)


def test_a_state_of_another_learner() -> None:
    with pytest.raises(InvalidInputError, match="state of a 'FullAdaGrad' learner, got 'least'"):
        FullAdaGrad(N, lr=0.5).load_state_dict(Least(N, lr=0.5).state_dict())


@pytest.mark.parametrize("learner", LEARNERS, ids=named)
def test_a_state_of_another_algorithm_changes_nothing(learner: Learner) -> None:
    sums = another(learner, lr=0.5, algorithm="dual_averaging")
    steps = another(learner, lr=0.5)
    for one, other in ((sums, steps), (steps, sums)):
        one.step(np.ones(N))
        before = one.state_dict()
        message = f"a state of algorithm '{one.algorithm}', got '{other.algorithm}'"
        with pytest.raises(InvalidInputError, match=message):
            one.load_state_dict(other.state_dict())
        assert same_bits(one.state_dict(), before)


@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("learner", LEARNERS, ids=named)
def test_states_pass_through_other_containers(learner: Learner, every: int, tmp_path: Path) -> None:
    """NumPy's own makes arrays of no dimension of numbers and strings."""
    one, two = (another(learner, lr=0.5, refresh_every=every) for _ in "ab")
    for t in range(5):
        one.step(np.cos(np.arange(6.0) + t))
    np.savez(tmp_path / "state.npz", **one.state_dict())
    with np.load(tmp_path / "state.npz", allow_pickle=False) as state:
        two.load_state_dict(dict(state))
    for t in range(4):
        one.step(np.sin(np.arange(6.0) + t))
        two.step(np.sin(np.arange(6.0) + t))
    assert same_bits(one.state_dict(), two.state_dict())


def test_the_metric_of_the_last_refresh_must_be_in_the_state() -> None:
    learner = CompAdaGrad(N, 3, lr=0.5, refresh_every=3)
    learner.step(np.ones(N))
    state = {k: v for k, v in learner.state_dict().items() if not k.startswith("refreshed.")}
    with pytest.raises(InvalidInputError, match="the state lacks"):
        learner.load_state_dict(state)


def test_a_state_before_the_first_step() -> None:
    learner, fresh = (CompAdaGrad(N, 3, lr=0.5, refresh_every=3) for _ in "ab")
    learner.step(np.ones(N))
    learner.load_state_dict(fresh.state_dict())
    for one in (learner, fresh):
        one.step(np.arange(6.0))
    np.testing.assert_array_equal(learner.x, fresh.x)


@pytest.mark.parametrize("algorithm", ["mirror_descent", "dual_averaging"])
def test_the_start_is_a_copy(algorithm: str) -> None:
    x0 = np.arange(6.0)
    learner = FullAdaGrad(N, lr=0.5, x0=x0, algorithm=algorithm)
    x0[:] = 7.0
    np.testing.assert_array_equal(learner.x, np.arange(6.0))
    assert x0.flags.writeable
    learner.step(np.ones(N))
    np.testing.assert_array_equal(x0, 7.0)


def test_a_start_of_integers_or_numbers_too_large_for_float32() -> None:
    assert Least(N, lr=0.5).x.dtype == np.float64
    np.testing.assert_array_equal(
        DiagonalAdaGrad(3, lr=0.5, x0=[1, 2, 3], dtype="float32").x, [1, 2, 3]
    )
    with pytest.raises(InvalidInputError, match="x0 must hold finite"):
        DiagonalAdaGrad(3, lr=0.5, x0=[1.0, 1e39, 0.0], dtype="float32")


@pytest.mark.parametrize("a", [3.0, np.float64(3.0), np.ones(N + 1), np.ones((N, 2)), [], "six"])
def test_what_has_no_product_with_x(a: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"^a (must|is|cannot)"):
        Least(N, lr=0.5).dot(a)


def test_an_inexact_step_raises_or_warns_where_it_was_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("compadagrad.updates.rounding.ROUNDINGS", 0)
    options: dict[str, Any] = {"lr": 0.3, "tolerance": 1e-300, "regularizer": SquaredL2(0.1)}
    strict, lenient = FullAdaGrad(N, **options), FullAdaGrad(N, **options, on_inexact="warn")
    G = np.random.default_rng(0).standard_normal((20, N))
    with pytest.raises(InexactUpdateError, match=r"the learner is as it was\. A larger delta or"):
        all(strict.step(g) for g in G)
    done = strict.steps
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        certificates = [lenient.step(g) for g in G[: done + 1]]
    assert [certificate.ok for certificate in certificates] == [True] * done + [False]
    assert [w.category for w in caught] == [InexactUpdateWarning]
    assert str(caught[0].message).startswith(f"step {done + 1}: the closed form solver reached")
    assert caught[0].filename == __file__
    assert lenient.steps == done + 1
