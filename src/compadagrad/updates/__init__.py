"""Updates: the point that minimises the composite objective of one round, and its certificate."""

from compadagrad.updates.certificate import Certificate
from compadagrad.updates.composite import TOLERANCE, composite_step

__all__ = ["TOLERANCE", "Certificate", "composite_step"]
