"""Sliding blocks as a planning task: the places of each kind of piece, and the empty cells.

This belongs to the second formulation of the rules: it reads the drawings of an instance and calls
none of the move rules of `puzzleproof.models`.  A *kind* is a set of interchangeable pieces; a
*place* is a kind with a position of the corner of its bounding box; both determine the cells.
Facts: ``K@r,c`` (a piece of kind K has its corner at row r, column c) and ``empty@r,c``.

A displacement along a route needs a set of cells empty: the cells that the piece sweeps, without
the cells that it covers at first.  A set that contains another route's set is dropped, and so is a
set larger than the number of empty cells, which is constant.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from puzzleproof.encoders.task import (
    Condition,
    FactCount,
    Grounding,
    Operator,
    Slides,
    Task,
    with_symmetries,
)
from puzzleproof.models.drawing import STEPS, Cell, Drawing, corner, shape_of
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.instance import SlidingInstance
from puzzleproof.models.symmetries import board_symmetries

Cells: TypeAlias = frozenset[Cell]
OPERATOR_LIMIT = 60_000
COMPARED = 50
"""This number of comparisons of a route with known routes counts as one route towards the limit."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """Interchangeable pieces: name, shape at the origin, number, and permitted directions."""

    name: str
    shape: Cells
    number: int
    directions: str
    """Some letters of `STEPS`."""


class BlockFacts:
    """The numbered facts of an instance: one for each place and one for each empty cell.

    For single-cell slides the empty cells come first, and all places, halfway too, have facts.
    """

    def __init__(self, puzzle: SlidingInstance, *, single_steps: bool) -> None:
        self.puzzle = puzzle
        self.board = frozenset(puzzle.board.cells())
        self.kinds = [_kind(puzzle, group) for group in puzzle.groups]
        self.number_empty = len(self.board) - sum(map(len, puzzle.drawn.values()))
        self._halfway = puzzle.drawn_halfway
        corners = list(product(*(sorted(set(some)) for some in zip(*self.board, strict=True))))
        self.fitting = [at for at in product(range(len(self.kinds)), corners) if self.fits(*at)]
        """(kind, corner) of each place, including places where no piece may rest."""
        places = [at for at in self.fitting if single_steps or self.rests(*at)]
        first_place, first_cell = (len(self.board), 0) if single_steps else (0, len(places))
        self.empty = {cell: fact for fact, cell in enumerate(sorted(self.board), first_cell)}
        """Cell -> the fact that it is empty."""
        self.places = {at: fact for fact, at in enumerate(places, first_place)}
        """(kind, corner) -> the fact that a piece stands there; kinds in the order of the rules."""
        self.covers = {fact: self.cells(k, at) for (k, at), fact in self.places.items()}
        """The fact of a place -> the cells covered there."""
        self._masks = {fact: puzzle.grid.mask(cells) for fact, cells in self.covers.items()}

    def cells(self, k: int, at: Cell) -> Cells:
        """Return the cells that a piece of a kind covers with this corner, on the board or not."""
        return frozenset((r + at[0], c + at[1]) for r, c in self.kinds[k].shape)

    def fits(self, k: int, at: Cell) -> bool:
        """Tell whether a piece of a kind with this corner is wholly on the board."""
        return self.cells(k, at) <= self.board

    def rests(self, k: int, at: Cell) -> bool:
        """Tell whether a piece may stay here: on whole cells, or between them as in a drawing."""
        size = self.puzzle.cell
        return (at[0] % size == 0 and at[1] % size == 0) or self.cells(k, at) in self._halfway

    def steps(self, k: int, at: Cell) -> Iterator[tuple[Cell, str]]:
        """Yield (corner, direction) of each place that is one slide away."""
        for letter in self.kinds[k].directions:
            down, right = STEPS[letter]
            to = (at[0] + down, at[1] + right)
            if self.fits(k, to):
                yield to, letter

    def displacement(self, k: int, at: Cell, to: Cell, swept: Cells) -> Operator:
        """Build the operator that moves a piece from one corner to another over the swept cells."""
        source, target = self.places[k, at], self.places[k, to]
        here, there = self.covers[source], self.covers[target]
        return Operator(
            name=f"{self.kinds[k].name}:{at[0]},{at[1]}>{to[0]},{to[1]}",
            requires=self._all_empty(swept - here) | {source},
            deletes=self._all_empty(there - here) | {source},
            adds=self._all_empty(here - there) | {target},
            rests=self.rests(k, to),
        )

    def task(self, operators: Iterable[Operator]) -> Task:
        """Build the task of the instance with the given operators."""
        puzzle = self.puzzle
        names = {fact: f"{self.kinds[k].name}@{r},{c}" for (k, (r, c)), fact in self.places.items()}
        names |= {fact: f"empty@{r},{c}" for (r, c), fact in self.empty.items()}
        drawn = ((k, puzzle.drawn[n]) for k, group in enumerate(puzzle.groups) for n in group)
        standing = frozenset(self.places[k, corner(cells)] for k, cells in drawn)
        covered = frozenset[Cell]().union(*puzzle.drawn.values())
        return Task(
            name=puzzle.info.name,
            facts=tuple(names[fact] for fact in range(len(names))),
            groups=self._groups(),
            counts=tuple(self._counts()),
            movers=frozenset(self.covers),
            start=standing | self._all_empty(self.board - covered),
            operators=tuple(operators),
            goals=tuple(map(self._condition, puzzle.goals)),
            stops=tuple(map(self._condition, puzzle.tour)),
            in_sequence=puzzle.tour_order == "sequence",
        )

    def state(self, facts: frozenset[int]) -> State:
        """Return the masks of the pieces; the facts have the order of the pieces in the rules."""
        return tuple(self._masks[fact] for fact in sorted(facts) if fact in self._masks)

    def _groups(self) -> tuple[tuple[int, ...], ...]:
        """Return a group for each cell: it is empty, or covered by exactly one piece."""
        on: dict[Cell, list[int]] = {cell: [] for cell in self.empty}
        for fact, cells in self.covers.items():
            for cell in cells:
                on[cell].append(fact)
        return tuple((*facts, self.empty[cell]) for cell, facts in on.items())

    def _counts(self) -> Iterator[FactCount]:
        """Yield the constant numbers: of the pieces of each kind, and of the empty cells."""
        for k, kind in enumerate(self.kinds):
            facts = tuple(fact for (j, _), fact in self.places.items() if j == k)
            yield FactCount(kind.name, facts, kind.number)
        yield FactCount("empty", tuple(self.empty.values()), self.number_empty)

    def _condition(self, drawing: Drawing) -> Condition:
        """Return a drawing's condition: on each place its labelled piece, or any of its shape."""
        clauses = list[tuple[int, ...]]()
        for name, cells in drawing.pieces().items():
            kinds = (k for k, kind in enumerate(self.kinds) if kind.shape == shape_of(cells))
            if self.puzzle.is_labelled(name):
                kinds = (k for k in kinds if self.kinds[k].name == name)
            clauses.append(tuple(self.places[k, corner(cells)] for k in kinds))
        return tuple(clauses)

    def _all_empty(self, cells: Iterable[Cell]) -> frozenset[int]:
        return frozenset(self.empty[cell] for cell in cells)


