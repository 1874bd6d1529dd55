"""A third telling of the rules, written from docs/boards.md alone.

`models/` and `encoders/` tell the rules twice; this is an oracle for both.  It was written without
a look at either, takes the keys of an instance file, and works on drawings: a state is what `draw`
shows (and the stops visited), so no form of a state is shared.  It is slow, and short.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol

from tests.support.told.cubes import ToldCubes
from tests.support.told.frogs import ToldFrogs
from tests.support.told.pegs import ToldPegs
from tests.support.told.sliding import ToldSliding
from tests.support.told.tiles import ToldTiles


class Told(Protocol):
    """An instance of some family, as the documentation has it."""

    @property
    def start(self) -> Hashable:
        """The state in which the puzzle begins."""
        ...

    def read(self, drawing: str, visited: int) -> Hashable:
        """The state of a drawing; of a tour also which stops were visited, a bit each."""
        ...

    def after(self, state: Any) -> set[Any]:
        """All states one move away."""
        ...

    def played(self, drawing: str, visited: int, move: str) -> Hashable | None:
        """The state after a move as people write it; None where it cannot be played."""
        ...

    def is_goal(self, state: Any) -> bool:
        """Whether the puzzle is solved."""
        ...


FAMILIES: dict[str, Callable[[Mapping[str, Any], str], Told]] = {
    "sliding": ToldSliding,
    "pegs": ToldPegs,
    "cubes": ToldCubes,
    "frogs": ToldFrogs,
    "tiles": ToldTiles,
}
"""From the keys of an instance file and a metric to the oracle."""
