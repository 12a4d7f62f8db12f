import pytest

from compadagrad import InvalidInputError
from compadagrad.streams import Limits


@pytest.mark.parametrize("name", ["line", "features", "entries", "block"])
@pytest.mark.parametrize("value", [0, -1, 1.5, None, True])
def test_limits_are_whole_numbers(name: str, value: int) -> None:
    with pytest.raises(InvalidInputError, match=f"{name} must be an integer"):
        Limits(**{name: value})


def test_columns_have_32_bits() -> None:
    assert Limits(features=2**31 - 1).features == 2**31 - 1
    with pytest.raises(InvalidInputError, match="features must be an integer in"):
        Limits(features=2**31)
