"""Linear models with the face of scikit-learn and the learners of this library inside."""

from compadagrad.errors import MissingExtraError

try:
    from compadagrad.estimators.classifier import CompAdaGradClassifier
    from compadagrad.estimators.regressor import CompAdaGradRegressor
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "sklearn":
        raise
    raise MissingExtraError("compadagrad.estimators", ["scikit-learn"], "sklearn") from None

__all__ = ["CompAdaGradClassifier", "CompAdaGradRegressor"]
