"""What a source of examples is."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, final

from compadagrad.errors import InvalidInputError
from compadagrad.experiments.study import Setting
from compadagrad.experiments.task import Task

__all__ = ["Source", "digest_of_files", "folder_needed", "folder_with"]

Folder: TypeAlias = Path | None


@final
@dataclass(frozen=True)
class Source:
    """Where examples come from.

    Both functions take the options of the study, which are plain values, and the folder of data
    that the user has named, or None. The first one also takes a folder where it may keep what it
    does not want to make twice.

    Parameters
    ----------
    load : callable
        ``load(options, folder, cache)`` gives the :class:`~compadagrad.experiments.Task`, and may
        take long.
    fingerprint : callable
        ``fingerprint(options, folder)`` gives a string that changes whenever the bytes that
        ``load`` reads do, and is fast: finished studies are found by it.
        :func:`digest_of_files` makes one of files.
    options : dict
        The options there are, with their defaults.
    """

    load: Callable[[Setting, Folder, Path], Task]
    fingerprint: Callable[[Setting, Folder], str]
    options: Setting

    def complete(self, given: Setting) -> Setting:
        """All options: those given, and defaults for the others."""
        for name, value in given.items():
            if name not in self.options:
                allowed = ", ".join(self.options) or "none"
                raise InvalidInputError(f"data: there is no option {name!r}; there are: {allowed}")
            if type(value) is not type(self.options[name]):
                raise InvalidInputError(
                    f"data: {name} must be of type {type(self.options[name]).__name__}, "
                    f"got {value!r}"
                )
        return {**self.options, **given}


def digest_of_files(paths: Iterable[Path]) -> str:
    """A digest of the contents of files, in this order."""
    digest = hashlib.sha256()
    for path in paths:
        try:
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise InvalidInputError(f"cannot read {path}: {error.strerror}") from None
    return digest.hexdigest()[:32]


def folder_needed(folder: Folder, what: str) -> Path:
    """``folder``, or an error that says how to name it."""
    if folder is None:
        raise InvalidInputError(
            f"say where {what} are, with --data DIR or the environment variable COMPADAGRAD_DATA"
        )
    if not folder.is_dir():
        raise InvalidInputError(f"there is no folder {folder}; it is to hold {what}")
    return folder


def folder_with(
    files: Callable[[Path], Sequence[Path]], folder: Folder, name: str, what: str
) -> Path:
    """The folder of this name in ``folder`` if ``files`` finds there what it wants, else itself."""
    folder = folder_needed(folder, what)
    try:
        files(folder / name)
    except InvalidInputError:
        return folder
    return folder / name
