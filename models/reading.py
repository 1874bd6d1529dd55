"""What every reader of puzzles refuses: unknown keys, and numbers with too many digits."""

from collections.abc import Iterable

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.texts import did_you_mean

TOML = "toml"
"""The format of instance files."""
DIGITS_LIMIT = 18
"""The most digits of a number in a file or a table: these fit into 64 bits with a sign."""


def number_in(text: str) -> int:
    """Read a whole number, 0 or more; raises InstanceError for anything else or too many digits."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise InstanceError(f"{digits[:60]!r}: expected a whole number")
    digits = digits.lstrip("0")
    if len(digits) > DIGITS_LIMIT:
        fault = f"a number of {len(digits)} digits: expected {DIGITS_LIMIT} at most"
        raise InstanceError(f"{fault}, got {digits[:DIGITS_LIMIT]}…")
    return int(digits or "0")


def check_keys(found: Iterable[str], known: Iterable[str], where: str = "") -> None:
    """Raise InstanceError for the first key that is not ``known``; ``where`` begins the message.

    ``known`` are the keys that are read, and those that do not concern the rules.  Any other key
    may state a rule, so it is an error.

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
