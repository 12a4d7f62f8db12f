"""Other ways to compute a Walsh-Hadamard transform, for the table beside ours."""

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["load_baseline", "numpy_butterflies", "peers_of"]

Array = NDArray[Any]


def load_baseline(path: Path) -> ModuleType:
    """A Python file that defines ``wht``, ``wht1_loop``, ``trimmed``, ``sparse`` and ``gram``."""
    if not path.is_file():
        raise SystemExit(f"there is no baseline at {path}")
    sys.path.append(str(path.parent))  # by its own name, so that its compiled code can be cached
    return importlib.import_module(path.stem)


def numpy_butterflies(x: Array) -> None:
    """The transform level by level, each level one vectorised NumPy statement, in place."""
    h = 1
    while h < x.size:
        pairs = x.reshape(-1, 2, h)
        a = pairs[:, 0] + pairs[:, 1]
        pairs[:, 1] = pairs[:, 0] - pairs[:, 1]
        pairs[:, 0] = a
        h *= 2


def torch_products(x: Array) -> Callable[[], object]:
    """The transform as a chain of products with Hadamard matrices of order up to 32."""
    import torch

    tensor = torch.from_numpy(x)
    factors, left = [], x.size
    while left > 1:
        order = min(32, left)
        h = torch.ones(1, 1, dtype=tensor.dtype)
        while len(h) < order:
            h = torch.cat([torch.cat([h, h], 1), torch.cat([h, -h], 1)])
        factors.append(h)
        left //= order

    def run() -> object:
        y = tensor
        for h in factors:
            y = (y.reshape(-1, len(h)) @ h).T.reshape(-1)
        return y

    return run


def hadamard_transform_package(x: Array) -> Callable[[], object]:
    """The ``hadamard-transform`` package, which works on torch tensors."""
    import torch
    from hadamard_transform import hadamard_transform

    tensor = torch.from_numpy(x)
    return lambda: hadamard_transform(tensor)


def peers_of(x: Array) -> dict[str, Callable[[], object]]:
    """A plain copy and whatever else is installed, as functions of no argument."""
    y = np.empty_like(x)
    found: dict[str, Callable[[], object]] = {
        "copy": lambda: np.copyto(y, x),
        "NumPy": lambda: numpy_butterflies(y),
    }
    if importlib.util.find_spec("torch"):
        import torch

        torch.set_num_threads(1)
        found["torch"] = torch_products(x)
        if importlib.util.find_spec("hadamard_transform"):
            found["hadamard-transform"] = hadamard_transform_package(x)
    return found
