from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from accuracy import Array, vectors
from hypothesis import given
from hypothesis import strategies as st

from compadagrad import InvalidInputError, reference
from compadagrad.hadamard import _routes, fwht
from compadagrad.hadamard._numba import full as kernels

FLOATS = [np.float32, np.float64]


def textbook(x: Array, scale: float = 1.0) -> Array:
    return reference.butterflies(x * x.dtype.type(scale))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("m", range(19))
def test_same_bits_as_the_textbook_algorithm(m: int, dtype: Any) -> None:
    x = vectors(np.random.default_rng(m), (1 << m,), dtype)
    np.testing.assert_array_equal(fwht(x, norm=None), textbook(x))
    np.testing.assert_array_equal(fwht(x), textbook(x, float(x.size) ** -0.5))


@pytest.mark.parametrize("norm", [None, "ortho", "forward", "backward"])
def test_norms(norm: Any) -> None:
    x = np.random.default_rng(0).standard_normal(64)
    factor = {None: 8.0, "backward": 8.0, "ortho": 1.0, "forward": 1 / 8}[norm]
    expected = factor * reference.hadamard_matrix(64) @ x
    np.testing.assert_allclose(fwht(x, norm=norm), expected, rtol=0, atol=1e-13)


@given(
    shape=st.lists(st.integers(1, 4), max_size=3),
    m=st.integers(0, 6),
    data=st.data(),
    dtype=st.sampled_from(FLOATS),
)
def test_any_axis_of_any_batch(shape: list[int], m: int, data: st.DataObject, dtype: Any) -> None:
    axis = data.draw(st.integers(-len(shape) - 1, len(shape)))
    full_shape = list(shape)
    position = axis if axis >= 0 else len(shape) + 1 + axis
    full_shape.insert(position, 1 << m)
    x = vectors(np.random.default_rng(m), tuple(full_shape), dtype)
    expected = np.moveaxis(reference.butterflies(np.moveaxis(x, axis, 0)), 0, axis)
    result = fwht(x, axis=axis, norm=None)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, expected)


def awkward_views(x: Array) -> dict[str, Array]:
    """The same numbers in memory that a kernel cannot take as it is."""
    wide = np.zeros((x.size, 3), x.dtype)
    wide[:, 1] = x
    raw = np.zeros(x.nbytes + 1, np.uint8)
    unaligned = raw[1:].view(x.dtype)
    unaligned[:] = x
    frozen = x.copy()
    frozen.flags.writeable = False
    return {
        "strided": wide[:, 1],
        "reversed": x[::-1].copy()[::-1],
        "unaligned": unaligned,
        "read-only": frozen,
        "swapped bytes": x.astype(x.dtype.newbyteorder()),
    }


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("overwrite_x", [False, True])
def test_awkward_memory_gives_the_same_bits_and_compiles_nothing(
    dtype: Any, overwrite_x: bool
) -> None:
    x = vectors(np.random.default_rng(1), (256,), dtype)
    expected = fwht(x)
    compiled = len(kernels.transform.signatures)  # type: ignore[attr-defined]
    for name, view in awkward_views(x).items():
        result = fwht(view, overwrite_x=overwrite_x)
        assert result.dtype == np.dtype(dtype), name
        np.testing.assert_array_equal(result, expected, err_msg=name)
    assert len(kernels.transform.signatures) == compiled  # type: ignore[attr-defined]


def test_input_is_left_alone_unless_told_otherwise() -> None:
    x = np.arange(8.0)
    fwht(x)
    np.testing.assert_array_equal(x, np.arange(8.0))
    result = fwht(x, overwrite_x=True)
    assert result is x
    assert x[0] != 0


@pytest.mark.parametrize(
    ("given_dtype", "expected"),
    [
        (np.int8, "f8"),
        (np.uint64, "f8"),
        (bool, "f8"),
        (np.float16, "f4"),
        (">f2", "f4"),
        (">f4", "f4"),
    ],
)
def test_promotion(given_dtype: Any, expected: str) -> None:
    result = fwht(np.array([1, 0, 1, 1], given_dtype), norm=None)
    assert result.dtype == np.dtype(expected)
    np.testing.assert_array_equal(result, [3, 1, -1, 1])


