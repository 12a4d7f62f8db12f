import numba
import pytest

from compadagrad import _jit as jit


def test_kernels_are_compiled_on_first_use() -> None:
    @jit.kernel
    def twice(x: float) -> float:
        return 2 * x

    assert twice.signatures == []  # type: ignore[attr-defined]
    assert twice(2.5) == 5.0
    assert len(twice.signatures) == 1  # type: ignore[attr-defined]


def test_without_a_place_for_the_cache_kernels_still_compile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def njit(*, cache: bool = False, **options: object) -> object:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return numba.njit(**options)

    monkeypatch.setattr(jit, "njit", njit)

    @jit.kernel
    def thrice(x: float) -> float:
        return 3 * x

    assert thrice(2.0) == 6.0
