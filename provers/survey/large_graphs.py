"""State graphs that are not held whole: what can be told of them, and by which way.

Labelled pieces are a lift of the graph that does not tell alike pieces apart: its components are
counted without a visit to its states, by the holonomy of the smaller graph.  Positions of pegs are
counted level by level, one for each class of images under the symmetries of the board.  Whatever
else there is is searched from the start, layer by layer, and two layers are remembered.  Each way
says which graphs it suits; the first that does is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.graph.configurations import configurations
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Layer, Note

INTERPRETER, WITH_NUMPY = 25_000_000, 60_000_000
"""Bytes that a process holds before it searches, without numpy and with it."""
BASES = 300_000
"""Configurations without labels that are looked at one by one, to count those with labels."""
JUMPS, MOVES = "jumps", "moves"
"""What the depth of a search counts: jumps take one peg each, whatever the metric."""


@dataclass(frozen=True)
class Large:
    """A graph to be told about, and how."""

    puzzle: AnyPuzzle
    model: PackedTask
    """Without stops."""
    states: int
    """No more are held whole."""
    reachable: bool
    solutions: bool
    memory: int | None
    """Bytes that the whole process may hold."""
    tell: Callable[[str, Any], None]
    emit: Emit

    def spare(self, held: int) -> int | None:
        """The bytes left for a search when the process itself holds so many."""
        return None if self.memory is None else max(0, self.memory - held)

    def progress(self, unit: str, sizes: list[int]) -> None:
        """Say how far a search has come."""
        self.emit(Layer(unit, "encoders", len(sizes) - 1, sum(sizes)))


@dataclass(frozen=True, slots=True)
class Way:
    """One way to tell about a graph."""

    supports: Callable[[Large], bool]
    too_large: Callable[[Large], bool]
    """Whether it is plain, before any state is held, that they are too many to be held."""
    tell: Callable[[Large], None]


def way_for(large: Large) -> Way:
    """The first way that suits."""
    return next(way for way in WAYS if way.supports(large))


def tell_large(large: Large, way: Way, left_out: str) -> None:
    """Tell all that a way can; ``left_out`` names what was asked for and needs the whole graph."""
    words = too_many(large)
    if large.solutions:
        words = "solutions are counted level by level, no graph is held"
    large.emit(Note(f"{words}; not computed: {left_out}"))
    way.tell(large)


def too_many(large: Large) -> str:
    """Why a graph is not held whole, and the options that may help."""
    number = f"{large.states:,} state" + "s" * (large.states != 1)
    others = "" if large.reachable else "; --reachable leaves out the others"
    options = f"--states, --memory-limit allow more{others}"
    return f"graphs of more than {number} are not held ({options})"


def _said(limit: LimitReached) -> str:
    """What an engine said of its limit, long numbers as they are printed here."""
    return re.sub(r"\d{5,}", lambda number: f"{int(number[0]):,}", str(limit))


# --- labelled pieces --------------------------------------------------------------------------


def _is_labelled(large: Large) -> bool:
    """Whether some pieces are alike but for their names; these have as many places."""
    model = large.model
    kinds = {facts for facts, _ in model.counts} | set(model.groups)
    places = [facts.bit_count() for facts in kinds if not facts & model.pattern]
    if not model.reversible or len(set(places)) == len(places):
        return False
    from puzzleproof.explore.engines.lifted.merging import Merged

    return Merged(model).arrangements > 1


def _labelled_is_large(large: Large) -> bool:
    """Count configurations of the base until, with their arrangements, they are too many."""
    from puzzleproof.explore.engines.lifted.merging import Merged

    merged = Merged(large.model)
    few = large.states // merged.arrangements
    if large.reachable:
        seen = 0
        for layer in PlainSearch(merged.base).layers():
            seen += len(layer)
            if seen > few:
                return True
        return False
    return sum(1 for _ in islice(configurations(merged.base), few + 1)) > few


def _tell_labelled(large: Large) -> None:
    """All configurations from the base alone, then the start's component as a lift."""
    counted = not large.reachable and _tell_all_labelled(large)
    try:
        _tell_lift(large, counted)
    except LimitReached as limit:
        large.emit(
            Note(f"as a lift of the graph without labels: {_said(limit)}; by layers instead")
        )
        _tell_layers(large, counted)


