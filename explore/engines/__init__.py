"""The engines of search: their common interface, and the table of engines.

A *layer* is a set of states in the engine's own form: a Python set, a sorted array, rows of words.
An engine is imported when it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from puzzleproof.models import imported

if TYPE_CHECKING:
    from puzzleproof.explore.packed_task import PackedTask, Symmetry

StateSet = TypeVar("StateSet")
"""The form of an engine's layers."""

SEARCH_ENGINES = {
    "plain": "puzzleproof.explore.engines.plain:PlainSearch",
    "flooded": "puzzleproof.explore.engines.flooded.engine:FloodedEngine",
    "numpy": "puzzleproof.explore.engines.arrays.frontier:FrontierEngine",
}
BOUNDED = ("flooded", "numpy")
"""Engines that know how much memory they use, and keep to a limit."""


class SearchEngine(Protocol[StateSet]):
    """Makes the layers of a breadth-first search; callers give and get states as integers."""

    @property
    def task(self) -> PackedTask:
        """The task that is searched."""
        ...

    def layer(self, states: Iterable[int]) -> StateSet:
        """The layer of these states."""
        ...

    def after(self, layer: StateSet, earlier: Sequence[StateSet]) -> StateSet:
        """The states one move away from some state of a layer and in no ``earlier`` layer.

        If moves can be taken back, the last two layers are enough; ``layer`` is one of them.
        """
        ...

    def size(self, layer: StateSet) -> int:
        """How many states the layer has."""
        ...

    def states(self, layer: StateSet) -> Iterator[int]:
        """Each state once, in any order."""
        ...

    def goal(self, layer: StateSet) -> int | None:
        """Some goal state of a layer, or None."""
        ...


@runtime_checkable
class NumberingEngine(Protocol):
    """An engine that adds up the packed numbers of a layer in arrays."""

    by_piece: bool
    """Whether what a fact adds depends on which piece of its kind makes it true."""

    def tables(self, part: Callable[[int, int], int], limbs: int) -> Any:
        """What each place adds to a packed number, computed by ``part`` from (piece, fact)."""
        ...

    def numbered(self, layer: Any, tables: Any) -> Any:
        """The packed numbers of a layer, arrays of 56 bits each, the lowest first."""
        ...


@runtime_checkable
class JoiningEngine(Protocol):
    """An engine that looks states up in few layers: for moves that cannot be taken back."""

    def joined(self, layers: Any) -> Any:
        """The same states in fewer layers."""
        ...


AnyEngine: TypeAlias = SearchEngine[Any]


def make_engine(
    name: str, task: PackedTask, memory: int | None = None, symmetry: Symmetry | None = None
) -> AnyEngine:
    """Return an engine by name; raises Unsupported or ImportError if it cannot be made."""
    limits: dict[str, object] = {"memory": memory} if name in BOUNDED else {}
    if symmetry is not None:
        limits["symmetry"] = symmetry
    engine: AnyEngine = imported(SEARCH_ENGINES[name])(task, **limits)
    return engine
