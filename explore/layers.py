"""A search from the start, breadth first, and the hand-over to a faster engine.

A search begins in plain Python, which imports nothing.  Where that has worked for as long as an
engine of arrays takes to start, the first engine that supports the task takes over the layers that
are still needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.explore.engines import AnyEngine, HasDifference, make_engine
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.models.errors import Unsupported

HAND_OVER = 1_200_000
"""The work (`PlainSearch.work`) after which plain Python hands over: some 0.15 s, as numpy takes to
be imported.  Where tables serve many states that is 120,000 of them, where each has its own 5,000.
"""
FASTER, CLASSES = ("flooded", "numpy"), "flooded"
"""Who may take over, the fastest first; and who knows symmetries."""

ReportLayer: TypeAlias = Callable[[int, int], None]
"""(depth, states so far); it may raise to stop the search."""
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
        symmetry: Callable[[], Symmetry | None] | None = None,
    ) -> None:
        """``symmetry`` is asked at the hand-over for one that the faster engine shall use."""
        self.task, self.engine, self.memory = task, engine, memory
        self.remember = remember or not task.reversible
        self.past: list[EngineLayer] = []
        self._symmetry = symmetry
        self.used: Symmetry | None = None
        """The symmetry by which layers are classes of states, since the hand-over."""

    def layers(self, sources: Iterable[int] | None = None) -> Iterator[EngineLayer]:
        """The engine and the layer at distance 0, 1, 2, … from the start, or from ``sources``."""
        name = "plain" if self.engine == "auto" else self.engine
        engine = make_engine(name, self.task, self.memory)
        layer = engine.layer((self.task.start,) if sources is None else sources)
        plain = engine if isinstance(engine, PlainSearch) and self.engine == "auto" else None
        while engine.size(layer):
            self.past.append((engine, layer))
            if not self.remember and (plain is None or self._symmetry is None):
                del self.past[:-2]
            yield engine, layer
            if plain is not None and plain.work > HAND_OVER:
                self._hand_over()
                (engine, layer), plain = self.past[-1], None
            live = self.past[-2:] if self.task.reversible else self.past
            layer = engine.after(layer, [known for _, known in live])

    def _hand_over(self) -> None:
        """Give the layers that are still needed to a faster engine, where there is one."""
        if self._take_over_classes():
            return
        live = self.past[-2:] if self.task.reversible else self.past[:]
        for name in FASTER:
            try:
                engine = make_engine(name, self.task, self.memory)
                moved = [(engine, engine.layer(old.states(layer))) for old, layer in live]
            except (Unsupported, ImportError):
                continue
            self.past[-len(live) :] = moved
            return

    def _take_over_classes(self) -> bool:
        """Give layers of classes to an engine that knows a symmetry, if there is one.

        A class is as far away as the nearer of its two states; so from each layer those are taken
        whose image is in an earlier one.
        """
        symmetry = None if self._symmetry is None else self._symmetry()
        if symmetry is None:
            return False
        try:
            engine = make_engine(CLASSES, self.task, self.memory, symmetry)
            every = [engine.layer(old.states(layer)) for old, layer in self.past]
        except (Unsupported, ImportError):
            return False
        assert isinstance(engine, HasDifference), f"{CLASSES} has classes"
        every = [engine.without(layer, every[:k]) for k, layer in enumerate(every)]
        if not engine.size(every[-1]):
            return False
        self.past, self.used = [(engine, layer) for layer in every], symmetry
        return True

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


# --- to a goal ------------------------------------------------------------------------------


class SearchResult(NamedTuple):
    """What a search found: a plan as states, or none within ``depth`` moves or at all."""

    optimum: int | None
    path: tuple[int, ...]
    sizes: tuple[int, ...]
    """States of each layer searched."""
    depth: int | None
    """All states up to this distance were searched in vain; None: all there are."""


def search(
    task: PackedTask,
    *,
    engine: str = "auto",
    memory: int | None = None,
    at_least: int | None = None,
    on_layer: ReportLayer | None = None,
) -> SearchResult:
    """Search from the start to a goal, to the depth ``at_least``, or to the end of the graph.

    ``engine`` is ``auto`` or one of `SEARCH_ENGINES`.  ``memory`` in bytes; raises LimitReached
    where an engine of arrays would need more.
    """
    run, sizes = LayeredSearch(task, engine, memory), list[int]()
    for depth, (one, layer) in enumerate(run.layers()):
        goal = one.goal(layer)
        sizes.append(one.size(layer))
        if goal is not None:
            return SearchResult(depth, tuple(run.path_to(goal)), tuple(sizes), None)
        if depth == at_least:
            return SearchResult(None, (), tuple(sizes), depth)
        if on_layer:
            on_layer(depth, sum(sizes))
    return SearchResult(None, (), tuple(sizes), None)
