"""What commands print: lines for people, or JSON for machines."""

import json
import math
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from compadagrad.streams import Faults

__all__ = ["as_json", "plain", "print_result", "say_faults", "text_of"]


def print_result(result: Mapping[str, Any], *, as_machine: bool) -> None:
    """Print a result: one JSON object, or a line for each entry."""
    if as_machine:
        print(as_json(result))
        return
    width = max((len(name) for name in result), default=0)
    for name, value in result.items():
        print(f"{name.replace('_', ' '):<{width}}  {text_of(value)}")


def as_json(value: Any) -> str:
    """One line of JSON; numbers that JSON has not are null.

    >>> import numpy as np
    >>> as_json({"error": np.float64(0.25), "auc": float("nan"), "classes": np.array([-1, 1])})
    '{"error": 0.25, "auc": null, "classes": [-1, 1]}'
    """
    return json.dumps(plain(value), ensure_ascii=False)


def plain(value: Any) -> Any:
    """A value in terms that JSON has."""
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def text_of(value: Any) -> str:
    """A value as people read it.

    >>> text_of(0.123456789), text_of([-1.0, 1.0]), text_of(None)
    ('0.123457', '-1, 1', 'none')
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return ", ".join(text_of(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {text_of(item)}" for name, item in value.items())
    if value is None:
        return "none"
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float | np.floating) else str(value)


def say_faults(faults: Faults) -> None:
    """Say on stderr what was passed over."""
    if faults.count:
        print(f"passed over {faults.count:,} malformed lines, the first:", file=sys.stderr)
        for line in faults.first:
            print(f"  {line}", file=sys.stderr)
