"""What any board can do, and boards on arrays: the rules on many states at once, with numpy.

`puzzleproof.models.board` has the definition, and says what boards are for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from puzzleproof.models.board import Astray, Layer
from puzzleproof.models.puzzle import AnyPuzzle, State

if TYPE_CHECKING:
    from puzzleproof.models.arrays.board import ArrayBoard
    from puzzleproof.models.sliding.mirrors import Mirror


class Board(Protocol[Layer]):
    """What a search, a check or a survey may do with sets of states."""

    puzzle: AnyPuzzle

    def of(self, states: Iterable[State], /) -> Layer:
        """Return the layer of some canonical states."""
        ...

    def after(self, here: Layer, known: Sequence[Layer], /) -> Layer:
        """Return what one move makes of these states, without what is known."""
        ...

    def joined(self, one: Layer, other: Layer, /) -> Layer:
        """Return the states of both layers."""
        ...

    def common(self, one: Layer, other: Layer, /) -> Layer:
        """Return the states that are in both layers."""
        ...

    def goals(self, here: Layer, /) -> Layer:
        """Return the goal states of a layer."""
        ...

    def sources(self, here: Layer, state: State, /) -> Layer:
        """Return the states of a layer from which one move leads to this state."""
        ...

    def size(self, here: Layer, /) -> int:
        """Count the states of a layer."""
        ...

    def states(self, here: Layer, /) -> list[State]:
        """Return the states of a layer, ascending by packed number."""
        ...

    def block(self, here: Layer, /) -> bytes:
        """Return the packed numbers, ascending, `Puzzle.pack_width` bytes each."""
        ...

    def read(self, block: bytes, /) -> Layer:
        """Return the layer of such a block."""
        ...

    def numbered(self, parts: Iterable[Any], /) -> Layer:
        """Return the layer of packed numbers, ascending, in parts.

        Raises ValueError naming the first that is no state, or that stands for no class.
        """
        ...

    def missing(self, states: Iterable[State], known: Iterable[Layer], /) -> list[State]:
        """Return those of some canonical states that are in no known layer."""
        ...

    band: int
    """So many states of consecutive layers are best checked together (`astray`)."""

    def astray(self, below: Layer, band: Sequence[Layer], above: Layer, /) -> Astray[Layer]:
        """Find moves from the layers of a band that skip a layer.

        The band's layers follow one another; ``above`` comes after them, and ``below`` is the layer
        before them (all layers before them, if moves cannot be undone).  A move from a layer
        has to lead to the next one or an earlier one.  Returns the place in the band of the first
        layer from which other moves lead, and states they lead to, among them the state after the
        first such move of states in order; None if there are none.
        """
        ...


def array_board(
    puzzle: AnyPuzzle, memory: int | None = None, mirror: Mirror | None = None
) -> ArrayBoard | None:
    """Return the board of a puzzle on arrays; None if its states or moves do not fit there.

    ``memory`` in bytes is for all layers that are held together.  With a symmetry, keys stand for
    classes of states.  Raises ImportError without numpy.
    """
    from puzzleproof.models.arrays.sliding import sliding_board

    found = sliding_board(puzzle, memory, mirror)
    if found is not None or mirror is not None:
        return found
    from puzzleproof.models.arrays.numbers import number_board

    return number_board(puzzle, memory)
