"""Random subspaces: orthonormal V with fast ``V^T x``, ``V z``, ``x - V V^T x`` and Gram."""

from compadagrad.projections.base import Projection
from compadagrad.projections.coordinates import Coordinates
from compadagrad.projections.gaussian import Gaussian
from compadagrad.projections.srht import SRHT

__all__ = ["SRHT", "Coordinates", "Gaussian", "Projection"]
