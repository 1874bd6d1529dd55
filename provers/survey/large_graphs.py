"""State graphs that are not held whole: what can be counted without storing them, and how.

Labelled pieces are a lift of the graph that does not distinguish pieces of one shape: its
components are counted without a visit to its states, by the holonomy of the smaller graph.
Positions of pegs are counted level by level, one for each class of images under the symmetries of
the board.  Any other graph is searched from the start, layer by layer, and two layers are
remembered.  Each method says which graphs it supports; the first that does is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.graph.configurations import configurations
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Layer, Note

INTERPRETER_BYTES, NUMPY_BYTES = 25_000_000, 60_000_000
"""What a process holds before it searches, without numpy and with it."""
BASE_CONFIGURATIONS = 300_000
"""Configurations without labels that are looked at one by one, to count those with labels."""
JUMPS, MOVES = "jumps", "moves"
"""What the depth of a search counts: jumps take one peg each, whatever the metric."""


@dataclass(frozen=True)
class LargeGraph:
    """A graph to be surveyed, and how."""

    puzzle: AnyPuzzle
    task: PackedTask
    """Without stops."""
    states: int
    """No more are held whole."""
    reachable: bool
    solutions: bool
    memory: int | None
    """Bytes that the whole process may hold."""
    report: Callable[[str, Any], None]
    emit: Emit
    asked: int
    """The number of states that was asked for, whatever the memory."""

    def spare(self, held: int) -> int | None:
        """The bytes left for a search when the process itself holds ``held``."""
        return None if self.memory is None else max(0, self.memory - held)

    def report_progress(self, unit: str, sizes: list[int]) -> None:
        """Report how far a search has come."""
        self.emit(Layer(unit, "encoders", len(sizes) - 1, sum(sizes)))

    def report_start(self, sizes: list[int], counted: bool) -> None:
        """Report a search to the end; unless all states are counted it has found them all."""
        reached = sum(sizes)
        if not counted:
            self.report("whole", False)
            self.report("states", reached)
        start = {
            "component": reached if self.task.reversible else None,
            "reached": reached,
            "eccentricity": len(sizes) - 1,
            "layers": sizes,
        }
        self.report("start", start)


class LargeGraphMethod(NamedTuple):
    """One method to survey a large graph."""

    supports: Callable[[LargeGraph], bool]
    too_large: Callable[[LargeGraph], bool]
    """Whether it is plain, before any state is held, that they are too many to be held."""
    survey: Callable[[LargeGraph], None]


def method_for(large: LargeGraph) -> LargeGraphMethod:
    """The first method that supports a graph."""
    return next(method for method in LARGE_GRAPH_METHODS if method.supports(large))


def survey_large(large: LargeGraph, method: LargeGraphMethod, left_out: str) -> None:
    """Report all that a method can; ``left_out`` was wanted too, and needs the whole graph."""
    words = too_many(large)
    if large.solutions:
        words = "solutions are counted level by level, no graph is stored"
    large.emit(Note(f"{words}; not computed: {left_out}", "reason"))
    method.survey(large)


def too_many(large: LargeGraph) -> str:
    """Why a graph is not held whole, and the options that may help."""
    number = f"{large.states:,} state" + "s" * (large.states != 1)
    others = "" if large.reachable else "; --reachable leaves out the others"
    options = f"--max-states, --memory-limit allow more{others}"
    return f"graphs of more than {number} are not stored ({options})"


def _in_words(limit: LimitReached) -> str:
    """What an engine said of its limit, long numbers as they are printed here."""
    return re.sub(r"\d{5,}", lambda number: f"{int(number[0]):,}", str(limit))


# --- labelled pieces --------------------------------------------------------------------------


def _is_labelled(large: LargeGraph) -> bool:
    """Whether some pieces differ only by their labels; these have as many places."""
    task = large.task
    kinds = {facts for facts, _ in task.counts} | set(task.groups)
    places = [facts.bit_count() for facts in kinds if not facts & task.pattern]
    if not task.reversible or len(set(places)) == len(places):
        return False
    from puzzleproof.explore.engines.lifted.merging import Merged

    return Merged(task).arrangements > 1


def _labelled_is_large(large: LargeGraph) -> bool:
    """Count configurations of the base until, with their arrangements, they are too many."""
    from puzzleproof.explore.engines.lifted.merging import Merged

    merged = Merged(large.task)
    few = large.states // merged.arrangements
    if large.reachable:
        return _exceeds(map(len, PlainSearch(merged.base).layers()), few)
    return sum(1 for _ in islice(configurations(merged.base), few + 1)) > few


def _exceeds(sizes: Iterable[int], limit: int) -> bool:
    total = 0
    return any((total := total + size) > limit for size in sizes)


def _survey_labelled(large: LargeGraph) -> None:
    """All configurations from the base alone, then the start's component as a lift."""
    counted = not large.reachable and _count_labelled(large)
    try:
        _survey_lift(large, counted)
    except LimitReached as limit:
        why = f"as a lift of the graph without labels: {_in_words(limit)}"
        large.emit(Note(f"{why}; by layers instead"))
        _survey_layers(large, counted)


