import io
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from compadagrad import (
    CompAdaGrad,
    DiagonalAdaGrad,
    InvalidInputError,
    OnlineGradientDescent,
)
from compadagrad.games import Examples, Record, online_to_batch, play, playing, progress
from compadagrad.learners import Learner
from compadagrad.regularizers import L1, Box, ElasticNet, SquaredL2
from games.sequences import Cone, correlated

N, ROUNDS = 12, 40
GAME = correlated(ROUNDS, N)


def compressed(**options: Any) -> CompAdaGrad:
    return CompAdaGrad(N, 4, lr=0.5, **options)


def test_the_protocol_by_hand() -> None:
    phi = L1(0.05)
    by_hand, learner = compressed(regularizer=phi), compressed(regularizer=phi)
    record = play(learner, GAME)
    total, wrong = 0.0, 0
    for a, y in GAME:
        margin = y * by_hand.dot(a)
        total += np.log1p(np.exp(-margin)) + phi.value(by_hand.x)
        wrong += margin <= 0
        by_hand.step(-y / (1.0 + np.exp(margin)) * a)
    assert record.total == pytest.approx(total, rel=1e-12)
    assert record.error_rate == wrong / ROUNDS
    assert np.allclose(learner.x, by_hand.x, rtol=1e-10, atol=1e-13)


def no_replay(*_: Any) -> Any:
    raise AssertionError("the game is played again")


CLOSED = [SquaredL2(0.1), SquaredL2(0.1 * (np.arange(N) < N - 1))]


@pytest.mark.parametrize("make", [DiagonalAdaGrad, lambda n, **o: CompAdaGrad(n, 4, **o)])
@pytest.mark.parametrize("phi", [*CLOSED, ElasticNet(0.01, 0.1), Box(-0.1, 0.1), None], ids=repr)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_what_a_compiled_game_suffered_is_known_when_it_is_over(
    make: Any, phi: Any, dtype: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "FIRST_STRETCH", 7)
    fast, slow = (make(N, lr=0.5, regularizer=phi, dtype=dtype) for _ in range(2))
    other = play(slow, list(GAME))
    monkeypatch.setattr("compadagrad.games.record.replay", no_replay)
    record = play(fast, GAME[:25])
    play(fast, GAME[25:], record=record)
    rounding = 1e-9 if dtype is np.float64 else 1e-4
    assert record.penalties == pytest.approx(other.penalties, rel=rounding, abs=rounding)
    assert record.total == pytest.approx(other.total, rel=rounding)


@pytest.mark.parametrize("phi", [None, *CLOSED])
def test_compiled_games_are_those_of_steps(
    phi: SquaredL2 | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "STRETCH", 16)
    monkeypatch.setattr(playing, "PATIENCE", np.inf)
    passes: list[int] = []
    one_pass = Learner.one_pass

    def counted(self: Learner, A: Any, y: Any, loss: Any, **more: Any) -> Any:
        passes.append(len(A))
        return one_pass(self, A, y, loss, **more)

    monkeypatch.setattr(Learner, "one_pass", counted)
    fast, slow = compressed(regularizer=phi), compressed(regularizer=phi)
    a, b = play(fast, GAME), play(slow, list(GAME))
    assert passes == [16, 16, 8]
    assert np.allclose(fast.x, slow.x, rtol=1e-9)
    for name in ("losses", "penalties", "mistakes", "cumulative"):
        assert np.allclose(getattr(a, name), getattr(b, name), rtol=1e-9, atol=1e-12), name
    assert np.allclose(a.residuals, b.residuals, rtol=0.0, atol=1e-14)  # of the game played again
    assert (np.diff(a.seconds) > 0).all()


