"""Full-matrix AdaGrad's accuracy at close to the diagonal method's cost."""

from compadagrad import hadamard, projections
from compadagrad.errors import CompAdaGradError, InvalidInputError

__all__ = [
    "CompAdaGradError",
    "InvalidInputError",
    "__version__",
    "hadamard",
    "projections",
]

__version__ = "0.1.0.dev0"
