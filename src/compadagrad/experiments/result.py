"""What a study has found, as plain values: tables and figures are made of it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self, final

from compadagrad._storage import replace_file
from compadagrad.errors import CompAdaGradError, InvalidInputError
from compadagrad.experiments.estimate import Estimate, estimate
from compadagrad.experiments.plain import study_from_plain, study_to_plain
from compadagrad.experiments.stored import entry, items, natural, table, text
from compadagrad.experiments.study import Method, Setting, Study
from compadagrad.experiments.trial import Outcome
from compadagrad.experiments.tuning import Tuned

__all__ = ["FILE", "Facts", "Result", "Row", "read_result", "write_result"]

FILE = "result.json"
FORMAT = 1


@final
@dataclass(frozen=True)
class Facts:
    """What was learned from: its name, in words, its fingerprint, and its sizes."""

    task: str
    data: str
    features: str
    fingerprint: str
    examples: int
    held_back: int
    n: int


@final
@dataclass(frozen=True)
class Row:
    """A method: how it was tuned, its settings and its outcomes, by seed."""

    method: Method
    tuned: tuple[Tuned, ...]
    settings: tuple[Setting, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def online(self) -> Estimate:
        """The online error over seeds."""
        return estimate([outcome.online_error for outcome in self.outcomes])

    @property
    def test(self) -> Estimate:
        """The error of the final point on the examples held back, over seeds."""
        return estimate([outcome.test_error for outcome in self.outcomes])

    @property
    def seconds(self) -> float:
        """CPU seconds an example: the least over seeds, which the machine disturbed the least.

        Passes that came to nothing ended early, and do not count where there are others.
        """
        passes = [outcome for outcome in self.outcomes if not outcome.failure] or self.outcomes
        return min(outcome.seconds / outcome.count for outcome in passes)

    @property
    def edges(self) -> list[str]:
        """Hyper-parameters whose best value is at an end of its grid, on any seed."""
        found = (name for tuned in self.tuned for name in tuned.edges(self.method))
        return list(dict.fromkeys(found))

    @property
    def failures(self) -> list[str]:
        """Why trials with the best setting came to nothing, if any did."""
        return [outcome.failure for outcome in self.outcomes if outcome.failure]


@final
@dataclass(frozen=True)
class Result:
    """A finished study.

    Attributes
    ----------
    study : Study
    facts : Facts
    rows : tuple of Row
        One for each method, in the order of the study.
    environment : dict
        Where it was run.
    """

    study: Study
    facts: Facts
    rows: tuple[Row, ...]
    environment: dict[str, str]

    def row(self, name: str) -> Row:
        """The row of a method."""
        for row in self.rows:
            if row.method.name == name:
                return row
        names = ", ".join(row.method.name for row in self.rows)
        raise InvalidInputError(f"the study has no method {name!r}; it has: {names}")

    def to_plain(self) -> dict[str, Any]:
        """A dictionary for JSON."""
        rows = [
            {
                "tuned": [tuned.to_plain() for tuned in row.tuned],
                "settings": [dict(setting) for setting in row.settings],
                "outcomes": [outcome.to_plain() for outcome in row.outcomes],
            }
            for row in self.rows
        ]
        return {
            "format": FORMAT,
            "study": study_to_plain(self.study),
            "facts": asdict(self.facts),
            "rows": rows,
            "environment": self.environment,
        }

    @classmethod
    def from_plain(cls, plain: Any) -> Self:
        """The result that :meth:`to_plain` gave; anything else is an InvalidInputError."""
        known = table(plain, "a result")
        study = study_from_plain(table(entry(known, "study"), "study"))
        rows = items(entry(known, "rows"), "rows", len(study.methods))
        machine = table(entry(known, "environment"), "environment")
        return cls(
            study,
            _facts(table(entry(known, "facts"), "facts")),
            tuple(_row(study, *pair) for pair in zip(study.methods, rows, strict=True)),
            {name: text(value, name) for name, value in machine.items()},
        )


def _facts(plain: Mapping[str, Any]) -> Facts:
    task, data, features, fingerprint = (
        text(entry(plain, name), name) for name in ("task", "data", "features", "fingerprint")
    )
    sizes = (natural(entry(plain, name), name, 1) for name in ("examples", "held_back", "n"))
    return Facts(task, data, features, fingerprint, *sizes)


def _row(study: Study, method: Method, plain: Any) -> Row:
    """A row: of each method there is an outcome for each seed, with a setting of its grid."""
    known, count = table(plain, "a row"), len(study.seeds)
    tuned_on = study.seeds if study.protocol.tune_on == "each" else study.seeds[:1]
    tuned = [Tuned.from_plain(t) for t in items(entry(known, "tuned"), "tuned", len(tuned_on))]
    settings = items(entry(known, "settings"), "settings", count)
    outcomes = items(entry(known, "outcomes"), "outcomes", count)
    grid = method.settings()
    if any(len(t.scores) != len(grid) for t in tuned) or any(s not in grid for s in settings):
        raise InvalidInputError(f"{method.name}: settings and scores are not those of its grid")
    return Row(
        method, tuple(tuned), tuple(settings), tuple(Outcome.from_plain(o) for o in outcomes)
    )


def write_result(result: Result, path: Path) -> None:
    """Write a result to a file, whole or not at all."""
    text = json.dumps(result.to_plain(), indent=1) + "\n"
    replace_file(path, [text.encode()])


def read_result(path: Path) -> Result:
    """The result in a file, or in the folder of a report."""
    file = path / FILE if path.is_dir() else path
    try:
        plain = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidInputError(
            f"cannot read {file}: {error.strerror}; give the folder of a report"
        ) from None
    except (ValueError, RecursionError):
        raise InvalidInputError(f"{file} does not hold the result of a study") from None
    try:
        return Result.from_plain(plain)
    except CompAdaGradError as error:
        raise InvalidInputError(
            f"{file} does not hold the result of a study, or that of another release: {error}"
        ) from None
