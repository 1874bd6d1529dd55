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
    """What a search, a check or a survey may do with sets of states: see `RuleBoard`."""

    puzzle: AnyPuzzle
    band: int
    """So many states of consecutive layers are best checked together (`astray`)."""

    def of(self, states: Iterable[State], /) -> Layer: ...
    def after(self, here: Layer, known: Sequence[Layer], /) -> Layer: ...
    def joined(self, one: Layer, other: Layer, /) -> Layer: ...
    def common(self, one: Layer, other: Layer, /) -> Layer: ...
    def goals(self, here: Layer, /) -> Layer: ...
    def sources(self, here: Layer, state: State, /) -> Layer: ...
    def size(self, here: Layer, /) -> int: ...
    def states(self, here: Layer, /) -> list[State]: ...
    def block(self, here: Layer, /) -> bytes: ...
    def read(self, block: bytes, /) -> Layer: ...
    def numbered(self, parts: Iterable[Any], /) -> Layer: ...
    def missing(self, states: Iterable[State], known: Iterable[Layer], /) -> list[State]: ...
    def astray(self, below: Layer, band: Sequence[Layer], above: Layer, /) -> Astray[Layer]: ...


def array_board(
    puzzle: AnyPuzzle, memory: int | None = None, mirror: Mirror | None = None
) -> ArrayBoard | None:
    """Return the board of a puzzle on arrays; None if its states or moves do not fit there.

    ``memory`` in bytes is for all layers that are held together.  With a symmetry, keys stand for
    representatives.  Raises ImportError without numpy.
    """
    from puzzleproof.models.arrays.sliding import sliding_board

    found = sliding_board(puzzle, memory, mirror)
    if found is not None or mirror is not None:
        return found
    from puzzleproof.models.arrays.numbers import number_board

    return number_board(puzzle, memory)