def _kind(puzzle: SlidingInstance, group: tuple[str, ...]) -> PieceKind:
    """Return a kind; its axis is the given one or, with ``axis_locked``, the axis of its length."""
    shape = shape_of(puzzle.drawn[group[0]])
    tall = max(r for r, _ in shape) + 1 > puzzle.cell
    wide = max(c for _, c in shape) + 1 > puzzle.cell
    letters = "NS" if tall else "EW"
    if not puzzle.axis_locked or tall == wide:
        letters = "NESW"
    letters = dict(puzzle.axes).get(group[0], letters)
    return PieceKind("".join(group), shape, len(group), letters)


# --- whole moves --------------------------------------------------------------------------------


def ground_sliding(puzzle: SlidingInstance) -> Grounding:
    """Build the task of an instance; raises Unsupported beyond `OPERATOR_LIMIT` routes."""
    facts = BlockFacts(puzzle, single_steps=False)
    composable = puzzle.metric == "piece" and not puzzle.tour
    task = facts.task(_operators(facts))
    task = replace(task, composable=composable, slides=slides_of(facts))
    return Grounding(with_symmetries(task, _start_symmetries(facts)), facts.state)


def _operators(facts: BlockFacts) -> Iterator[Operator]:
    total, reached = 0, _anywhere if facts.puzzle.metric == "piece" else _lines
    for (k, at), source in facts.places.items():
        for to, swept in reached(facts, k, at):
            if len(swept - facts.covers[source]) <= facts.number_empty:
                total += 1
                _limit(total)
                yield facts.displacement(k, at, to, swept)


Reached: TypeAlias = Iterator[tuple[Cell, Cells]]
"""(corner where a piece may rest, cells swept on a route to it)."""


def _lines(facts: BlockFacts, k: int, at: Cell) -> Reached:
    """Yield places straight ahead, nearest first; in the metric ``unit`` at most one cell away."""
    for down, right in map(STEPS.__getitem__, facts.kinds[k].directions):
        to, swept = at, frozenset[Cell]()
        while facts.fits(k, to := (to[0] + down, to[1] + right)):
            swept |= facts.cells(k, to)
            far = abs(to[0] - at[0] + to[1] - at[1])
            if facts.puzzle.metric == "unit" and far > facts.puzzle.cell:
                break
            if facts.rests(k, to):
                yield to, swept


