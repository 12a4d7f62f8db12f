"""Full-matrix AdaGrad's accuracy at close to the diagonal method's cost."""

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
