"""An estimate of the distance to a goal: it guides a search for some plan, and is no bound.

Each sliding piece that a goal names goes along its cheapest way there, in which a step costs 1 and
each cell that another piece covers costs `OBSTACLE` more.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple, TypeAlias

from puzzleproof.models.drawing import Pattern, Steps
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle

OBSTACLE = 4
"""The cost of a covered cell, in steps."""
STOP = 1_000
"""The cost of a stop of a tour that is not yet visited."""
FAR = 10_000
"""The cost of a place that no path reaches."""
KEPT = 10_000
"""The most sets of covered cells for which all paths to a place are kept."""


class Looks(NamedTuple):
    """The estimate of a state, and the cells that it depends on."""

    far: int
    cells: int


class Ways:
    """The cheapest ways of the pieces that the nearest goal names; ``alone``: past no others."""

    def __init__(self, puzzle: SlidingPuzzle, *, alone: bool = False) -> None:
        self._puzzle, self._pieces, self._alone = puzzle, len(puzzle.names), alone
        kinds = zip(puzzle.kinds, puzzle.steps_of_kinds, strict=True)
        self._steps = [steps for kind, steps in kinds for _ in range(kind.start, kind.stop)]
        self._known: dict[tuple[int, int, Steps], WaysTo] = {}
        self._last: tuple[State, Looks] = (), Looks(0, 0)
        """The last parent state (it has many successors) and its estimate."""

    def __call__(self, state: State) -> int:
        """The costs of all these paths, and of the stops of a tour that are left."""
        return self._looks(state).far

    def after(self, state: State, before: State) -> int:
        """As far as before, if no cell on the ways was covered or left, and no stop visited."""
        if self._last[0] is not before:
            self._last = before, self._looks(before)
        far, cells = self._last[1]
        same_stops = state[self._pieces :] == before[self._pieces :]
        if same_stops and not (self._covered(state) ^ self._covered(before)) & cells:
            return far
        return self(state)

    def _covered(self, state: State) -> int:
        return sum(state[: self._pieces])

    def _looks(self, state: State) -> Looks:
        puzzle = self._puzzle
        if not puzzle.tour:
            return min(self._to(state, pattern) for pattern in puzzle.goal_patterns)
        left = [stop for k, stop in enumerate(puzzle.tour_patterns) if not state[-1] >> k & 1]
        if not left:
            return Looks(0, 0)
        nearest = left[:1] if puzzle.tour_order == "sequence" else left
        far, cells = min(self._to(state, pattern) for pattern in nearest)
        return Looks(far + STOP * len(left), cells)

    def _to(self, state: State, pattern: Pattern) -> Looks:
        """The paths of all pieces of a goal, each as if the other pieces stood still."""
        covered, ways = self._covered(state), list[Looks]()
        for piece, place in pattern.labelled:
            ways.append(self._way(covered, state, piece, place))
        for place in pattern.shapes:
            ways.append(min(self._way(covered, state, one, place) for one in self._alike(place)))
        cells = 0
        for way in ways:
            cells |= way.cells
        return Looks(sum(way.far for way in ways), cells)

    def _alike(self, place: int) -> list[int]:
        """The pieces that fit the place."""
        return [k for k, places in enumerate(self._puzzle.places) if place in places]

    def _way(self, covered: int, state: State, number: int, place: int) -> Looks:
        """The cheapest path of a piece to a place."""
        piece, steps = state[number], self._steps[number]
        others = 0 if self._alone else covered ^ piece
        known = self._known.get((place, others, steps))
        if known is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            known = self._known[place, others, steps] = _all_ways(place, others, steps)
        if piece not in known:
            return Looks(FAR, piece)
        far, cells = known[piece].far, piece
        while piece != place:
            piece = known[piece].step
            cells |= piece
        return Looks(far, cells)


class Way(NamedTuple):
    """The cost of a path, and its first step."""

    far: int
    step: int


WaysTo: TypeAlias = dict[int, Way]
"""From each place the cheapest path to one place, for given covered cells."""


def _all_ways(place: int, others: int, steps: Steps) -> WaysTo:
    """From every place the cheapest path to one, searched backwards (E. W. Dijkstra, 1959)."""
    found, best = {place: Way(0, place)}, [(0, place)]
    while best:
        far, here = heapq.heappop(best)
        if far > found[here].far:
            continue
        for before in steps(here).values():
            there = far + 1 + OBSTACLE * (here & others & ~before).bit_count()
            if before not in found or there < found[before].far:
                found[before] = Way(there, here)
                heapq.heappush(best, (there, before))
    return found
