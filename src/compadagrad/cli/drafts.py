"""Files that are written whole or not at all, by drafts beside them."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from compadagrad.errors import InvalidInputError

__all__ = ["check_apart", "check_room", "remove_drafts", "written_whole"]

RANDOM: Final = re.compile(r"[a-z0-9_]{8}")  # what tempfile puts at the end of a name
BEGINNING: Final = b'{"__metadata__": {"format": "compadagrad"'  # behind the length of the header
LENGTH: Final = 8


@contextmanager
def written_whole(path: str) -> Iterator[TextIO]:
    """A text file that takes the place of ``path`` when all of it is there."""
    try:
        descriptor, draft = _draft(Path(path))
    except OSError as error:
        raise InvalidInputError(f"cannot write {path}: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            yield file
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(draft, 0o666 & ~mask)
        os.replace(draft, path)
    except OSError as error:
        raise InvalidInputError(f"cannot write {path}: {error.strerror}") from None
    finally:
        Path(draft).unlink(missing_ok=True)


def check_room(path: Path) -> None:
    """Whether a file can be written at ``path``, found out before the work and not behind it."""
    try:
        descriptor, draft = _draft(path)
    except OSError as error:
        raise InvalidInputError(f"cannot write {path}: {error.strerror}") from None
    os.close(descriptor)
    os.unlink(draft)


def check_apart(path: str | Path, what: str, *others: str) -> None:
    """That ``path`` is none of the files that are read: to write it would destroy them."""
    for other in others:
        if os.path.exists(path) and os.path.exists(other) and os.path.samefile(path, other):
            raise InvalidInputError(
                f"{what} would be written over {other}, which is read; give it another name"
            )


def remove_drafts(path: Path) -> None:
    """Remove what a kill has left of files of arrays that were to be written at ``path``."""
    prefix = f".{path.name}."
    for draft in path.parent.glob(".*"):
        name = draft.name
        if name.startswith(prefix) and RANDOM.fullmatch(name[len(prefix) :]) and _is_ours(draft):
            draft.unlink(missing_ok=True)


def _draft(path: Path) -> tuple[int, str]:
    return tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")


def _is_ours(draft: Path) -> bool:
    """Whether a file begins as those of ``_storage`` do, or has not begun."""
    try:
        with open(draft, "rb") as file:
            head = file.read(LENGTH + len(BEGINNING))
    except OSError:
        return False
    return not head or (len(head) > LENGTH and BEGINNING.startswith(head[LENGTH:]))
