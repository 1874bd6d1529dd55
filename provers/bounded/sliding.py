"""Sliding blocks: A* with bounds by groups of pieces that are chosen for the board.

In plain Python a state takes some thirty times as long as in the arrays that label whole graphs.
So this search is tried only for boards that may have very many states, and it gives up after one
state for each `SHARE` states that there may be.

*The choice of groups.*  Only pieces that the goal draws need moves.  A piece with a place of its
own in the goal is a unit; if the goal draws places for some of several like pieces, all of these
are one unit.  Units are joined to groups as large as a small table allows.  If there is room left,
other pieces in the way are added.  Groups are compared by the sum of their bounds over some states
near the start and some random placements.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import chain

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.bounded import Search
from puzzleproof.provers.bounded.best_first import search_best_first
from puzzleproof.provers.bounded.driver import Driver, Named
from puzzleproof.provers.events import Working
from puzzleproof.provers.size import guessed_states
from puzzleproof.verify.bounds import LowerBound, lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.piece_groups import CELLS, ends_of

SHARE = 8_000
"""The search gives up after one state for each ``SHARE`` states that the board may have."""
NEVER_WHOLE = 50_000_000
"""Puzzles that may have more states cannot be labelled whole, so any bound helps."""
ENTRIES = 1 << 20
"""The most entries of one table, which takes a tenth of a second."""
ALL_ENTRIES = 1 << 25
"""The most entries of all candidate tables together."""
TRIED, KEPT = 6, 2
"""The most partitions that are compared, and that a certificate has."""
NEAR, FAR = 150, 50
"""States on which bounds are compared: near the start, and random."""
HIGHEST = 100


def search_sliding(asked: Search) -> Driver:
    """Find the minimum, or show ``at_least`` moves; Unsupported if other evidence is better."""
    graph = LabelGraph(asked.puzzle)
    driver = Driver(asked, graph)
    asked.emit(Working("choosing lower bounds"))
    named = piece_partitions(graph)
    if not named:
        raise Unsupported("no lower bound known for this board is above 0")
    guessed = guessed_states(asked.puzzle)
    most, partly = int(guessed / SHARE), guessed >= NEVER_WHOLE
    search_best_first(driver, named, most, partly=partly)
    return driver


# --- the choice of groups -----------------------------------------------------------------


def piece_partitions(graph: LabelGraph) -> Named:
    """The bound of the best partitions; none if no goal draws a piece."""
    puzzle, layout = graph.puzzle, graph.puzzle.anchors
    if not isinstance(puzzle, SlidingPuzzle) or layout is None or layout.cells > CELLS:
        return []
    most = max(n for n in range(ENTRIES.bit_length()) if layout.cells**n <= ENTRIES)
    units = [unit for unit in units_of(puzzle) if len(unit) <= most]
    if not units:
        return []
    choice = _Choice(graph, puzzle.names, most, layout.cells)
    ranked = sorted(_partitions(units, most), key=choice.total, reverse=True)
    return [_named([choice.filled(partition) for partition in ranked[:KEPT]])]


def _named(partitions: Iterable[Sequence[str]]) -> tuple[str, dict[str, list[list[str]]]]:
    return "piece_groups", {"partitions": [list(partition) for partition in partitions]}


def units_of(puzzle: SlidingPuzzle) -> list[str]:
    """The sets of letters that a table must hold together for the goals to demand anything of them.

    A goal that leaves a piece free makes its table 0, so a unit is one that every goal draws; if
    there is none, all pieces that some goal draws are one unit.
    """
    by_goal = list[set[str]]()
    for end in ends_of(puzzle):
        units = set[str]()
        for pieces, masks in end:
            letters = [puzzle.names[piece] for piece in pieces]
            units.update(letters if len(pieces) == len(masks) else ["".join(letters)])
        by_goal.append(units)
    everywhere = [unit for unit in by_goal[0] if all(unit in units for units in by_goal)]
    if everywhere:
        return sorted(everywhere, key=lambda unit: puzzle.names.index(unit[0]))
    drawn = set(chain.from_iterable(chain.from_iterable(by_goal)))
    return ["".join(name for name in puzzle.names if name in drawn)]


def _partitions(units: Sequence[str], most: int) -> list[list[str]]:
    """The units in groups of at most ``most`` pieces: in order, and in some random orders."""
    chance = random.Random(0)  # noqa: S311 (a choice, no secret)
    orders = [list(units), *(chance.sample(units, len(units)) for _ in range(TRIED - 1))]
    found = list[list[str]]()
    for order in orders:
        groups = [""]
        for unit in order:
            if len(groups[-1]) + len(unit) > most:
                groups.append("")
            groups[-1] += unit
        partition = sorted("".join(sorted(group)) for group in groups if group)
        if partition not in found:
            found.append(partition)
    return found


class _Choice:
    """The bounds of a sample of states by tables."""

    def __init__(self, graph: LabelGraph, names: Sequence[str], most: int, cells: int) -> None:
        self._graph, self._names, self._most, self._cells = graph, names, most, cells
        self._sample = sample(graph)
        self._known = dict[str, int]()
        self._entries = 0

    def total(self, partition: Sequence[str]) -> int:
        """The sum of a partition's bounds over the sample."""
        return sum(map(self._of_group, partition))

    def _of_group(self, group: str) -> int:
        """The bounds of the sample by a group's table; none after too many tables."""
        if group not in self._known:
            self._entries += self._cells ** len(group)
            if self._entries > ALL_ENTRIES:
                return 0
            bounds = lower_bounds(self._graph, [list(_named([[group]]))])
            self._known[group] = said(bounds, self._sample)
        return self._known[group]

    def filled(self, partition: Sequence[str]) -> list[str]:
        """The partition with other pieces added, one after the other, if this raises the bounds."""
        groups = list(partition)
        for k in range(len(groups)):
            while len(groups[k]) < self._most:
                taken = set(chain.from_iterable(groups))
                larger = [groups[k] + name for name in self._names if name not in taken]
                best = max(larger, key=self._of_group, default=groups[k])
                if self._of_group(best) <= self._of_group(groups[k]):
                    break
                groups[k] = best
        return groups


# --- what bounds say of some states -------------------------------------------------------


def sample(graph: LabelGraph) -> list[int]:
    """Some states near the start, and random placements if they can be made."""
    chance = random.Random(0)  # noqa: S311 (a sample, no secret)
    here = near = {graph.start}
    while here and len(near) < 10 * NEAR:
        here = graph.beyond(here) - near
        near = near | here
    found = chance.sample(sorted(near), min(NEAR, len(near)))
    puzzle = graph.puzzle
    laid = (puzzle.placed(chance) for _ in range(FAR))
    return found + [puzzle.pack(puzzle.canonical(state)) for state in laid if state is not None]


def said(bounds: Sequence[LowerBound], numbers: Sequence[int]) -> int:
    """The sum, over the states, of the largest of some bounds."""
    total, left = 0, list(numbers)
    for moves in range(1, HIGHEST + 1):
        near: Sequence[int] = left
        for bound in bounds:
            near = bound.near(near, moves)
        kept = set(near)
        left = [number for number in left if number not in kept]
        total += len(left)
        if not left:
            break
    return total
