"""One breadth-first search for all engines: layers, the hand-over to a faster engine, plans.

A search begins in plain Python, which is the fastest of all up to some 300,000 states because it
imports nothing; then the layers that are still needed go over to arrays.  `bidirectional` searches
from both ends, whole layers at a time, always the smaller one: two frontiers that meet after p and
q layers prove that p + q moves are enough and that fewer are not, since the layers before have
nothing in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.explore.engines.engine import Engine
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported

HAND_OVER, USUAL = 300_000, 10
"""States that plain Python keeps at most, where another engine can go on: so many where it has ten
moves to try for each, fewer where it has more."""

ENGINES = {
    "plain": "puzzleproof.explore.engines.plain:PlainSearch",
    "mirror": "puzzleproof.explore.engines.mirror:MirrorSearch",
    "numpy": "puzzleproof.explore.engines.arrays.frontier:FrontierEngine",
    "numba": "puzzleproof.explore.engines.compiled.engine:AcceleratedEngine",
}
OF_ARRAYS = ("numpy", "numba")
"""Engines that know how much memory they take, and keep to a limit."""
FEW_STATES = 100
"""Arrays pay where each pattern of free cells has so many states; else the accelerator does."""

AnyEngine: TypeAlias = Engine[Any]
OnLayer: TypeAlias = Callable[[int, int], None]
"""(depth, states so far); it may raise to stop the search."""


def make(name: str, model: PackedTask, memory: int | None = None) -> AnyEngine:
    """Return an engine by name; raises Unsupported or ImportError where it cannot be."""
    module, _, kind = ENGINES[name].partition(":")
    limits = {"memory": memory} if name in OF_ARRAYS else {}
    engine: AnyEngine = getattr(import_module(module), kind)(model, **limits)
    return engine


class Search:
    """A search that may change its engine; `layers` runs it and remembers them for `path_to`.

    ``memory`` in bytes is what an engine of arrays may take; plain Python is bounded by whoever
    supervises it.  Where no way will be asked for, only the layers that the search needs itself are
    remembered.
    """

    def __init__(
        self,
        model: PackedTask,
        engine: str = "auto",
        memory: int | None = None,
        *,
        remember: bool = True,
    ) -> None:
        self.model, self.engine, self.memory = model, engine, memory
        self.remember = remember or not model.reversible
        self.past: list[tuple[AnyEngine, Any]] = []

    def layers(self, sources: Iterable[int] | None = None) -> Iterator[tuple[AnyEngine, Any]]:
        """The engine and the layer at distance 0, 1, 2, … from the start, or from ``sources``."""
        name = "plain" if self.engine == "auto" else self.engine
        engine = make(name, self.model, self.memory)
        layer, seen = engine.layer(sources or (self.model.start,)), 0
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
            live = self.past[-2:] if self.model.reversible else self.past
            moved = [_moved(one, engine, states) for one, states in live]
            self.past[-len(live) :] = [(engine, states) for states in moved]
            layer = engine.after(moved[-1], moved)

    def _faster(self, plain: AnyEngine, seen: int) -> AnyEngine:
        """The engine that goes on where plain Python gets slow; itself where there is none."""
        patterns = len(plain.tables) if isinstance(plain, PlainSearch) else 0
        order = ["numpy", "numba"] if patterns * FEW_STATES < seen else ["numba", "numpy"]
        for name in order:
            try:
                return make(name, self.model, self.memory)
            except (Unsupported, ImportError):
                pass
        return plain

    def path_to(self, goal: int) -> list[int]:
        """The states of a shortest plan to a state of the last layer."""
        last: Any = self.past[-1][0]
        if hasattr(last, "way"):
            found: list[int] = last.way([layer for _, layer in self.past[:-1]], goal)
            return found
        way, before = [goal], self._before_on_tour if self.model.stops else self._before
        step = PlainSearch(self.model) if self.model.stops else PlainSearch(self.model).backwards()
        for engine, layer in reversed(self.past[:-1]):
            way.append(before(step, engine, layer, way[-1]))
        way.reverse()
        return way

    def _before(self, back: PlainSearch, engine: AnyEngine, layer: Any, state: int) -> int:
        """A state of a layer from which one move leads to this one."""
        found = engine.common(engine.layer(back.after((state,))), layer)
        assert found is not None, "the layers of a search join"
        return found

    def _before_on_tour(self, step: PlainSearch, engine: AnyEngine, layer: Any, state: int) -> int:
        """The same where moves cannot be taken back: see what each state of the layer leads to."""
        return next(s for s in engine.states(layer) if state in step.after((s,)))


def _looked_up(engine: AnyEngine) -> float:
    """How many entries of its tables the plain engine looks at for a state."""
    if not isinstance(engine, PlainSearch) or not engine.tables:
        return USUAL
    return engine.entries / len(engine.tables)


def _moved(old: AnyEngine, new: AnyEngine, layer: Any) -> Any:
    return layer if old is new else new.layer(old.states(layer))


class Found(NamedTuple):
    """What a search found: a plan as states, or none within ``depth`` moves or at all."""

    optimum: int | None
    way: tuple[int, ...]
    sizes: tuple[int, ...]
    """States of each layer searched; of a search from both ends, forward and backward."""
    depth: int | None
    """All states so far away were searched in vain; None: all there are."""


def search(
    model: PackedTask,
    *,
    engine: str = "auto",
    memory: int | None = None,
    at_least: int | None = None,
    on_layer: OnLayer | None = None,
) -> Found:
    """Search from the start to a goal, to the depth ``at_least``, or to the end of the graph.

    ``engine`` is ``auto``, ``lift`` or one of `ENGINES`; ``mirror`` counts orbits, not states.
    ``memory`` in bytes; raises LimitReached where an engine of arrays would need more.
    """
    if engine == "lift":
        return _lifted(model, memory)
    run, sizes = Search(model, engine, memory), list[int]()
    may_lift = engine == "auto" and at_least is None
    for depth, (one, layer) in enumerate(run.layers()):
        if may_lift and sum(sizes) > HAND_OVER:
            may_lift = False
            if lifted := _lifted_if_any(model, memory):
                return lifted
        goal = one.goal(layer)
        sizes.append(one.size(layer))
        if goal is not None:
            return Found(depth, tuple(run.path_to(goal)), tuple(sizes), None)
        if depth == at_least:
            return Found(None, (), tuple(sizes), depth)
        if on_layer:
            on_layer(depth, sum(sizes))
    return Found(None, (), tuple(sizes), None)


def is_lift(model: PackedTask) -> bool:
    """Whether the graph is a lift of a smaller one, in which pieces are not told apart."""
    from puzzleproof.explore.engines.lifted.merging import Merged

    return model.reversible and bool(model.goals) and Merged(model).arrangements > 1


def _lifted_if_any(model: PackedTask, memory: int | None) -> Found | None:
    """The same by a lift, where the graph is one and numpy is there and memory enough."""
    try:
        return _lifted(model, memory) if is_lift(model) else None
    except (ImportError, LimitReached):
        return None


def _lifted(model: PackedTask, memory: int | None) -> Found:
    """Search the lift of the graph without labels."""
    from puzzleproof.explore.engines.lifted.lift import Lift

    lift = Lift(model) if memory is None else Lift(model, memory)
    found = lift.search()
    sizes = tuple(found.layers)
    if found.plan is None:
        return Found(None, (), sizes, None)
    return Found(len(found.plan) - 1, tuple(found.plan), sizes, None)


def bidirectional(
    model: PackedTask,
    goals: Iterable[int],
    *,
    engine: str = "plain",
    memory: int | None = None,
    on_layer: OnLayer | None = None,
) -> Found:
    """Search from the start and from all ``goals`` (whole states) at once.

    Raises Unsupported for a tour, whose moves cannot be taken back, and for an engine of orbits.
    """
    if model.stops:
        raise Unsupported("a tour cannot be searched from its end")
    forward = make(engine, model, memory)
    if hasattr(forward, "way"):
        raise Unsupported(f"engine {engine!r} searches from one end")
    backward = forward.backwards()
    sides = [[forward.layer((model.start,))], [backward.layer(goals)]]
    engines = [forward, backward]
    while True:
        met = forward.common(sides[0][-1], sides[1][-1])
        if met is not None:
            return _joined(model, engines, sides, met)
        sizes = [one.size(side[-1]) for one, side in zip(engines, sides, strict=True)]
        if not all(sizes):
            return Found(None, (), _sizes(engines, sides), None)
        k = sizes.index(min(sizes))
        earlier = sides[k][-2:] if model.reversible else sides[k]
        sides[k].append(engines[k].after(sides[k][-1], earlier))
        if on_layer:
            on_layer(len(sides[0]) + len(sides[1]) - 3, sum(_sizes(engines, sides)))


def _sizes(engines: Sequence[AnyEngine], sides: Sequence[Sequence[Any]]) -> tuple[int, ...]:
    pairs = zip(engines, sides, strict=True)
    return tuple(engine.size(layer) for engine, side in pairs for layer in side)


def _joined(
    model: PackedTask, engines: Sequence[AnyEngine], sides: Sequence[Sequence[Any]], met: int
) -> Found:
    """The plan through a state in which the two searches meet."""
    steps = (PlainSearch(model.backwards()), PlainSearch(model))
    halves = list[list[int]]()
    for engine, side, step in zip(engines, sides, steps, strict=True):
        half = [met]
        for layer in reversed(side[:-1]):
            found = engine.common(engine.layer(step.after((half[-1],))), layer)
            assert found is not None, "the layers of a search join"
            half.append(found)
        halves.append(half)
    way = (*reversed(halves[0]), *halves[1][1:])
    return Found(len(way) - 1, way, _sizes(engines, sides), None)
