"""States and files of learners, taken apart."""

import os
from typing import Any

from compadagrad._storage import load_file
from compadagrad.errors import InvalidInputError
from compadagrad.regularizers import from_config

__all__ = ["part_of", "stored_learner"]


def part_of(state: dict[str, Any], part: str) -> dict[str, Any]:
    """The entries of ``state`` under the name of a part.

    >>> part_of({"steps": 3, "memory.rounds": 2}, "memory")
    {'rounds': 2}
    """
    prefix = f"{part}."
    return {k.removeprefix(prefix): v for k, v in state.items() if k.startswith(prefix)}


def stored_learner(path: str | os.PathLike[str], kind: str) -> tuple[dict[str, Any], Any]:
    """The arguments, with a regularizer among them, and the state in a learner's file."""
    content: Any = load_file(path)
    if content.get("kind") != kind:
        raise InvalidInputError(
            f"{os.fspath(path)} holds a {content.get('kind')!r}, not a {kind!r} learner"
        )
    arguments = content.get("arguments")
    if not isinstance(arguments, dict) or "regularizer" not in arguments:
        raise InvalidInputError(
            f"{os.fspath(path)} does not hold the arguments of a {kind!r} learner"
        )
    regularizer = from_config(arguments["regularizer"])
    return {**arguments, "regularizer": regularizer}, content.get("state")