def test_stretches_are_short_where_rounds_are_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long can be interrupted, and says how far it is."""
    lengths: list[int] = []
    clock = [0.0]
    one_pass = Learner.one_pass

    def slow(self: Learner, A: Any, y: Any, loss: Any) -> Any:
        lengths.append(len(A))
        clock[0] += len(A) / 16
        return one_pass(self, A, y, loss)

    monkeypatch.setattr(time, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(playing, "FIRST_STRETCH", 2)
    monkeypatch.setattr(Learner, "one_pass", slow)
    record = play(compressed(), GAME)
    assert lengths == [2, *[3] * 12, 2]
    assert record.seconds == pytest.approx(np.arange(1, ROUNDS + 1) / 16)


THIN = Examples(sparse.csr_array(np.where(np.abs(GAME.A) > 1.0, GAME.A, 0.0)), GAME.y)


@pytest.mark.parametrize("make", [DiagonalAdaGrad, OnlineGradientDescent])
@pytest.mark.parametrize("phi", [SquaredL2(0.1), L1(0.01)])
def test_sparse_examples_are_the_dense_ones(make: Any, phi: SquaredL2 | L1) -> None:
    dense, thin = (make(N, lr=0.5, regularizer=phi) for _ in range(2))
    a, b = play(dense, Examples(THIN.A.toarray(), THIN.y)), play(thin, THIN)
    for name in ("losses", "penalties", "mistakes", "residuals"):
        assert np.allclose(getattr(a, name), getattr(b, name), rtol=1e-9, atol=1e-12), name
    assert a.regret() == pytest.approx(b.regret(), abs=1e-6)


def test_mini_batches() -> None:
    learner = compressed()
    record = play(learner, GAME.batches(8))
    assert len(record) == learner.steps == ROUNDS // 8
    assert record.losses[0] == pytest.approx(np.log(2.0))
    assert record.mistakes[0] == 1.0  # predictions of 0


def test_convex_functions() -> None:
    learner = compressed()
    record = play(learner, [Cone(np.ones(N))] * 5)
    assert record.losses[0] == pytest.approx(np.sqrt(N))
    assert record.losses[-1] < record.losses[0]
    with pytest.raises(InvalidInputError, match="no zero-one loss"):
        _ = record.error_rate


def failing(at: int) -> Iterator[Any]:
    for i, each in enumerate(GAME):
        if i == at:
            raise KeyboardInterrupt
        yield each


def test_an_interrupted_game_goes_on() -> None:
    learner, whole = compressed(), compressed()
    with pytest.raises(KeyboardInterrupt) as caught:
        play(learner, failing(13))
    record = vars(caught.value)["record"]
    assert isinstance(record, Record)
    assert len(record) == learner.steps == 13
    resumed = play(learner, list(GAME)[13:], record=record)
    assert resumed is record
    expected = play(whole, list(GAME))
    assert np.array_equal(resumed.losses, expected.losses)
    assert np.array_equal(learner.x, whole.x)
    assert (np.diff(resumed.seconds) > 0).all()


def test_a_compiled_game_that_breaks_off_keeps_its_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = compressed()
    one_pass = Learner.one_pass

    def breaking(self: Learner, A: Any, y: Any, loss: Any) -> Any:
        one_pass(self, A[:7], y[:7], loss)
        raise KeyboardInterrupt

    record = Record(learner)
    monkeypatch.setattr(Learner, "one_pass", breaking)
    with pytest.raises(KeyboardInterrupt):
        play(learner, GAME, record=record)
    monkeypatch.undo()
    assert len(record) == 7
    assert not np.isnan(record.seconds).any()
    play(learner, GAME[7:], record=record)
    expected = play(compressed(), GAME)
    assert record.losses == pytest.approx(expected.losses, rel=1e-9)
    assert record.error_rate == expected.error_rate


class Poisoned:
    def value(self, x: Any) -> float:
        return float("nan")

    def subgradient(self, x: Any) -> Any:
        return np.zeros(N)


@pytest.mark.parametrize("bad", [Poisoned(), (np.full(N, np.nan), 1.0), (np.ones(3), 1.0), "?"])
def test_a_bad_round_leaves_learner_and_record_as_they_were(bad: object) -> None:
    learner = compressed()
    record = Record(learner)
    with pytest.raises(InvalidInputError):
        play(learner, [*list(GAME)[:3], bad], record=record)
    assert len(record) == learner.steps == len(record.losses) == len(record.seconds) == 3


def test_a_loss_that_is_nan_is_named() -> None:
    with pytest.raises(InvalidInputError, match=r"loss of round 1 must be a finite .* got nan"):
        play(compressed(), [Poisoned()])


def shallow(game: Examples, at: int) -> Examples:
    """The game with a row that is 0 but for a tiny entry: a huge point makes its loss infinite."""
    A = np.zeros_like(game.A)
    A[:, 0] = 1e-160
    A[at, 1] = 1.0
    return Examples(A, game.y)


@pytest.mark.parametrize("make", [DiagonalAdaGrad, lambda n, **o: CompAdaGrad(n, 4, **o)])
def test_a_loss_beyond_all_numbers_is_refused_compiled_and_by_steps(make: Any) -> None:
    x0, game = np.zeros(N), shallow(GAME, 9)
    x0[1] = 1e160
    for rounds in (game, list(game)):
        learner, untouched = make(N, lr=0.5, x0=x0), make(N, lr=0.5, x0=x0)
        play(untouched, list(game)[:9], "squared")
        record = Record(learner, "squared")
        with pytest.raises(InvalidInputError, match=r"round 10 must be .* got inf.* by 9 rounds"):
            play(learner, rounds, record=record)
        assert len(record) == learner.steps == 9
        assert np.isfinite(record.losses).all()
        assert learner.x == pytest.approx(untouched.x, rel=1e-12)
    thin = Examples(sparse.csr_array(game.A), game.y)
    with pytest.raises(InvalidInputError, match=r"round 10 must be .* by 40 rounds"):
        play(DiagonalAdaGrad(N, lr=0.5, x0=x0), thin, "squared")


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("steps", [False, True])
def test_a_bad_label_is_found_before_the_game_and_its_round_is_named(
    form: Any, steps: bool
) -> None:
    y = GAME.y.copy()
    y[30] = 0.0
    learner = compressed() if steps else DiagonalAdaGrad(N, lr=0.5)
    game = Examples(form(GAME.A), y)
    record = play(learner, game[:5])
    with pytest.raises(InvalidInputError, match="round 31: y must hold the labels -1 and 1"):
        play(learner, game[5:], record=record)
    assert len(record) == learner.steps == 5
    with pytest.raises(InvalidInputError, match="round 31: y must hold the labels"):
        play(compressed(), list(game))


def on_kinks(seed: int, n: int) -> tuple[Examples, dict[str, Any]]:
    """Few different rows of whole numbers: margins of exactly 1, or beside it by rounding."""
    rng = np.random.default_rng(seed)
    rounds = int(rng.integers(5, 60))
    A = rng.integers(-2, 3, (rounds, n)).astype(float)[rng.integers(0, 3, rounds)]
    y = np.where(rng.random(rounds) < 0.5, 1.0, -1.0)
    options = {"lr": rng.choice([0.25, 0.5, 1.0]), "delta": rng.choice([1e-9, 0.5, 1.0])}
    rng.random()
    return Examples(A, y), {**options, "x0": rng.integers(-2, 3, n).astype(float)}


def test_a_compiled_game_on_a_kink_is_the_one_that_is_played_again() -> None:
    game, options = on_kinks(41, 64)
    learner, by_steps = (DiagonalAdaGrad(64, **options) for _ in range(2))
    record = play(learner, game, "hinge")
    other = play(by_steps, list(game), "hinge")
    assert not np.allclose(record.losses, other.losses)  # another subgradient, another game
    assert online_to_batch(record, "last") == pytest.approx(learner.x, rel=1e-9, abs=1e-12)


def test_a_compiled_game_on_a_kink_that_breaks_off_is_still_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, options = on_kinks(41, 64)
    learner, record = DiagonalAdaGrad(64, **options), None
    one_pass, first = Learner.one_pass, [True]

    def breaking(self: Learner, A: Any, y: Any, loss: Any) -> Any:
        if first and first.pop():
            one_pass(self, A[:-2], y[:-2], loss)
            raise KeyboardInterrupt
        return one_pass(self, A, y, loss)

    monkeypatch.setattr(Learner, "one_pass", breaking)
    with pytest.raises(KeyboardInterrupt) as caught:
        play(learner, game, "hinge")
    record = vars(caught.value)["record"]
    assert len(record) == learner.steps == len(game) - 2
    whole = play(DiagonalAdaGrad(64, **options), game, "hinge")
    assert np.array_equal(record.losses, whole.losses[:-2])
    assert online_to_batch(record, "last") == pytest.approx(learner.x, rel=1e-9, abs=1e-12)


def test_rounds_of_one_game_are_met_anew_in_another() -> None:
    record = play(compressed(), GAME)
    again = play(DiagonalAdaGrad(N, lr=0.5), record.rounds)
    alone = play(DiagonalAdaGrad(N, lr=0.5), list(GAME))
    assert np.array_equal(again.losses, alone.losses)
    assert online_to_batch(again) == pytest.approx(online_to_batch(alone))


class Says:
    """A function with whatever value."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def value(self, x: Any) -> Any:
        return self._value

    def subgradient(self, x: Any) -> Any:
        return np.zeros(N)


