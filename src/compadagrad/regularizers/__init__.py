"""Separable regularizers: value, prox and its derivative, distance to the subdifferential."""

from compadagrad.regularizers.base import Regularizer
from compadagrad.regularizers.bounded_elastic_net import BoundedElasticNet
from compadagrad.regularizers.box import Box
from compadagrad.regularizers.elastic_net import ElasticNet
from compadagrad.regularizers.l1 import L1
from compadagrad.regularizers.non_negative import NonNegative
from compadagrad.regularizers.registry import from_config
from compadagrad.regularizers.squared_l2 import SquaredL2
from compadagrad.regularizers.terms import Terms
from compadagrad.regularizers.zero import Zero

__all__ = [
    "L1",
    "BoundedElasticNet",
    "Box",
    "ElasticNet",
    "NonNegative",
    "Regularizer",
    "SquaredL2",
    "Terms",
    "Zero",
    "from_config",
]
