"""Preconditioners: what is kept of the gradients, and the metric that it makes."""

from compadagrad.preconditioners.base import Preconditioner
from compadagrad.preconditioners.compressed import Compressed
from compadagrad.preconditioners.frequent_directions import FrequentDirections
from compadagrad.preconditioners.isotropic import Isotropic
from compadagrad.preconditioners.memory import Memory
from compadagrad.preconditioners.metric import Metric
from compadagrad.preconditioners.outer_products import OuterProducts, Products
from compadagrad.preconditioners.plain_outside import PlainOutside
from compadagrad.preconditioners.span import Span
from compadagrad.preconditioners.subspace_memory import SubspaceMemory
from compadagrad.preconditioners.tracked import Tracked
from compadagrad.preconditioners.whole import diagonal, full

__all__ = [
    "Compressed",
    "FrequentDirections",
    "Isotropic",
    "Memory",
    "Metric",
    "OuterProducts",
    "PlainOutside",
    "Preconditioner",
    "Products",
    "Span",
    "SubspaceMemory",
    "Tracked",
    "diagonal",
    "full",
]