@pytest.mark.parametrize("value", [None, np.ones(N), 1j, "much", [None]])
def test_a_value_that_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"round 2: value\(x\) must be a real number, got"):
        play(compressed(), [Says(1.0), Says(value)])


def test_what_cannot_be_gone_through_is_refused() -> None:
    with pytest.raises(InvalidInputError, match=r"rounds must be an iterable .* got int"):
        play(compressed(), 5)  # type: ignore[arg-type]


def test_a_record_of_a_twin_is_refused() -> None:
    """Same settings, same number of steps, another game."""
    one, other = compressed(), compressed()
    record = play(one, GAME[:10])
    play(other, GAME[10:20])
    with pytest.raises(InvalidInputError, match="at another point"):
        play(other, GAME[20:], record=record)
    with pytest.raises(InvalidInputError, match="at another point"):
        play(compressed(x0=np.ones(N)), GAME, record=Record(compressed()))
    play(one, GAME[10:], record=record)
    assert len(record) == ROUNDS


def test_an_empty_game_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="the game is empty"):
        play(compressed(), [])
    with pytest.raises(InvalidInputError, match="the game is empty"):
        play(compressed(), Examples(np.empty((0, N)), []))


def test_a_learner_of_another_dimension_is_refused() -> None:
    for rounds in (GAME, list(GAME)):
        learner = DiagonalAdaGrad(N + 1, lr=1.0)
        with pytest.raises(InvalidInputError, match=f"{N}"):
            play(learner, rounds)
        assert learner.steps == 0


