"""Spectral decompositions that follow a sum of rank-one matrices, one vector at a time."""

from compadagrad.spectral.orthonormal import REPAIR_EVERY, reorthonormalise
from compadagrad.spectral.rank_one import rank_one_update
from compadagrad.spectral.several import absorb

__all__ = ["REPAIR_EVERY", "absorb", "rank_one_update", "reorthonormalise"]
