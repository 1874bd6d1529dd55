"""Breadth-first layers, and the hand-over to a faster engine.

A search begins in plain Python, which is the fastest of all up to some 300,000 states because it
imports nothing; then another engine takes over the layers that are still needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from puzzleproof.explore.engines import AnyEngine, make_engine
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import Unsupported

HAND_OVER, USUAL = 300_000, 10
"""Where plain Python looks at `USUAL` moves a state it hands over after `HAND_OVER` states; where
it looks at more, earlier."""
FEW_STATES = 100
"""Arrays pay where a pattern of free cells has this many states; elsewhere compiled code does."""

EngineLayer: TypeAlias = tuple[AnyEngine, Any]
"""A layer, and the engine that it belongs to."""


class LayeredSearch:
    """A search that may change its engine; `layers` runs it and remembers them for `path_to`.

    ``memory`` in bytes is what an engine of arrays may take; plain Python is bounded by the process
    that supervises it.  Where no path will be asked for (``remember=False``), only the layers that
    the search itself needs are remembered.
    """

    def __init__(
        self,
        task: PackedTask,
        engine: str = "auto",
        memory: int | None = None,
        *,
        remember: bool = True,
    ) -> None:
        self.task, self.engine, self.memory = task, engine, memory
        self.remember = remember or not task.reversible
        self.past: list[EngineLayer] = []

    def layers(self, sources: Iterable[int] | None = None) -> Iterator[EngineLayer]:
        """The engine and the layer at distance 0, 1, 2, … from the start, or from ``sources``."""
        name = "plain" if self.engine == "auto" else self.engine
        engine = make_engine(name, self.task, self.memory)
        layer, seen = engine.layer(sources or (self.task.start,)), 0
        pending = self.engine == "auto"
        while engine.size(layer):
            self.past.append((engine, layer))
            if not self.remember:
                del self.past[:-2]
            yield engine, layer
            seen += engine.size(layer)
            if pending and seen * _looked_up(engine) > HAND_OVER * USUAL:
                pending = False
                engine = self._faster(engine, seen)
            live = self.past[-2:] if self.task.reversible else self.past
            moved = [_moved(one, engine, states) for one, states in live]
            self.past[-len(live) :] = [(engine, states) for states in moved]
            layer = engine.after(moved[-1], moved)

    def _faster(self, plain: AnyEngine, seen: int) -> AnyEngine:
        """The engine that goes on where plain Python gets slow; itself where there is none."""
        patterns = len(plain.tables) if isinstance(plain, PlainSearch) else 0
        order = ["numpy", "numba"] if patterns * FEW_STATES < seen else ["numba", "numpy"]
        for name in order:
            try:
                return make_engine(name, self.task, self.memory)
            except (Unsupported, ImportError):
                pass
        return plain

    def path_to(self, goal: int) -> list[int]:
        """The states of a shortest plan to a state of the last layer."""
        plain, path = PlainSearch(self.task), [goal]
        if not self.task.stops:
            return path_through(plain.backwards(), self.past, goal)[::-1]
        # The moves of a tour cannot be taken back: see what each state of a layer leads to.
        for engine, layer in reversed(self.past[:-1]):
            path.append(next(s for s in engine.states(layer) if path[-1] in plain.after((s,))))
        return path[::-1]


def path_through(step: PlainSearch, past: Sequence[EngineLayer], state: int) -> list[int]:
    """A state of the last layer, and one of each layer before it, each one step further back."""
    path = [state]
    for engine, layer in reversed(past[:-1]):
        found = engine.common(engine.layer(step.after(path[-1:])), layer)
        assert found is not None, "the layers of a search join"
        path.append(found)
    return path


def _looked_up(engine: AnyEngine) -> float:
    """How many entries of its tables the plain engine looks at for a state."""
    if not isinstance(engine, PlainSearch) or not engine.tables:
        return USUAL
    return engine.entries / len(engine.tables)


def _moved(old: AnyEngine, new: AnyEngine, layer: Any) -> Any:
    return layer if old is new else new.layer(old.states(layer))