def test_a_record_of_another_game_is_refused() -> None:
    learner = compressed()
    record = play(learner, GAME[:5])
    learner.step(np.ones(N))
    with pytest.raises(InvalidInputError, match="has taken 6 steps"):
        play(learner, GAME[5:], record=record)
    with pytest.raises(InvalidInputError, match="record is of 5 rounds"):
        play(DiagonalAdaGrad(N, lr=0.5), GAME, record=record)
    with pytest.raises(InvalidInputError, match="has the loss"):
        play(learner, GAME, "hinge", record=record)
    with pytest.raises(InvalidInputError, match="must be a learner"):
        play("learner", GAME)  # type: ignore[arg-type]


def test_a_long_game_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    for rounds in (GAME, list(GAME)):
        stream = io.StringIO()
        monkeypatch.setattr(sys, "stderr", stream)
        play(compressed(), rounds, progress=True)
        assert "round 40 of 40" in stream.getvalue() or "round 1 of 40" in stream.getvalue()


@pytest.mark.parametrize("rounds", [GAME, list(GAME)], ids=["compiled", "steps"])
def test_a_game_that_goes_on_tells_its_whole_loss(
    rounds: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "INTERVAL", 0.0)
    learner, stream = compressed(), io.StringIO()
    record = play(learner, rounds[:25])
    monkeypatch.setattr(sys, "stderr", stream)
    play(learner, rounds[25:], record=record, progress=True)
    assert f"round 40 of 40, loss {record.total:.6g}," in stream.getvalue().split("\r")[-1]
