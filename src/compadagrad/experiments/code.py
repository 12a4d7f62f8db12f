"""Which code an outcome comes from: the version of the library, and a digest of its sources."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import compadagrad

__all__ = ["digest_of_sources", "release"]

ROOT: Final = Path(compadagrad.__file__).parent

DECIDES: Final = (
    "_jit.py",
    "experiments",
    "hadamard",
    "learners",
    "losses",
    "preconditioners",
    "projections",
    "regularizers",
    "spectral",
    "updates",
)
"""Rooms and modules that an outcome may depend on, but for those in ``SPECTATORS``."""

SPECTATORS: Final = frozenset(
    f"experiments/{name}.py"
    for name in (
        "__init__",
        "cache",
        "catalogue",
        "code",
        "comparison",
        "environment",
        "estimate",
        "experiment",
        "forecast",
        "mnist49",
        "mnist49_methods",
        "order",
        "plain",
        "result",
        "runner",
        "stored",
        "text/rcv1",
        "toml",
        "words/bovw",
        "workers",
    )
)
"""Modules of experiments that plan studies, hand out trials and tell of them."""


@cache
def release() -> str:
    """The version, and the digest of all sources that decide an outcome; read once a process.

    While a version is being written its number stays, and the code does not.
    """
    return f"{compadagrad.__version__}, code {digest_of_sources(DECIDES)}"


def digest_of_sources(names: Iterable[str]) -> str:
    """A digest of modules and of all modules in rooms, named from the root of the package."""
    digest = hashlib.sha256()
    for path in sorted(path for name in names for path in _modules(ROOT / name)):
        name = path.relative_to(ROOT).as_posix()
        if name not in SPECTATORS:
            digest.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _modules(path: Path) -> list[Path]:
    return [path] if path.suffix == ".py" else list(path.rglob("*.py"))
