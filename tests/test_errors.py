import pytest

from compadagrad import CompAdaGradError, InvalidInputError
from compadagrad.hadamard import fwht


def test_invalid_input_is_a_value_error_of_our_own() -> None:
    assert issubclass(InvalidInputError, ValueError)
    assert issubclass(InvalidInputError, CompAdaGradError)
    with pytest.raises(CompAdaGradError):
        fwht([1.0, 2.0, 3.0])
