"""Outcomes on disk, one small file a trial, so that a contest resumes where it stopped."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any, final

from contest_parts.trials import Outcome, Trial

__all__ = ["Cache", "write_whole"]


def write_whole(path: Path, content: str) -> None:
    """Write a file so that nobody ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    draft.write_text(content)
    draft.replace(path)


@final
class Cache:
    """A folder with a folder for each task and in it one for each method."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, trial: Trial) -> Outcome | None:
        """The outcome, if it is there."""
        return self.read(self._path(trial))

    def put(self, trial: Trial, outcome: Outcome) -> None:
        """Keep an outcome, with the trial that it belongs to."""
        self.write(self._path(trial), {"trial": asdict(trial), "outcome": outcome})

    def read(self, path: Path) -> Outcome | None:
        """The outcome in a file of this cache; None if there is none or it cannot be read."""
        try:
            outcome: Outcome = json.loads((self.folder / path).read_text())["outcome"]
        except (OSError, ValueError, KeyError):
            return None
        return outcome

    def write(self, path: Path, content: dict[str, Any]) -> None:
        """Write a file of this cache."""
        write_whole(self.folder / path, json.dumps(content, indent=1))

    def _path(self, trial: Trial) -> Path:
        method = "".join(c if c.isalnum() else "_" for c in trial.method)
        return Path(trial.task, method, f"{trial.key}.json")
