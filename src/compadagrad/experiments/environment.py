"""The machine and the versions that figures depend on."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from compadagrad.experiments.code import release

__all__ = ["environment"]

PACKAGES = ("numpy", "scipy", "numba", "llvmlite", "scikit-learn", "joblib")


def environment() -> dict[str, str]:
    """Names and versions, in the order in which they are shown; no host names and no paths."""
    found = {
        "compadagrad": release(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def processor() -> str:
    """The name of the processor, as well as it can be known."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
