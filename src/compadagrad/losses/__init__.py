"""Losses of a linear prediction: values, subgradients, averaged gradients of mini-batches."""

from compadagrad.losses.absolute import Absolute
from compadagrad.losses.base import Loss
from compadagrad.losses.hinge import Hinge
from compadagrad.losses.huber import Huber
from compadagrad.losses.logistic import Logistic
from compadagrad.losses.poisson import Poisson
from compadagrad.losses.quantile import Quantile
from compadagrad.losses.registry import from_config, from_name
from compadagrad.losses.squared import Squared
from compadagrad.losses.squared_hinge import SquaredHinge

__all__ = [
    "Absolute",
    "Hinge",
    "Huber",
    "Logistic",
    "Loss",
    "Poisson",
    "Quantile",
    "Squared",
    "SquaredHinge",
    "from_config",
    "from_name",
]
