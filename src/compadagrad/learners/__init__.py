"""Learners: a preconditioner, a regularizer and a rate, put together."""

from compadagrad.learners.averages import PointAverage
from compadagrad.learners.base import Learner
from compadagrad.learners.compadagrad import CompAdaGrad
from compadagrad.learners.diagonal import DiagonalAdaGrad
from compadagrad.learners.full import FullAdaGrad
from compadagrad.learners.gradient_descent import OnlineGradientDescent
from compadagrad.learners.newton_step import OnlineNewtonStep
from compadagrad.learners.radagrad import RadaGrad
from compadagrad.learners.s_adagrad import SAdaGrad
from compadagrad.learners.tracked import TrackedAdaGrad

__all__ = [
    "CompAdaGrad",
    "DiagonalAdaGrad",
    "FullAdaGrad",
    "Learner",
    "OnlineGradientDescent",
    "OnlineNewtonStep",
    "PointAverage",
    "RadaGrad",
    "SAdaGrad",
    "TrackedAdaGrad",
]
