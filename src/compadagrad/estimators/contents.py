"""An estimator as plain values and arrays, and back: what files and checkpoints hold."""

from typing import Any, TypeVar

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from compadagrad._storage import stored_integer
from compadagrad.errors import InvalidInputError

__all__ = ["content_of", "plain_labels", "restored", "stored_labels"]

M = TypeVar("M")
PLAIN = (bool, int, float, str, type(None))


def content_of(model: Any) -> dict[str, Any]:
    """A fitted estimator as a nested dictionary: its kind, its parameters and all it has learned.

    Parameters
    ----------
    model : CompAdaGradClassifier or CompAdaGradRegressor

    Returns
    -------
    dict
        Plain values and arrays of its own.
    """
    names = getattr(model, "feature_names_in_", None)
    return {
        "kind": type(model).__name__,
        "parameters": {k: _packed(k, v) for k, v in model.get_params(deep=False).items()},
        "features": model._trained.n_features,
        "feature_names": None if names is None else [str(name) for name in names],
        "dtype": np.dtype(model._trained.dtype).name,
        "epochs_of_fit": model.n_iter_,
        "own": model._own_state(),
        "training": model._trained.state_dict(),
    }


def restored(cls: type[M], content: dict[str, Any], source: str) -> M:
    """The estimator of this class whose content this is; ``source`` is named in errors."""
    kind = content.get("kind") if isinstance(content, dict) else None
    if kind != cls.__name__:
        raise InvalidInputError(f"{source} holds a {kind!r}, not a {cls.__name__!r}")
    try:
        model: M = _restored(cls, content)
        return model
    except InvalidInputError as error:
        raise InvalidInputError(f"cannot load {source}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError):
        raise InvalidInputError(
            f"cannot load {source}: it does not hold what a {cls.__name__} is made of"
        ) from None


def _restored(cls: Any, content: dict[str, Any]) -> Any:
    model = cls(**{k: _unpacked(v) for k, v in content["parameters"].items()})
    features = stored_integer(content, "features", 1)
    model.n_iter_ = stored_integer(content, "epochs_of_fit", 1)
    names = content["feature_names"]
    if names is not None:
        if len(names) != features:
            raise InvalidInputError(f"it names {len(names)} of {features} features")
        model.feature_names_in_ = np.array(names, object)
    model.n_features_in_ = features
    model._take_own_state(content["own"])
    model._resume(np.dtype(content["dtype"]), content["training"])
    return model


def plain_labels(labels: NDArray[Any]) -> dict[str, Any]:
    """Class labels as a type and a list."""
    if labels.dtype.kind not in "biufUO":
        raise InvalidInputError(f"classes of type {labels.dtype} cannot be saved")
    values = labels.tolist()
    if not all(isinstance(value, PLAIN) for value in values):
        raise InvalidInputError(
            f"classes can be saved where they are numbers or strings, got {values!r}"
        )
    return {"dtype": labels.dtype.str, "values": values}


def stored_labels(stored: dict[str, Any]) -> NDArray[Any]:
    """The labels again."""
    return np.array(stored["values"], np.dtype(stored["dtype"]))


def _packed(name: str, value: Any) -> Any:
    """A parameter in terms that files have; what is not plain says what it is."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        return {"is": "array", "array": value.astype(np.float64)}
    if isinstance(value, tuple | list):
        items = {str(i): _packed(name, item) for i, item in enumerate(value)}
        return {"is": type(value).__name__, "items": items}
    if isinstance(value, dict):
        keys, values = _packed(name, list(value)), _packed(name, list(value.values()))
        return {"is": "dict", "keys": keys, "values": values}
    if isinstance(value, RandomState):
        state: Any = value.get_state(legacy=False)
        return {
            "is": "RandomState",
            "key": np.asarray(state["state"]["key"]).astype(np.int64),
            "numbers": [state["state"]["pos"], state["has_gauss"], state["gauss"]],
        }
    raise InvalidInputError(f"{name}={value!r} cannot be saved; use plain values")


def _unpacked(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    sort = value["is"]
    if sort == "array":
        return value["array"]
    if sort in ("tuple", "list"):
        items = [_unpacked(value["items"][str(i)]) for i in range(len(value["items"]))]
        return tuple(items) if sort == "tuple" else items
    if sort == "dict":
        return dict(zip(_unpacked(value["keys"]), _unpacked(value["values"]), strict=True))
    if sort == "RandomState":
        position, has_gauss, gauss = value["numbers"]
        random = RandomState()
        random.set_state(("MT19937", value["key"].astype(np.uint32), position, has_gauss, gauss))
        return random
    raise InvalidInputError(f"it has a parameter of the unknown sort {sort!r}")
