"""What a puzzle may offer to those who look at it or play it, on a page, a terminal or a picture.

These are capabilities as those of `puzzleproof.models.puzzle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from puzzleproof.models.puzzle import State

if TYPE_CHECKING:
    from puzzleproof.models.drawing import Cell
    from puzzleproof.models.picture import ColourEdge, Picture


@runtime_checkable
class HasPictures(Protocol):
    """A puzzle whose board can be shown as squares and pieces (`models.picture`)."""

    def picture(self, state: State) -> Picture:
        """What is to be seen of a state."""
        ...

    def goal_pictures(self) -> Sequence[tuple[str, Picture]]:
        """Each goal or stop that can be drawn, with its key; pieces left free are left out."""
        ...


@runtime_checkable
class HasTracks(Protocol):
    """A puzzle whose moves a hand can make on its picture."""

    def track(self, state: State, move: Any, /) -> Sequence[Cell]:
        """The squares that the hand passes, from where it takes a piece to where it lets go.

        A block is held at its first square in reading order.
        """
        ...


@runtime_checkable
class HasStops(Protocol):
    """A puzzle that may be a tour: its goal pictures are then stops, all to be visited."""

    def stops_visited(self, state: State) -> Sequence[bool]:
        """Of each stop, in the order of the goal pictures, whether it was visited; else empty."""
        ...


@runtime_checkable
class HasNets(Protocol):
    """A puzzle of cubes: nets in place of a board, a stack in place of a state."""

    def nets(self) -> Sequence[tuple[str, Picture]]:
        """Each cube unfolded, with its name."""
        ...

    def stack(self, plan: Sequence[str]) -> Picture:
        """The cubes put by some moves, the last one on top, with room for those to come.

        The columns are front, right, back and left, a gap, then the hidden faces below and above.
        """
        ...

    def colour_edges(self) -> Sequence[ColourEdge]:
        """The multigraph on the colours: three edges a cube."""
        ...

    def factors(self, plan: Sequence[str]) -> Sequence[tuple[str, Sequence[ColourEdge]]]:
        """The edges that show in front and behind, and those right and left, with these words."""
        ...


@runtime_checkable
class HasChart(Protocol):
    """A puzzle whose moves call cells by names that its drawing does not show."""

    def chart(self) -> str:
        """The board, with the name of each cell in its place."""
        ...
