"""What every reader refuses: keys that it does not know, and numbers of too many digits."""

from __future__ import annotations

from collections.abc import Iterable

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.texts import did_you_mean

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


def check_keys(found: Iterable[str], known: Iterable[str], where: str = "") -> None:
    """Raise InstanceError for the first key that is not ``known``; ``where`` begins the message.

    ``known`` are the keys that are read, and those that say nothing of the rules: any other may
    state a rule.

    >>> check_keys(["board", "gaol"], ["board", "goal"], "game 1: ")
    Traceback (most recent call last):
    puzzleproof.models.errors.InstanceError: game 1: unknown key 'gaol': expected some of board, \
goal; did you mean 'goal'?
    """
    names = list(known)
    for key in found:
        if key not in names:
            expected = f"expected some of {', '.join(names)}{did_you_mean(key, names)}"
            raise InstanceError(f"{where}unknown key {key!r}: {expected}")
