"""'There is a plan of at most T moves' as a formula in which each move is a path of single steps.

Where many cells are empty, the actions of `puzzleproof.verify.formula.horizon` are too many.  Here
variables say which places the moving piece *visits* on its way (`puzzleproof.models.strips`).
Families of clauses, besides those of `puzzleproof.verify.formula.unrolled`:

``one move``            a piece of one region moves, or the step is idle
``leaves``, ``arrives`` for each mover fact: true before and false after; false before, true after
``who``                 in the region of the move exactly one mover fact leaves and one arrives; in
                        no other region does a mover fact leave or arrive, or is a place visited
``ends``                the place left and the place reached are visited, and each has exactly one
                        visited neighbour (a place one step away)
``goes on``             any other visited place has at least two visited neighbours
``no fork``             no visited place has three visited neighbours
``free``                each cell of a visited place is empty, or belongs to the place left
``straight``            in a metric of straight moves: all steps between visited places have one
                        axis

*Every legal move satisfies them.*  Of all paths by which the piece could make this move, take one
with the fewest steps, and let exactly its places be visited.  Such a path has no chord: if two of
its places were one step apart without following one another, the part between them could be left
out, and the shorter path passes no other places.  (A straight path has no chord either, as its
places follow one another along a line.)  So the first and the last place have one visited neighbour
each, and each place between has two.  The first and the last place differ, as a move ends
elsewhere.  The piece may pass each of these places, which is ``free``.  All these places are in one
region, and no other piece changes its place.  So a plan satisfies the formula, and if the formula
has no solution, there is no plan.

*A solution is a plan*, so the formula is as strong as the rules.  No visited place has more than
two visited neighbours, so the visited places connected to the place left form a path.  The other
end of this path has only one visited neighbour, so it is the place reached.  By ``one of a group``
the mover facts determine which cells are empty.  (A proved bound holds without this argument.)
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations
from typing import TypeAlias

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.strips import Slides, bits
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.formula.unrolled import ClauseFamily, UnrolledFormula

Route: TypeAlias = tuple[int, ...]
"""The numbers of the places of a path, beginning with the place left."""

AXES: Mapping[bool, Sequence[Collection[int]]] = {False: [(0, 1)], True: [(0,), (1,)]}
"""Whether paths must be straight -> the sets of axes that the steps of one path may have."""


class RouteFormula(UnrolledFormula[Route]):
    """The variables of a move: who leaves, who arrives, places visited, region, axis, idle."""

    form = "paths"

    def __init__(self, slides: Slides, start: int, length: int) -> None:
        self.slides = slides
        movers, places = bits(slides.movers), len(slides.places)
        regions = len(slides.regions)
        of_a_move = places + regions + slides.straight
        super().__init__(slides, start, length, _kinds(slides), movers, of_a_move)
        first = self.ended + 1
        self._visits = range(first, first + places)
        self._moves = range(first + places, first + places + regions)
        self._axis = first + places + regions
        """The variable 'the steps have the first axis', in a metric of straight moves."""

    # --- moves ------------------------------------------------------------------------------

    def moves_from(self, facts: int) -> dict[int, Route]:
        """Map the facts after each move to a path of this move with the fewest steps."""
        found = dict[int, Route]()
        for fact, start in self._resting.items():
            if facts >> fact & 1:
                for axes in AXES[self.slides.straight]:
                    found |= self._moves_of(facts, start, axes)
        return found

    def _moves_of(self, facts: int, start: int, axes: Collection[int]) -> dict[int, Route]:
        """Return what `moves_from` returns for one piece, along the given axes."""
        places = self.slides.places
        here, found = places[start], dict[int, Route]()
        routes: dict[int, Route] = {start: (start,)}
        closed, queue = ~(facts | here.cells), [start]
        for at in queue:
            for place, axis in self.slides.beside[at]:
                if axis in axes and place not in routes and not places[place].cells & closed:
                    routes[place] = (*routes[at], place)
                    queue.append(place)
        for place, route in routes.items():
            there = places[place]
            if there.mover and place != start:
                emptied = facts & ~here.mover | here.cells
                found[emptied & ~there.cells | there.mover] = route
        return found

    def true_of_move(self, via: Route) -> Iterator[int]:
        """Return the true variables: the places visited, the region, the axis."""
        yield from (self._visits[place] for place in via)
        yield self._moves[self._region[via[0]]]
        if self.slides.straight and (via[1], 0) in self.slides.beside[via[0]]:
            yield self._axis

    def names_of_move(self, number: int) -> Iterator[str]:
        """Return the meaning of the variables: places visited, region, axis."""
        for place in range(len(self._visits)):
            yield f"move {number} visits {self._name(place)}"
        for places in self.slides.regions:
            yield f"move {number} is in the region of {self._name(places[0])}"
        if self.slides.straight:
            yield f"move {number} is along the first axis"

    def _name(self, place: int) -> str:
        mover = self.slides.places[place].mover
        return self.slides.facts[mover.bit_length() - 1] if mover else f"place {place}"

    # --- what is looked up ------------------------------------------------------------------

    @cached_property
    def _resting(self) -> dict[int, int]:
        """The fact of a mover -> its place, ascending by facts."""
        places = enumerate(self.slides.places)
        return dict(sorted((p.mover.bit_length() - 1, k) for k, p in places if p.mover))

    @cached_property
    def _region(self) -> dict[int, int]:
        """Place -> the number of its region."""
        regions = enumerate(self.slides.regions)
        return {place: k for k, places in regions for place in places}

    @cached_property
    def _covering(self) -> dict[tuple[int, int], list[int]]:
        """(region, 'a cell is empty') -> variables 'leaves' of the region's movers on the cell."""
        found = defaultdict[tuple[int, int], list[int]](list)
        for fact, place in self._resting.items():
            for cell in bits(self.slides.places[place].cells):
                found[self._region[place], cell].append(self.leaves[fact])
        return found

    def _ends(self, place: int) -> tuple[int, ...]:
        """List the variables 'leaves' and 'arrives' of a place; empty where no piece may stop."""
        mover = self.slides.places[place].mover.bit_length() - 1
        return (self.leaves[mover], self.arrives[mover]) if mover >= 0 else ()

    # --- clauses ----------------------------------------------------------------------------

    def of_move(self) -> Iterator[ClauseFamily]:
        """Return the families between steps 0 and 1."""
        yield "one move", self._one_move()
        yield "idle", self.same_facts()
        yield from self.ends()
        yield "who", self._who()
        families = {
            "ends": self._one_beside,
            "goes on": self._goes_on,
            "no fork": self._no_fork,
            "free": self._free,
        }
        for name, family in families.items():
            yield name, chain.from_iterable(map(family, range(len(self._visits))))
        if self.slides.straight:
            yield "straight", self._straight()

    def _one_move(self) -> Iterator[Clause]:
        choices = (*self._moves, self.idle)
        yield choices
        for one, other in combinations(choices, 2):
            yield (-one, -other)

    def _who(self) -> Iterator[Clause]:
        for moves, places in zip(self._moves, self.slides.regions, strict=True):
            ends = [self._ends(place) for place in places if self._ends(place)]
            leaving, arriving = [one for one, _ in ends], [one for _, one in ends]
            for some in (leaving, arriving):
                yield (-moves, *some)
                for one, other in combinations(some, 2):
                    yield (-one, -other)
            for one in (*leaving, *arriving, *(self._visits[place] for place in places)):
                yield (-one, moves)

    def _beside(self, place: int) -> list[int]:
        """Return the variables 'visited' of the neighbours."""
        return [self._visits[other] for other, _ in self.slides.beside[place]]

    def _one_beside(self, place: int) -> Iterator[Clause]:
        beside = self._beside(place)
        for end in self._ends(place):
            yield (-end, self._visits[place])
            yield (-end, *beside)
            for one, other in combinations(beside, 2):
                yield (-end, -one, -other)

    def _goes_on(self, place: int) -> Iterator[Clause]:
        """At least two neighbours are visited: whichever is left out, another is visited."""
        beside = self._beside(place)
        for others in combinations(beside, max(0, len(beside) - 1)):
            yield (-self._visits[place], *self._ends(place), *others)

    def _no_fork(self, place: int) -> Iterator[Clause]:
        for three in combinations(self._beside(place), 3):
            yield (-self._visits[place], *(-one for one in three))

    def _free(self, place: int) -> Iterator[Clause]:
        region = self._region[place]
        for cell in bits(self.slides.places[place].cells):
            own = self._covering.get((region, cell), ())
            yield (-self._visits[place], cell + 1, *own)

    def _straight(self) -> Iterator[Clause]:
        for one, other, axis in self.slides.steps:
            allowed = -self._axis if axis else self._axis
            yield (-self._visits[one], -self._visits[other], allowed)


