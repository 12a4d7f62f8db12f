"""Full-matrix AdaGrad's accuracy at close to the diagonal method's cost."""

import importlib
from typing import Any

from compadagrad import (
    hadamard,
    losses,
    preconditioners,
    projections,
    regularizers,
    spectral,
    updates,
)
from compadagrad.errors import (
    CompAdaGradError,
    InexactUpdateError,
    InexactUpdateWarning,
    InvalidInputError,
    MissingExtraError,
)
from compadagrad.learners import (
    CompAdaGrad,
    DiagonalAdaGrad,
    FullAdaGrad,
    OnlineGradientDescent,
    OnlineNewtonStep,
    RadaGrad,
    SAdaGrad,
    TrackedAdaGrad,
)

__all__ = [
    "CompAdaGrad",
    "CompAdaGradError",
    "DiagonalAdaGrad",
    "FullAdaGrad",
    "InexactUpdateError",
    "InexactUpdateWarning",
    "InvalidInputError",
    "MissingExtraError",
    "OnlineGradientDescent",
    "OnlineNewtonStep",
    "RadaGrad",
    "SAdaGrad",
    "TrackedAdaGrad",
    "__version__",
    "hadamard",
    "losses",
    "preconditioners",
    "projections",
    "regularizers",
    "spectral",
    "updates",
]

__version__ = "0.1.0.dev0"

_ESTIMATORS = ("CompAdaGradClassifier", "CompAdaGradRegressor")


def __getattr__(name: str) -> Any:
    """The estimators, which need scikit-learn, when they are asked for."""
    if name in _ESTIMATORS:
        return getattr(importlib.import_module("compadagrad.estimators"), name)
    raise AttributeError(f"module 'compadagrad' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ESTIMATORS})
