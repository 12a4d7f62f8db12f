import json
import math
from dataclasses import replace

import pytest

from compadagrad.experiments import Method, Tuned
from compadagrad.experiments.tuning import score
from experiments.test_cache import OUTCOME

METHOD = Method("m", "CompAdaGrad", {"k": 2},
                ({"lr": (0.1, 1.0, 10.0), "tau": (1.0, 10.0), "lambda": (0.0,)},))  # fmt: skip


def tuned(*errors: float) -> Tuned:
    return Tuned(0, tuple((error, 1.0) for error in errors))


def test_the_lowest_score_is_best_and_the_loss_breaks_ties() -> None:
    found = Tuned(0, ((0.2, 0.9), (0.1, 0.5), (0.1, 0.4), (0.3, 0.1), (0.1, 0.4), (1.0, 1.0)))
    assert found.best(METHOD) == {"lr": 1.0, "tau": 1.0, "lambda": 0.0}


def test_profiles_take_the_best_of_the_others() -> None:
    found = tuned(0.3, 0.25, 0.2, 0.1, 0.4, 0.5)
    assert found.profile(METHOD, "lr") == {0.1: 0.25, 1.0: 0.1, 10.0: 0.4}
    assert found.profile(METHOD, "tau") == {1.0: 0.2, 10.0: 0.1}
    assert found.profile(METHOD, "delta") == {}


@pytest.mark.parametrize(
    ("errors", "edges"),
    [
        ((0.3, 0.3, 0.1, 0.3, 0.3, 0.3), ["tau"]),  # lr in the middle, tau at its least
        ((0.1, 0.3, 0.3, 0.3, 0.3, 0.3), ["lr", "tau"]),
        ((0.1, 0.3, 0.1003, 0.3, 0.3, 0.3), ["tau"]),  # the middle rate is as good
        ((0.3, 0.3, 0.1, 0.1, 0.3, 0.3), []),
    ],
)
def test_edges_are_where_the_best_may_lie_beyond(errors: tuple[float], edges: list[str]) -> None:
    assert tuned(*errors).edges(METHOD) == edges


@pytest.mark.parametrize(
    ("by", "value"), [("online_error", 0.25), ("online_loss", math.inf), ("training_error", 0.5)]
)
def test_scores_are_what_is_to_be_lowest(by: str, value: float) -> None:
    assert score(OUTCOME, by) == (value, math.inf)


def test_failures_are_worse_than_everything() -> None:
    assert score(replace(OUTCOME, failure="it failed"), "online_error")[0] == math.inf


def test_it_survives_json() -> None:
    found = Tuned(3, ((0.2, math.inf), (math.inf, 1.0)), failures=1, reason="why")
    text = json.dumps(found.to_plain(), allow_nan=False)
    assert Tuned.from_plain(json.loads(text)) == found