def _kinds(slides: Slides) -> list[int]:
    """Return the movers of each region, and the empty cells."""
    kinds = [sum(slides.places[n].mover for n in places) for places in slides.regions]
    return [kind for kind in (*kinds, (1 << len(slides.facts)) - 1 & ~slides.movers) if kind]


def check_slides(slides: Slides) -> None:
    """Check what the formula assumes about the places.

    Each mover fact has one place, and is in the groups of the cells that this place covers, and in
    no other group.  The places of one region cover equally many cells.  So moves keep the groups
    and the number of empty cells.  Raises CertificateRejected.
    """
    if sorted(p.mover for p in slides.places if p.mover) != [1 << f for f in bits(slides.movers)]:
        raise CertificateRejected("the rules' movers and places are not one to one")
    for place in slides.places:
        groups = [group for group in slides.groups if group & place.cells]
        cells = [(group & ~slides.movers).bit_count() for group in groups]
        inside = [group for group in slides.groups if group & place.mover]
        alone = cells == [1] * place.cells.bit_count() and not place.cells & slides.movers
        if not alone or (place.mover and inside != groups):
            raise CertificateRejected(
                "the rules must give each cell of a place one group, with one fact for 'the cell "
                "is free', and put a mover in the groups of its cells only"
            )
    for places in slides.regions:
        if len({slides.places[place].cells.bit_count() for place in places}) > 1:
            raise CertificateRejected("the rules' places of one mover differ in size")
