"""Models for river: the learners of this library behind ``learn_one`` and ``predict_one``."""

from importlib import import_module

from compadagrad.errors import MissingExtraError

for _needed in ("river.base", "narwhals.stable.v2"):
    try:
        import_module(_needed)
    except ModuleNotFoundError as _error:
        _missing = _needed.partition(".")[0]
        raise MissingExtraError("compadagrad.river", [_missing], "river") from _error

from compadagrad.river.classifier import RiverClassifier  # noqa: E402
from compadagrad.river.regressor import RiverRegressor  # noqa: E402
from compadagrad.river.softmax import RiverSoftmax  # noqa: E402

__all__ = ["RiverClassifier", "RiverRegressor", "RiverSoftmax"]
