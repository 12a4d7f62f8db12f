"""Learners: a preconditioner, a regularizer and a rate, put together."""

from compadagrad.learners.base import Learner
from compadagrad.learners.compadagrad import CompAdaGrad
from compadagrad.learners.full import FullAdaGrad
from compadagrad.learners.radagrad import RadaGrad

__all__ = ["CompAdaGrad", "FullAdaGrad", "Learner", "RadaGrad"]
