"""What a puzzle may offer to those who play it, wherever they do: on a page, on a terminal.

It is a capability as those of `puzzleproof.models.puzzle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from puzzleproof.models.drawing import Cell
from puzzleproof.models.puzzle import State


@runtime_checkable
class HasTracks(Protocol):
    """A puzzle whose moves a hand can make on its picture."""

    def track(self, state: State, move: Any, /) -> Sequence[Cell]:
        """The squares that the hand passes, from where it takes a piece to where it lets go.

        A block is held at its first square in reading order.
        """
        ...
