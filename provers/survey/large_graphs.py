"""State graphs that are too large to store: counts that need no stored graph.

Positions of pegs are counted level by level, one for each class of images under the symmetries of
the board.  Any other graph is searched from the start, layer by layer, and two layers are
remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Layer, Note

INTERPRETER_BYTES, NUMPY_BYTES = 25_000_000, 60_000_000
"""Bytes that a process holds before it searches, without numpy and with it."""
JUMPS, MOVES = "jumps", "moves"
"""The unit of the depth of a search of pegs: each jump takes one peg, whatever the metric."""


@dataclass(frozen=True)
class LargeGraph:
    """A graph to be surveyed, and how."""

    puzzle: AnyPuzzle
    task: PackedTask
    """The task, without stops."""
    states: int
    """The most states that are stored."""
    reachable: bool
    solutions: bool
    memory: int | None
    """Bytes that the whole process may hold."""
    report: Callable[[str, Any], None]
    emit: Emit
    asked: int
    """The number of states that was asked for."""

    def spare(self, held: int) -> int | None:
        """The bytes left for a search when the process itself holds ``held``."""
        return None if self.memory is None else max(0, self.memory - held)

    def report_progress(self, unit: str, sizes: list[int]) -> None:
        """Report how far a search has come."""
        self.emit(Layer(unit, "encoders", len(sizes) - 1, sum(sizes)))


def is_too_large(large: LargeGraph) -> bool:
    """Whether it is certain before the search that there are too many states to store."""
    return _is_pegs(large) and _pegs_are_large(large)


def survey_large(large: LargeGraph, left_out: str) -> None:
    """Report what can be counted; ``left_out`` names wanted figures that need the whole graph."""
    words = too_many(large)
    if large.solutions:
        words = "solutions are counted level by level, no graph is stored"
    large.emit(Note(f"{words}; not computed: {left_out}", "reason"))
    (_survey_pegs if _is_pegs(large) else _survey_layers)(large)


def too_many(large: LargeGraph) -> str:
    """Why a graph is not stored, and the options that may help."""
    number = f"{large.states:,} state" + "s" * (large.states != 1)
    others = "" if large.reachable else "; --reachable leaves out the others"
    options = f"--max-states, --memory-limit allow more{others}"
    return f"graphs of more than {number} are not stored ({options})"


# --- pegs -------------------------------------------------------------------------------------


def _is_pegs(large: LargeGraph) -> bool:
    return large.puzzle.explored_by == "levels" and large.task.width <= 2 * 64


def _pegs_are_large(large: LargeGraph) -> bool:
    """Any set of holes may have pegs, so only reachable positions are worth a count."""
    if large.solutions:
        return True
    if 1 << large.task.width // 2 <= large.states:
        return False
    if not large.reachable:
        return True
    from puzzleproof.explore.pegs.levels import levels

    return _exceeds(map(len, levels(large.task, large.spare(NUMPY_BYTES))), large.states)


def _exceeds(sizes: Iterable[int], limit: int) -> bool:
    total = 0
    return any((total := total + size) > limit for size in sizes)


def _survey_pegs(large: LargeGraph) -> None:
    """Survey level by level, up to the symmetries of the board."""
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


def _survey_layers(large: LargeGraph) -> None:
    """Survey layer by layer from the start, and note the nearest goal."""
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
    large.report("whole", False)
    large.report("states", sum(sizes))
    start = {
        "component": sum(sizes) if large.task.reversible else None,
        "reached": sum(sizes),
        "eccentricity": len(sizes) - 1,
        "layers": sizes,
    }
    large.report("start", start)
