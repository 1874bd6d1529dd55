"""One way for every reader to refuse a key that it does not know: it may state a rule."""

from __future__ import annotations

from collections.abc import Iterable

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.texts import did_you_mean


def check_keys(found: Iterable[str], known: Iterable[str], where: str = "") -> None:
    """Raise InstanceError for the first key that is not ``known``; ``where`` begins the message.

    ``known`` are the keys that are read, and those that say nothing of the rules.

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
