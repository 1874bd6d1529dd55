"""Arrangements of the pieces by chance, within reach of the start or not.

A comparison of two formulations of the rules that sees only states near the start cannot notice an
action that is missing in a far corner.  A placement may be anywhere.
"""

from __future__ import annotations

import random
from typing import Protocol, runtime_checkable

from puzzleproof.models.puzzle import State


@runtime_checkable
class HasPlacements(Protocol):
    """A puzzle whose pieces can be laid by chance."""

    def placed(self, chance: random.Random, /) -> State | None:
        """Some arrangement of all its pieces; None where none was found soon."""
        ...
