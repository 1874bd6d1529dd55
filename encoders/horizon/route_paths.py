"""One move between two time steps; its route is a path, with a variable for each place.

Leaving and arriving are encoded as in `displacement`.  That module lists routes as minimal sets of
free cells, of which a board with many free cells has thousands.  Here, ``visits`` says that the
piece passes a place on its way.  The place left and the place reached each have exactly one visited
neighbour (a place one slide away), every other visited place has exactly two, and each cell of a
visited place is free or covered by the place left.  If paths are straight, all their slides have
one axis.

Each solution gives a route: no visited place has more than two visited neighbours, so the visited
places connected to the place left form a path.  The other end of the path has one visited
neighbour, so it is the place reached.  The piece may pass all places of the path.

Each route gives a solution: take a shortest of all routes with the same ends and visit exactly its
places.  This route has no chord: if two of its places were neighbours without following one
another, the part between them could be left out.  A straight route has no chord either.
"""

from collections import defaultdict
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from puzzleproof.encoders.horizon.displacement import define_changes
from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.task import Slides, Task


def add_step(unrolled: StepVariables, step: int) -> None:
    """Add the constraints between ``step`` and ``step + 1``."""
    define_changes(unrolled, step)
    routes = _RouteOfStep(unrolled, step)
    routes.one_kind()
    for place in range(len(routes.visits)):
        routes.neighbours(place)
        routes.passable(place)
    routes.keep_straight()


class SlideTables(NamedTuple):
    """Tables that all time steps use."""

    beside: list[list[int]]
    """For each place: the places one slide away."""
    places: list[list[int]]
    """For each kind: its places."""
    covering: dict[tuple[int, int], list[int]]
    """(kind, fact that a cell is free) -> the location facts of that kind that cover the cell."""


@lru_cache(maxsize=4)
def _tables(slides: Slides) -> SlideTables:
    beside: list[list[int]] = [[] for _ in slides.kinds]
    for one, other, _ in slides.steps:
        beside[one].append(other)
        beside[other].append(one)
    places: list[list[int]] = [[] for _ in range(max(slides.kinds, default=-1) + 1)]
    covering = defaultdict[tuple[int, int], list[int]](list)
    for place, (kind, fact) in enumerate(zip(slides.kinds, slides.rests, strict=True)):
        places[kind].append(place)
        for cell in slides.free[place] if fact >= 0 else ():
            covering[kind, cell].append(fact)
    return SlideTables(beside, places, covering)


class _RouteOfStep:
    """The variables of the route between two steps, and the constraints on them."""

    def __init__(self, unrolled: StepVariables, step: int) -> None:
        assert unrolled.task.slides is not None
        self._slides: Slides = unrolled.task.slides
        self._tables = _tables(self._slides)
        self._unrolled, self._step, self._formula = unrolled, step, unrolled.formula
        variable, numbers = self._formula.variable, range(len(self._slides.kinds))
        self.visits = [variable(f"visits {_name(unrolled.task, n)}@{step}") for n in numbers]

    def one_kind(self) -> None:
        """The moving piece is of one kind; no other kind leaves, visits or arrives."""
        formula, step = self._formula, self._step
        kinds = [
            formula.variable(f"kind {k} moves@{step}") for k in range(len(self._tables.places))
        ]
        formula.exactly("one kind moves", [*kinds, self._unrolled.idle(step)], 1)
        for kind, places in zip(kinds, self._tables.places, strict=True):
            resting = [place for place in places if self._slides.rests[place] >= 0]
            leaving, arriving = zip(*map(self._ends, resting), strict=True)
            formula.clause("one kind moves", -kind, *leaving)
            formula.clause("one kind moves", -kind, *arriving)
            for literal in (*leaving, *arriving, *(self.visits[place] for place in places)):
                formula.clause("one kind moves", -literal, kind)

    def neighbours(self, place: int) -> None:
        """Each end of the path has one visited neighbour, every other place on it has two."""
        clause, visits = self._formula.clause, self.visits[place]
        beside = [self.visits[other] for other in self._tables.beside[place]]
        ends = self._ends(place) if self._slides.rests[place] >= 0 else ()
        for end in ends:
            clause("ends of a route", -end, visits)
            clause("ends of a route", -end, *beside)
            for one, other in combinations(beside, 2):
                clause("ends of a route", -end, -one, -other)
        for others in combinations(beside, max(0, len(beside) - 1)):
            clause("route goes on", -visits, *ends, *others)
        for three in combinations(beside, 3):
            clause("route does not fork", -visits, *(-x for x in three))

    def passable(self, place: int) -> None:
        """Each cell of a visited place is free, or covered by the place left."""
        kind, unrolled, step = self._slides.kinds[place], self._unrolled, self._step
        for cell in self._slides.free[place]:
            own = (unrolled.leaves(m, step) for m in self._tables.covering.get((kind, cell), ()))
            fact = unrolled.fact(cell, step)
            self._formula.clause("needs", -self.visits[place], fact, *own)

    def keep_straight(self) -> None:
        """If paths must be straight, slides along one axis exclude slides along the other."""
        if not self._slides.straight:
            return
        along = self._formula.variable(f"along the first axis@{self._step}")
        for one, other, axis in self._slides.steps:
            allowed = -along if axis else along
            visited = (-self.visits[one], -self.visits[other])
            self._formula.clause("straight route", *visited, allowed)

    def _ends(self, place: int) -> tuple[int, int]:
        """Return the variables 'the piece leaves this resting place' and 'it arrives there'."""
        fact, step = self._slides.rests[place], self._step
        return self._unrolled.leaves(fact, step), self._unrolled.arrives(fact, step)


def _name(task: Task, place: int) -> str:
    assert task.slides is not None
    fact = task.slides.rests[place]
    return task.facts[fact] if fact >= 0 else f"place {place}"
