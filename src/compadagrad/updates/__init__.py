"""Updates: the point that minimises the composite objective of one round, and its certificate."""

from compadagrad.updates.certificate import Certificate
from compadagrad.updates.composite import TOLERANCE, composite_step
from compadagrad.updates.lars import LarsPath, lars_path, lars_solve

__all__ = ["TOLERANCE", "Certificate", "LarsPath", "composite_step", "lars_path", "lars_solve"]
