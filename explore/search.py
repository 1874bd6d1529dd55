"""One breadth-first search for all engines: layers, the hand-over to a faster engine, plans.

A search begins in plain Python, which is the fastest of all up to some 300,000 states because it
imports nothing; then another engine takes over the layers that are still needed.  `bidirectional`
searches from the start and from the goals, whole layers at a time, always the smaller one: two
frontiers that meet after p and q layers prove that p + q moves are enough and that fewer are not,
since the layers before have nothing in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.explore.engines import AnyEngine, make_engine
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported

HAND_OVER, USUAL = 300_000, 10
"""Where plain Python looks at `USUAL` moves a state it hands over after `HAND_OVER` states; where
it looks at more, earlier."""
FEW_STATES = 100
"""Arrays pay where a pattern of free cells has this many states; elsewhere compiled code does."""

EngineLayer: TypeAlias = tuple[AnyEngine, Any]
"""A layer, and the engine that it belongs to."""
ReportLayer: TypeAlias = Callable[[int, int], None]
"""(depth, states so far); it may raise to stop the search."""


class Search:
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
            return _through(plain.backwards(), self.past, goal)[::-1]
        # The moves of a tour cannot be taken back: see what each state of a layer leads to.
        for engine, layer in reversed(self.past[:-1]):
            path.append(next(s for s in engine.states(layer) if path[-1] in plain.after((s,))))
        return path[::-1]


def _through(step: PlainSearch, past: Sequence[EngineLayer], state: int) -> list[int]:
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


class SearchResult(NamedTuple):
    """What a search found: a plan as states, or none within ``depth`` moves or at all."""

    optimum: int | None
    path: tuple[int, ...]
    sizes: tuple[int, ...]
    """States of each layer searched; of a bidirectional search, forward and backward."""
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

    ``engine`` is ``auto``, ``lift`` or one of `SEARCH_ENGINES`.  ``memory`` in bytes; raises
    LimitReached where an engine of arrays would need more.
    """
    if engine == "lift":
        return _lifted(task, memory)
    run, sizes = Search(task, engine, memory), list[int]()
    may_lift = engine == "auto" and at_least is None
    for depth, (one, layer) in enumerate(run.layers()):
        if may_lift and sum(sizes) > HAND_OVER:
            may_lift = False
            if lifted := _lifted_if_any(task, memory):
                return lifted
        goal = one.goal(layer)
        sizes.append(one.size(layer))
        if goal is not None:
            return SearchResult(depth, tuple(run.path_to(goal)), tuple(sizes), None)
        if depth == at_least:
            return SearchResult(None, (), tuple(sizes), depth)
        if on_layer:
            on_layer(depth, sum(sizes))
    return SearchResult(None, (), tuple(sizes), None)


def _lifted_if_any(task: PackedTask, memory: int | None) -> SearchResult | None:
    """The same by a lift, where pieces differ by their labels alone and numpy and memory allow."""
    from puzzleproof.explore.engines.lifted.merging import Merged

    try:
        is_lift = task.reversible and bool(task.goals) and Merged(task).arrangements > 1
        return _lifted(task, memory) if is_lift else None
    except (ImportError, LimitReached):
        return None


def _lifted(task: PackedTask, memory: int | None) -> SearchResult:
    """Search the lift of the graph without labels."""
    from puzzleproof.explore.engines.lifted.lift import Lift

    found = Lift(task, memory).search()
    optimum = None if found.plan is None else len(found.plan) - 1
    return SearchResult(optimum, tuple(found.plan or ()), tuple(found.layers), None)


def bidirectional(
    task: PackedTask,
    goals: Iterable[int],
    *,
    engine: str = "plain",
    memory: int | None = None,
    on_layer: ReportLayer | None = None,
) -> SearchResult:
    """Search from the start and from all ``goals`` (whole states) at once.

    Raises Unsupported for a tour, whose moves cannot be taken back.
    """
    if task.stops:
        raise Unsupported("a tour cannot be searched from its end")
    forward = make_engine(engine, task, memory)
    backward = forward.backwards()
    ahead: list[EngineLayer] = [(forward, forward.layer((task.start,)))]
    back: list[EngineLayer] = [(backward, backward.layer(goals))]
    while True:
        sizes = tuple(one.size(layer) for side in (ahead, back) for one, layer in side)
        last = sizes[len(ahead) - 1], sizes[-1]
        if len(sizes) > 2 and on_layer:
            on_layer(len(sizes) - 3, sum(sizes))
        met = forward.common(ahead[-1][1], back[-1][1])
        if met is not None:
            break
        if not all(last):
            return SearchResult(None, (), sizes, None)
        side = back if last[1] < last[0] else ahead
        earlier = [layer for _, layer in (side[-2:] if task.reversible else side)]
        side.append((side[-1][0], side[-1][0].after(earlier[-1], earlier)))
    first = _through(PlainSearch(task.backwards()), ahead, met)
    path = (*reversed(first), *_through(PlainSearch(task), back, met)[1:])
    return SearchResult(len(path) - 1, path, sizes, None)