def _anywhere(facts: BlockFacts, k: int, at: Cell) -> Reached:
    """Yield all places a piece can reach, each with its minimal cell sets, found by relaxation."""
    here = facts.cells(k, at)
    best: dict[Cell, set[Cells]] = {at: {frozenset()}}
    queue = deque([(at, frozenset[Cell]())])
    total = compared = 0
    while queue:
        corner, needs = queue.popleft()
        if needs not in best[corner]:
            continue
        for to, _ in facts.steps(k, corner):
            more = needs | (facts.cells(k, to) - here)
            sets = best.setdefault(to, set())
            compared += len(sets)
            if len(more) > facts.number_empty or any(other <= more for other in sets):
                continue
            sets -= {other for other in sets if more < other}
            sets.add(more)
            queue.append((to, more))
            total += 1
            _limit(max(total, compared // COMPARED))
    for to, sets in best.items():
        if to != at and facts.rests(k, to):
            yield from ((to, needs) for needs in sorted(sets, key=sorted))


def _limit(total: int) -> None:
    if total > OPERATOR_LIMIT:
        raise Unsupported(
            f"more than {OPERATOR_LIMIT:,} routes are too many for SAT or CP-SAT; "
            "--engine search does not need routes"
        )


# --- moves as paths of slides ----------------------------------------------------------------

AXIS = {"E": 0, "S": 1}
"""A slide and its reverse are listed once, as the slide to the right or down."""


def slides_of(facts: BlockFacts) -> Slides | None:
    """Return all places where a shape fits and the slides between them; None in metric ``unit``.

    In the metric ``piece`` a path may turn; in ``line`` it may not.  In ``unit`` a move is one
    slide, so paths would say no more than operators.
    """
    metric = facts.puzzle.metric
    if metric == "unit":
        return None
    places = {at: number for number, at in enumerate(facts.fitting)}
    return Slides(
        kinds=tuple(k for k, _ in places),
        rests=tuple(facts.places.get(at, -1) for at in places),
        free=tuple(tuple(sorted(facts.empty[c] for c in facts.cells(*at))) for at in places),
        steps=tuple(
            (number, places[k, to], AXIS[letter])
            for (k, at), number in places.items()
            for to, letter in facts.steps(k, at)
            if letter in AXIS
        ),
        straight=metric == "line",
    )


# --- symmetries -----------------------------------------------------------------------------


def _start_symmetries(facts: BlockFacts) -> Iterator[tuple[int, ...]]:
    """Yield candidates for symmetries: a kind becomes the kind that starts on its cells' image."""
    puzzle = facts.puzzle
    standing = {puzzle.drawn[name]: k for k, group in enumerate(puzzle.groups) for name in group}
    places = {(k, facts.covers[fact]): fact for (k, _), fact in facts.places.items()}
    for _, image_of in board_symmetries(facts.board):
        becomes = {k: standing.get(_moved(image_of, cells), -1) for cells, k in standing.items()}
        images = {fact: facts.empty[image_of[cell]] for cell, fact in facts.empty.items()}
        for (k, cells), fact in places.items():
            images[fact] = places.get((becomes.get(k, -1), _moved(image_of, cells)), -1)
        if -1 not in images.values():
            yield tuple(images[fact] for fact in range(len(images)))


def _moved(image_of: Mapping[Cell, Cell], cells: Cells) -> Cells:
    return frozenset(image_of[cell] for cell in cells)


# --- single-cell slides, for PDDL -----------------------------------------------------------


def ground_sliding_single_steps(puzzle: SlidingInstance) -> Grounding:
    """Build the task of slides by one character, with facts for places half-way between cells.

    A move is a chain of slides by one piece.
    """
    facts = BlockFacts(puzzle, single_steps=True)
    chains = puzzle.metric != "unit" or puzzle.cell > 1
    task = replace(facts.task(_single_steps(facts)), chains=chains)
    return Grounding(task, facts.state)


def _single_steps(facts: BlockFacts) -> Iterator[Operator]:
    """Yield the slides from each place; origin and landing say which slides may follow.

    In the metric ``piece`` any slide of the same piece may follow; in ``line`` and ``unit`` only a
    slide in the same direction; in ``unit`` a move has at most ``cell`` slides.
    """
    metric, cell, letters = facts.puzzle.metric, facts.puzzle.cell, list(STEPS)
    for (k, at), source in facts.places.items():
        for to, letter in facts.steps(k, at):
            target, way = facts.places[k, to], letters.index(letter)
            links = [(source, target)]
            if metric != "piece":
                links = [(4 * source + way, 4 * target + way)]
            if metric == "unit":
                links = [
                    (before * (cell + 1) + number, after * (cell + 1) + number + 1)
                    for before, after in links
                    for number in range(cell)
                ]
            slide = facts.displacement(k, at, to, facts.covers[target])
            for origin, landing in links:
                yield slide._replace(origin=origin, landing=landing)
