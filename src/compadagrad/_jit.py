"""What makes a Python function a compiled kernel."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numba import njit
from numba.extending import intrinsic as numba_intrinsic

__all__ = ["Array", "inlined_kernel", "intrinsic", "kernel", "parallel_kernel"]

Array: TypeAlias = np.ndarray[Any, Any]

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "fastmath": False,  # the order of additions is part of the contract
    "boundscheck": False,
    "error_model": "numpy",
}


def intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
    """An operation on LLVM values that kernels can call; ``function`` returns what emits it."""
    return cast(Callable[..., Any], numba_intrinsic(function))


def _compile_lazily(function: F, **options: Any) -> F:
    try:
        compiled = njit(cache=True, **_OPTIONS, **options)(function)
    except RuntimeError:  # nowhere to write a cache: compile once per process instead
        compiled = njit(**_OPTIONS, **options)(function)
    return cast(F, compiled)


def kernel(function: F) -> F:
    """Compile ``function`` on its first call and keep the machine code on disk."""
    return _compile_lazily(function)


def inlined_kernel(function: F) -> F:
    """Like :func:`kernel`, and part of the kernel that calls it: for what is called per tile."""
    return _compile_lazily(function, forceinline=True)


def parallel_kernel(function: F) -> F:
    """Like :func:`kernel`, with ``prange`` loops spread over threads."""
    return _compile_lazily(function, parallel=True)
