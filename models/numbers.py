"""Whole numbers in texts: read with a limit on their digits, which is this project's own."""

from __future__ import annotations

from puzzleproof.models.errors import InstanceError

MOST_DIGITS = 18
"""Of a number in a file or a table: so many fit into 64 bits with their sign."""


def number_in(text: str) -> int:
    """Read a whole number from 0; raises InstanceError for anything else, or more digits.

    >>> number_in(" 0042 ")
    42
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise InstanceError(f"{digits[:60]!r}: expected a whole number")
    digits = digits.lstrip("0")
    if len(digits) > MOST_DIGITS:
        fault = f"a number of {len(digits)} digits: expected {MOST_DIGITS} at most"
        raise InstanceError(f"{fault}, got {digits[:MOST_DIGITS]}…")
    return int(digits or "0")
