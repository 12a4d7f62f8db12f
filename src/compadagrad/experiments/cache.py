"""Outcomes on disk, one small file each: what was once computed is not computed again."""

import json
import os
import sys
from pathlib import Path
from typing import Any, final

from compadagrad._storage import replace_file
from compadagrad.errors import InvalidInputError
from compadagrad.experiments.trial import Outcome

__all__ = ["Cache", "default_folder"]

VARIABLE = "COMPADAGRAD_CACHE"


def default_folder() -> Path:
    """The folder in the environment variable COMPADAGRAD_CACHE, else where this platform keeps such
    things.
    """  # noqa: D205
    if named := os.environ.get(VARIABLE):
        return Path(named)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "compadagrad"


@final
class Cache:
    """A folder of outcomes and of finished studies.

    A file that is damaged, or of another release, is as if it were not there.

    Parameters
    ----------
    folder : pathlib.Path
        It is made when something is put there.
    fresh : bool
        Nothing is taken from it; what comes replaces what is there.
    """

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self.folder = folder
        self._fresh = fresh

    def outcome(self, key: str) -> Outcome | None:
        """The outcome of the trial with this key, if it is known."""
        plain = self._read("trials", key)
        try:
            return None if plain is None else Outcome.from_plain(plain)
        except InvalidInputError:
            return None

    def keep_outcome(self, key: str, outcome: Outcome) -> None:
        """Keep an outcome."""
        self._write("trials", key, outcome.to_plain())

    def study(self, key: str) -> dict[str, Any] | None:
        """The plain values of a finished study, if it is known."""
        return self._read("studies", key)

    def keep_study(self, key: str, plain: dict[str, Any]) -> None:
        """Keep a finished study."""
        self._write("studies", key, plain)

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / kind / key[:2] / f"{key}.json"

    def _read(self, kind: str, key: str) -> dict[str, Any] | None:
        if self._fresh:
            return None
        try:
            plain = json.loads(self._path(kind, key).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return plain if isinstance(plain, dict) else None

    def _write(self, kind: str, key: str, plain: dict[str, Any]) -> None:
        path = self._path(kind, key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidInputError(
                f"cannot make the folder {path.parent} of the cache ({error.strerror}); name "
                f"another one with --cache or the environment variable {VARIABLE}"
            ) from None
        replace_file(path, [json.dumps(plain).encode()])