def _tell_all_labelled(large: Large) -> bool:
    """Count all configurations; whether the memory was enough."""
    from puzzleproof.explore.engines.lifted.holonomy import labelled_graph

    try:
        found = labelled_graph(large.model, BASES, large.spare(INTERPRETER))
    except LimitReached as limit:
        large.emit(Note(f"not all configurations are counted (without labels: {_said(limit)})"))
        return False
    large.tell("whole", True)
    large.tell("states", found.configurations)
    large.tell("edges", found.edges)
    large.tell("directed", False)
    large.tell("degrees", found.degrees)
    large.tell("mean_degree", round(2 * found.edges / found.configurations, 4))
    large.tell("components", found.components)
    large.tell("component_sizes", found.sizes)
    return True


def _tell_lift(large: Large, counted: bool) -> None:
    from puzzleproof.explore.engines.lifted.lift import Lift

    memory = large.spare(WITH_NUMPY)
    lift = Lift(large.model) if memory is None else Lift(large.model, memory)
    if large.model.goals:
        plan = lift.search().plan
        large.tell("goal", {"optimum": None if plan is None else len(plan) - 1})
    _tell_start(large, lift.search(to_goal=False).layers, counted)


# --- pegs -------------------------------------------------------------------------------------


def _is_pegs(large: Large) -> bool:
    return large.puzzle.family == "pegs" and large.model.width <= 2 * 64


def _pegs_are_large(large: Large) -> bool:
    """Every set of holes may have pegs; only what can be reached is worth a count."""
    if large.solutions:
        return True
    if 1 << large.model.width // 2 <= large.states:
        return False
    return not large.reachable or _exceeds(map(len, _levels(large)), large.states)


def _exceeds(sizes: Iterator[int], limit: int) -> bool:
    total = 0
    return any((total := total + size) > limit for size in sizes)


def _levels(large: Large) -> Iterator[Any]:
    from puzzleproof.explore.pegs.levels import levels

    return levels(large.model, large.spare(WITH_NUMPY))


def _tell_pegs(large: Large) -> None:
    """Level by level, up to the symmetries of the board."""
    large.tell("whole", False)
    large.tell("up_to_symmetry", bool(large.model.symmetries))
    sizes = list[int]()
    for level in _levels(large):
        sizes.append(len(level))
        large.progress(JUMPS, sizes)
    in_jumps = not large.model.chains
    large.tell("states", sum(sizes))
    large.tell("levels", {"unit": JUMPS, "sizes": sizes})
    eccentricity = len(sizes) - 1 if in_jumps else None
    start = {"component": None, "reached": sum(sizes), "eccentricity": eccentricity}
    large.tell("start", start)
    if large.solutions:
        _tell_solutions(large)


def _tell_solutions(large: Large) -> None:
    """Positions from which a goal is in reach, and the sequences of jumps that reach one."""
    from puzzleproof.explore.pegs.levels import levels, number_of_solutions, on_solutions

    symmetries, memory = large.model.goal_symmetries(), large.spare(WITH_NUMPY)
    reached = list(levels(large.model, memory, symmetries))
    on = [len(level) for level in on_solutions(large.model, reached, memory, symmetries)]
    del reached
    large.tell(
        "on_solutions", {"positions": sum(on), "sizes": on, "symmetries": len(symmetries) + 1}
    )
    large.tell("solutions", number_of_solutions(large.model, memory))


# --- anything ---------------------------------------------------------------------------------


def _tell_layers(large: Large, counted: bool = False) -> None:
    """Layer by layer from the start; the nearest goal in passing."""
    from puzzleproof.explore.search import Search

    memory = large.spare(WITH_NUMPY)
    sizes, optimum = list[int](), None
    for engine, layer in Search(large.model, memory=memory).layers():
        if optimum is None and engine.goal(layer) is not None:
            optimum = len(sizes)
            large.tell("goal", {"optimum": optimum})
        sizes.append(engine.size(layer))
        large.progress(MOVES, sizes)
    if large.model.goals and optimum is None:
        large.tell("goal", {"optimum": None})
    _tell_start(large, sizes, counted)


def _tell_start(large: Large, layers: list[int], counted: bool) -> None:
    """What a search to the end has found; unless all are counted these are the states."""
    reached = sum(layers)
    if not counted:
        large.tell("whole", False)
        large.tell("states", reached)
    start = {
        "component": reached if large.model.reversible else None,
        "reached": reached,
        "eccentricity": len(layers) - 1,
        "layers": layers,
    }
    large.tell("start", start)


def _always(large: Large) -> bool:
    return True


def _never(large: Large) -> bool:
    return False


WAYS: tuple[Way, ...] = (
    Way(_is_labelled, _labelled_is_large, _tell_labelled),
    Way(_is_pegs, _pegs_are_large, _tell_pegs),
    Way(_always, _never, _tell_layers),
)
"""In the order in which they are asked; the last suits every graph."""