def _count_labelled(large: LargeGraph) -> bool:
    """Count all configurations; whether the memory was enough."""
    from puzzleproof.explore.engines.lifted.holonomy import labelled_graph

    try:
        found = labelled_graph(large.task, BASE_CONFIGURATIONS, large.spare(INTERPRETER_BYTES))
    except LimitReached as limit:
        why = f"without labels: {_in_words(limit)}"
        large.emit(Note(f"not all configurations are counted ({why})", "reason"))
        return False
    large.report("whole", True)
    large.report("states", found.configurations)
    large.report("edges", found.edges)
    large.report("directed", False)
    large.report("degrees", found.degrees)
    large.report("mean_degree", round(2 * found.edges / found.configurations, 4))
    large.report("components", found.components)
    large.report("component_sizes", found.sizes)
    return True


def _survey_lift(large: LargeGraph, counted: bool) -> None:
    from puzzleproof.explore.engines.lifted.lift import Lift

    memory = large.spare(NUMPY_BYTES)
    lift = Lift(large.task) if memory is None else Lift(large.task, memory)
    if large.task.goals:
        plan = lift.search().plan
        large.report("goal", {"optimum": None if plan is None else len(plan) - 1})
    large.report_start(lift.search(to_goal=False).layers, counted)


# --- pegs -------------------------------------------------------------------------------------


def _is_pegs(large: LargeGraph) -> bool:
    return large.puzzle.explored_by == "levels" and large.task.width <= 2 * 64


def _pegs_are_large(large: LargeGraph) -> bool:
    """Every set of holes may have pegs; only what can be reached is worth a count."""
    if large.solutions:
        return True
    if 1 << large.task.width // 2 <= large.states:
        return False
    if not large.reachable:
        return True
    from puzzleproof.explore.pegs.levels import levels

    return _exceeds(map(len, levels(large.task, large.spare(NUMPY_BYTES))), large.states)


def _survey_pegs(large: LargeGraph) -> None:
    """Level by level, up to the symmetries of the board."""
    from puzzleproof.explore.pegs.levels import levels

    large.report("whole", False)
    large.report("up_to_symmetry", bool(large.task.symmetries))
    sizes = list[int]()
    for level in levels(large.task, large.spare(NUMPY_BYTES)):
        sizes.append(len(level))
        large.report_progress(JUMPS, sizes)
    large.report("states", sum(sizes))
    large.report("levels", {"unit": JUMPS, "sizes": sizes})
    eccentricity = None if large.task.chains else len(sizes) - 1
    start = {"component": None, "reached": sum(sizes), "eccentricity": eccentricity}
    large.report("start", start)
    if large.solutions:
        _count_solutions(large)


def _count_solutions(large: LargeGraph) -> None:
    """Positions from which a goal is in reach, and the sequences of jumps that reach one."""
    from puzzleproof.explore.pegs.levels import levels, number_of_solutions, on_solutions

    symmetries, memory = large.task.goal_symmetries(), large.spare(NUMPY_BYTES)
    reached = list(levels(large.task, memory, symmetries))
    on = [len(level) for level in on_solutions(large.task, reached, memory, symmetries)]
    del reached
    found = {"positions": sum(on), "sizes": on, "symmetries": len(symmetries) + 1}
    large.report("on_solutions", found)
    large.report("solutions", number_of_solutions(large.task, memory))


# --- anything ---------------------------------------------------------------------------------


def _survey_layers(large: LargeGraph, counted: bool = False) -> None:
    """Layer by layer from the start; the nearest goal in passing."""
    from puzzleproof.explore.layers import LayeredSearch

    sizes, optimum = list[int](), None
    for engine, layer in LayeredSearch(large.task, memory=large.spare(NUMPY_BYTES)).layers():
        if optimum is None and engine.goal(layer) is not None:
            optimum = len(sizes)
            large.report("goal", {"optimum": optimum})
        sizes.append(engine.size(layer))
        large.report_progress(MOVES, sizes)
    if large.task.goals and optimum is None:
        large.report("goal", {"optimum": None})
    large.report_start(sizes, counted)


def _always(large: LargeGraph) -> bool:
    return True


def _never(large: LargeGraph) -> bool:
    return False


LARGE_GRAPH_METHODS: tuple[LargeGraphMethod, ...] = (
    LargeGraphMethod(_is_labelled, _labelled_is_large, _survey_labelled),
    LargeGraphMethod(_is_pegs, _pegs_are_large, _survey_pegs),
    LargeGraphMethod(_always, _never, _survey_layers),
)
"""In the order in which they are asked; the last supports every graph."""
