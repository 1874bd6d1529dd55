"""Breadth-first search from the start; a faster engine takes over if the search is long.

A search begins in plain Python, which imports nothing.  After about the time that an engine of
arrays takes to start, the first engine that supports the task takes over the layers that are still
needed.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.models import imported
from puzzleproof.models.errors import Unsupported

if TYPE_CHECKING:
    from puzzleproof.explore.engines.arrays.engine import FrontierEngine
    from puzzleproof.explore.engines.flooded.engine import FloodedEngine

SEARCH_ENGINES = {
    "plain": "puzzleproof.explore.engines.plain:PlainSearch",
    "flooded": "puzzleproof.explore.engines.flooded.engine:FloodedEngine",
    "numpy": "puzzleproof.explore.engines.arrays.engine:FrontierEngine",
}
"""The engines by name; each is imported when it is made."""
AnyEngine: TypeAlias = "PlainSearch | FloodedEngine | FrontierEngine"

HAND_OVER = 1_200_000
"""The work (`PlainSearch.work`) after which plain Python hands over: some 0.15 s, which the import
of numpy takes.  That is 120,000 states if tables serve many of them, 5,000 if each needs its own.
"""
FASTER: tuple[tuple[str, bool], ...] = (("flooded", True), ("flooded", False), ("numpy", False))
"""The engines that may take over, the fastest first, and whether with classes of a symmetry."""

EngineLayer: TypeAlias = "tuple[AnyEngine, Any]"


def make_engine(
    name: str, task: PackedTask, memory: int | None, symmetry: Symmetry | None = None
) -> AnyEngine:
    """Return an engine by name, within bytes of memory; raises Unsupported or ImportError."""
    limits: dict[str, object] = {"memory": memory} if name != "plain" else {}
    if symmetry is not None:
        limits["symmetry"] = symmetry
    engine: AnyEngine = imported(SEARCH_ENGINES[name])(task, **limits)
    return engine


class LayeredSearch:
    """A search that may change its engine; ``memory`` in bytes is for engines of arrays."""

    def __init__(
        self,
        task: PackedTask,
        engine: str = "auto",
        memory: int | None = None,
        *,
        symmetry: Callable[[], Symmetry | None] | None = None,
    ) -> None:
        """``symmetry`` is called when an engine takes over; it returns the symmetry to use."""
        self.task, self.engine, self.memory = task, engine, memory
        self.past: list[EngineLayer] = []
        self._symmetry = symmetry
        self.used: Symmetry | None = None
        """The symmetry whose classes the layers hold since a faster engine took over."""

    def layers(self, sources: Iterable[int] | None = None) -> Iterator[EngineLayer]:
        """The engine and the layer at distance 0, 1, 2, … from the start, or from ``sources``."""
        name = "plain" if self.engine == "auto" else self.engine
        engine = make_engine(name, self.task, self.memory)
        layer: Any = engine.layer((self.task.start,) if sources is None else sources)
        plain = engine if isinstance(engine, PlainSearch) and self.engine == "auto" else None
        while engine.size(layer):
            self.past.append((engine, layer))
            yield engine, layer
            if plain is not None and plain.work > HAND_OVER:
                self._hand_over()
                (engine, layer), plain = self.past[-1], None
            if plain is None or self._symmetry is None:
                self.past = self._live
            if not isinstance(engine, PlainSearch) and not self.task.reversible:
                known = engine.joined([before for _, before in self.past[:-1]])
                self.past = [*((engine, before) for before in known), (engine, layer)]
            layer = engine.after(layer, [known for _, known in self._live])

    @property
    def _live(self) -> list[EngineLayer]:
        """The layers that may hold neighbours of states in the last one."""
        return self.past[-2:] if self.task.reversible else self.past

    def _hand_over(self) -> None:
        """Give the layers that are still needed to a faster engine, if there is one.

        A class is as far away as the nearer of its two states.  So each layer of classes loses the
        states whose image is in an earlier layer.
        """
        found = None if self._symmetry is None else self._symmetry()
        for name, by_classes in FASTER:
            if by_classes and found is None:
                continue
            symmetry, old = (found, self.past) if by_classes else (None, self._live)
            try:
                engine: Any = make_engine(name, self.task, self.memory, symmetry)
                moved = [engine.layer(one.states(layer)) for one, layer in old]
            except (Unsupported, ImportError):
                continue
            if by_classes:
                moved = [engine.without(layer, moved[:k]) for k, layer in enumerate(moved)]
            if engine.size(moved[-1]):
                self.past, self.used = [(engine, layer) for layer in moved], symmetry
                return
