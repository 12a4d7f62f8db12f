"""Estimators of any kind in files and in checkpoints of other programs."""

from typing import Any, Final

from compadagrad.errors import InvalidInputError
from compadagrad.estimators.classifier import CompAdaGradClassifier
from compadagrad.estimators.contents import content_of, restored
from compadagrad.estimators.regressor import CompAdaGradRegressor

__all__ = ["content_of", "model_from"]

_KINDS: Final[dict[Any, type[Any]]] = {
    kind.__name__: kind for kind in (CompAdaGradClassifier, CompAdaGradRegressor)
}


def model_from(content: dict[str, Any], source: str) -> Any:
    """The estimator whose :func:`content_of` this is.

    Parameters
    ----------
    content : dict
    source : str
        Where it is from, for errors.

    Returns
    -------
    CompAdaGradClassifier or CompAdaGradRegressor
        It goes on learning with the same bits.
    """
    kind = content.get("kind") if isinstance(content, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise InvalidInputError(
            f"{source} holds a {kind!r}, which is none of {', '.join(map(repr, _KINDS))}"
        )
    return restored(_KINDS[kind], content, source)
