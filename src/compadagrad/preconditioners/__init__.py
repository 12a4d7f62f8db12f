"""Preconditioners: what is kept of the gradients, and the metric that it makes."""

from compadagrad.preconditioners.base import Preconditioner
from compadagrad.preconditioners.compressed import Compressed
from compadagrad.preconditioners.isotropic import Isotropic
from compadagrad.preconditioners.memory import Memory
from compadagrad.preconditioners.metric import Metric
from compadagrad.preconditioners.plain_outside import PlainOutside
from compadagrad.preconditioners.whole import diagonal, full

__all__ = [
    "Compressed",
    "Isotropic",
    "Memory",
    "Metric",
    "PlainOutside",
    "Preconditioner",
    "diagonal",
    "full",
]
