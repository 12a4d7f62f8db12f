import warnings

import pytest

from compadagrad import (
    CompAdaGradError,
    InexactUpdateError,
    InexactUpdateWarning,
    InvalidInputError,
    MissingExtraError,
    errors,
)
from compadagrad.hadamard import fwht


def test_invalid_input_is_a_value_error_of_our_own() -> None:
    assert issubclass(InvalidInputError, ValueError)
    assert issubclass(InvalidInputError, CompAdaGradError)
    with pytest.raises(CompAdaGradError):
        fwht([1.0, 2.0, 3.0])


def test_an_inexact_update_is_a_runtime_error_of_our_own() -> None:
    assert issubclass(InexactUpdateError, RuntimeError)
    assert issubclass(InexactUpdateError, CompAdaGradError)
    assert not issubclass(InexactUpdateError, ValueError)  # the input was good


def test_an_inexact_update_can_be_a_warning_that_filters_know() -> None:
    assert issubclass(InexactUpdateWarning, RuntimeWarning)
    assert not issubclass(InexactUpdateWarning, CompAdaGradError)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", InexactUpdateWarning)
        warnings.warn("inexact", InexactUpdateWarning, stacklevel=1)
    assert not caught


def test_all_errors_are_caught_by_one_name() -> None:
    raised = [getattr(errors, name) for name in errors.__all__ if name.endswith("Error")]
    assert len(raised) >= 3
    assert all(issubclass(error, CompAdaGradError) for error in raised)


def test_a_missing_extra_names_the_line_that_installs_it() -> None:
    error = MissingExtraError("the report", ["matplotlib"], "report")
    assert isinstance(error, ImportError)
    assert "pip install 'compadagrad[report]'" in str(error)
