"""Whole numbers in texts."""

import pytest

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.reading import number_in


def test_digits_are_a_number() -> None:
    assert number_in("0") == 0
    assert number_in("0" * 5_000 + "9" * 18) == 10**18 - 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "'x': expected a whole number"),
        ("²", "expected a whole number"),
        ("-1", "'-1': expected a whole number"),
        ("1" * 19, "a number of 19 digits: expected 18 at most"),
    ],
)
def test_what_is_none_or_too_long_is_a_fault(text: str, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        number_in(text)
