"""Models for river: the learners of this library behind ``learn_one`` and ``predict_one``."""

from importlib.util import find_spec

from compadagrad.errors import MissingExtraError

_missing = [name for name in ("river", "narwhals") if find_spec(name) is None]
if _missing:
    raise MissingExtraError("compadagrad.river", _missing, "river")

from compadagrad.river.classifier import RiverClassifier  # noqa: E402
from compadagrad.river.regressor import RiverRegressor  # noqa: E402
from compadagrad.river.softmax import RiverSoftmax  # noqa: E402

__all__ = ["RiverClassifier", "RiverRegressor", "RiverSoftmax"]
