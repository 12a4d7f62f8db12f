from compadagrad.streams import _codes
from compadagrad.streams.faults import _REASONS


def test_every_code_is_a_number_of_its_own_and_has_a_reason() -> None:
    codes = [getattr(_codes, name) for name in _codes.__all__]
    assert len(set(codes)) == len(codes)
    assert set(codes) - {_codes.FINE} == set(_REASONS)
