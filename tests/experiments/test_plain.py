import json
from typing import Any

import pytest

from compadagrad import InvalidInputError
from compadagrad.experiments import Features, Protocol
from compadagrad.experiments.plain import (
    method_from_plain,
    method_to_plain,
    study_from_plain,
    study_to_plain,
)
from experiments.small import SMALL


def test_studies_survive_json() -> None:
    assert study_from_plain(json.loads(json.dumps(study_to_plain(SMALL)))) == SMALL


def test_methods_survive() -> None:
    for method in SMALL.methods:
        assert method_from_plain(method_to_plain(method)) == method


def test_what_is_left_out_has_its_default() -> None:
    plain = study_to_plain(SMALL)
    study = study_from_plain({name: plain[name] for name in ("name", "data", "methods")})
    assert (study.features, study.protocol, study.seeds) == (
        Features(), Protocol(), (0, 1, 2, 3, 4)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": None}, "a study: name must be a string"),
        ({"colour": "red"}, "a study has no entry 'colour'; there are: name, seeds"),
        ({"data": {}}, "data lacks source"),
        ({"data": "mnist"}, "a study: data must be a table"),
        ({"data": {"source": "mnist", "negative": [4]}}, "negative must be a string, a number"),
        ({"protocol": {"speed": 3}}, "protocol has no entry 'speed'"),
        ({"protocol": {"batch": "3"}}, "protocol: batch must be of type int, got '3'"),
        ({"protocol": {"batch": True}}, "batch must be of type int, got True"),
        ({"methods": {}}, "a study: methods must be a list"),
        ({"methods": ["diagonal"]}, "a method must be a table with name and learner"),
        ({"methods": [{"learner": "x"}]}, "a method lacks name"),
        (
            {"methods": [{"name": "m", "learner": "x", "grid": 3}]},
            "method 'm': grid must be a list",
        ),
        ({"methods": [{"name": "m", "learner": "x", "grid": [3]}]}, "must be a list of tables"),
        ({"methods": [{"name": "m", "learner": "x", "grid": [{"lr": 3}]}]}, "lr must be a list of"),
        ({"methods": [{"name": "m", "learner": "x"}]}, "method 'm' lacks grid"),
        ({"seeds": 3}, "seeds must be a list"),
        ({"seeds": ["a"]}, "a seed must be an integer"),
    ],
)
def test_entries_that_do_not_fit_are_named(changes: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        study_from_plain({**study_to_plain(SMALL), **changes})