def test_nan_and_infinity_are_data() -> None:
    assert np.isnan(fwht([1.0, np.nan])).all()
    np.testing.assert_array_equal(fwht([1.0, np.inf], norm=None), [np.inf, -np.inf])


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(1 << 17,), (2, 1 << 16), (64, 1 << 12), (1 << 13, 32)])
def test_threads_give_the_same_bits(dtype: Any, shape: tuple[int, ...]) -> None:
    x = vectors(np.random.default_rng(2), shape, dtype)
    one = fwht(x)
    for threads in (2, 3, 16, 1000):
        np.testing.assert_array_equal(fwht(x, threads=threads), one)


@pytest.mark.parametrize("log_parts", [0, 3, 6])
def test_every_way_to_cut_a_row_gives_the_same_bits(log_parts: int) -> None:
    x = vectors(np.random.default_rng(3), (2, 1 << 14), np.float32)
    result = np.empty_like(x)
    kernels.transform_threaded(x.reshape(-1), result.reshape(-1), 1 << 14, 0.5, log_parts)
    np.testing.assert_array_equal(result, np.stack([textbook(row, 0.5) for row in x]))


def test_transforms_with_threads_in_several_python_threads() -> None:
    x = vectors(np.random.default_rng(4), (1 << 16,), np.float64)
    expected = fwht(x)
    with ThreadPoolExecutor(4) as pool:
        for result in pool.map(lambda _: fwht(x, threads=2), range(16)):
            np.testing.assert_array_equal(result, expected)


@pytest.mark.skipif(np.dtype(np.longdouble).itemsize == 8, reason="long double is float64 here")
def test_extended_precision_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="float32, float64 or integer"):
        fwht(np.zeros(4, np.longdouble))


def test_threads_are_used_for_large_transforms_only(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []
    monkeypatch.setattr(
        _routes, "transform_threaded", lambda src, dst, n, scale, parts: used.append(src.nbytes)
    )
    fwht(np.zeros(_routes.THREADED_BYTES // 16), threads=8)
    assert used == []
    fwht(np.zeros(_routes.THREADED_BYTES // 8), threads=8)
    assert used == [_routes.THREADED_BYTES]


def test_the_number_of_numba_threads_is_restored() -> None:
    import numba

    before = numba.get_num_threads()
    fwht(np.zeros(1 << 16), threads=1 + before)
    assert numba.get_num_threads() == before


@pytest.mark.parametrize(
    ("x", "options", "message"),
    [
        (np.zeros(6), {}, "power of two, got 6; pad with zeros to 8"),
        (np.zeros((8, 3)), {}, "axis -1 must be a power of two, got 3; pad with zeros to 4"),
        (np.zeros(0), {}, "empty"),
        (np.zeros((0, 4)), {}, "empty"),
        (np.zeros(4, complex), {}, "complex128"),
        (np.array([1, None]), {}, "object"),
        (["a", "b"], {}, "dtype"),
        ([[1, 2], [3]], {}, "x cannot be read as an array"),
        (np.zeros(4, "M8[s]"), {}, "float32, float64 or integer"),
        (3.0, {}, "at least one dimension"),
        (np.zeros(4), {"axis": 1}, "axis must be an integer in -1..0, got 1"),
        (np.zeros(4), {"axis": 0.0}, "axis must be an integer"),
        (np.zeros(4), {"norm": "unitary"}, "norm must be one of 'ortho'"),
        (np.zeros(4), {"norm": []}, "norm must be one of"),
        (np.zeros(4), {"threads": 0}, "threads must be an integer >= 1, got 0"),
        (np.zeros(4), {"threads": True}, "threads must be an integer"),
    ],
)
def test_bad_input(x: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        fwht(x, **options)
