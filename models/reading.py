"""What all readers of puzzles share: wishes of the user, assumptions, and what is refused.

A text may leave open what a puzzle asks for, as a table of tiles without a goal does.  Then the
user's wishes (`ReadOptions`) decide, or else the reader assumes what is usual and says so: each
assumption is a sentence under the key that it stands for.
"""

from collections.abc import Mapping
from typing import Any

from puzzleproof.models.documents import ReadOptions, with_goal
from puzzleproof.models.errors import InstanceError

DIGITS_LIMIT = 18
"""The most digits of a number in a file or a table: these fit into 64 bits with a sign."""

ASSUMED = "assumed"
"""In what a reader of a format returns: the key that it filled in -> a sentence on its value."""
TARGETS = "targets"
"""Likewise: the piece that may have to get out -> the keys of the puzzle in which it has to."""


OF_GOAL = ("goal", "target", "exit")
"""What is assumed of a goal, and so not where the user states it."""


def settled(
    found: Mapping[str, Any], reading: ReadOptions
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the keys of an instance, and what was assumed of them, from what a reader found.

    Raises InstanceError if the text leaves open which piece is the target, or if the wish does not
    fit.
    """
    document = dict(found)
    assumed, targets = document.pop(ASSUMED, {}), document.pop(TARGETS, {})
    if reading.goal in targets:
        document |= targets[reading.goal]
        assumed = {key: text for key, text in assumed.items() if key != "target"}
        return document, tuple(assumed.values())
    expected = " or ".join(map(repr, targets))
    if reading.goal is None:
        if targets and "goal" not in document:
            raise InstanceError(f"the piece that gets out is open: expected {expected} (--goal)")
    elif targets and len(reading.goal) == 1:
        raise InstanceError(f"goal {reading.goal!r}: expected {expected}, or a drawing")
    else:
        assumed = {key: text for key, text in assumed.items() if key not in OF_GOAL}
    return with_goal(document, reading.goal), tuple(assumed.values())


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
