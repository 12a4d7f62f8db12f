from typing import Any

import numpy as np
import pytest

from compadagrad import InvalidInputError
from compadagrad.learners.algorithms import DualAveraging, MirrorDescent
from compadagrad.learners.options import Options
from compadagrad.regularizers import L1, Zero

GOOD = Options(0.5, None, None, np.float64, "mirror_descent", 1, None, "raise")


def test_defaults_in_the_types_that_are_kept() -> None:
    checked = GOOD.checked()
    assert (checked.lr, checked.regularizer, checked.tolerance) == (0.5, Zero(), None)
    assert checked.dtype == np.float64
    assert isinstance(checked.algorithm, MirrorDescent)
    assert (checked.refresh_every, checked.lenient) == (1, False)


def test_everything_else() -> None:
    phi = L1(0.5)
    given = Options(2, phi, None, "f4", "dual_averaging", np.int64(3), 1e-3, "warn")  # type: ignore[arg-type]
    checked = given.checked()
    assert (checked.lr, type(checked.lr)) == (2.0, float)
    assert checked.regularizer is phi
    assert checked.dtype == np.float32
    assert isinstance(checked.algorithm, DualAveraging)
    assert (checked.refresh_every, type(checked.refresh_every)) == (3, int)
    assert (checked.tolerance, checked.lenient) == (1e-3, True)


@pytest.mark.parametrize("dtype", [float, "double", np.float64, np.dtype(">f8")])
def test_names_of_a_dtype(dtype: Any) -> None:
    kept = GOOD._replace(dtype=dtype).checked().dtype
    assert kept == np.float64
    assert kept.isnative


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"lr": 0}, "lr must be a positive, finite number, got 0"),
        ({"lr": np.nan}, "lr must be a positive, finite number, got nan"),
        ({"lr": np.inf}, "lr must be a positive, finite number, got inf"),
        ({"lr": True}, "lr must be a positive, finite number, got True"),
        ({"regularizer": L1}, "regularizer must be one of compadagrad.regularizers or None"),
        ({"regularizer": 0.1}, "or None, got 0.1"),
        ({"dtype": np.float16}, "dtype must be one of 'float32', 'float64', got 'float16'"),
        ({"dtype": "quick"}, "dtype must be one of 'float32', 'float64'"),
        ({"dtype": 3}, "dtype must be one of 'float32', 'float64'"),
        ({"algorithm": None}, "algorithm must be one of 'mirror_descent', 'dual_averaging'"),
        ({"refresh_every": 1.0}, "refresh_every must be an integer >= 1, got 1.0"),
        ({"refresh_every": 0}, "refresh_every must be an integer >= 1, got 0"),
        ({"tolerance": 0.0}, "tolerance must be a positive, finite number, got 0.0"),
        ({"on_inexact": True}, "on_inexact must be one of 'raise', 'warn', got True"),
    ],
    ids=str,
)
def test_bad_options(bad: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        GOOD._replace(**bad).checked()
