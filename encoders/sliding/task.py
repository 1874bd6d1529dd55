"""Sliding blocks as a planning task, told from geometry: where a shape fits, what it sweeps.

This is the second telling of the rules; it reads the drawings of an instance and calls none of
the move rules of `puzzleproof.models`.  A *place* is a shape's set of cells on the board.  Facts:
``K@r,c`` (a piece of kind K has its bounding box's corner at row r, column c) and ``empty@r,c``.
A displacement from place to place needs a minimal set of cells empty: along every route the cells
swept, less the mover's own; sets that contain another route's set are dropped, and so are sets
larger than the number of empty cells, which is constant.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from puzzleproof.encoders.board_symmetry import board_symmetries
from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.encoders.task import Condition, Count, Grounding, Operator, Task
from puzzleproof.models.drawing import Cell, Drawing
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.instance import SlidingInstance

OPERATOR_LIMIT = 60_000
DIRECTIONS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


@dataclass(frozen=True, slots=True)
class Kind:
    """Pieces that are not told apart: a name, a shape at the origin, how many, where they go."""

    name: str
    shape: tuple[Cell, ...]
    number: int
    directions: tuple[Cell, ...]


Routes = Callable[["Geometry", Kind, Cell], Iterator[tuple[Cell, frozenset[Cell]]]]


class Geometry:
    """The board of an instance: which places exist, which are places of rest."""

    def __init__(self, puzzle: SlidingInstance) -> None:
        self.board = frozenset(puzzle.board.cells())
        self.cell = puzzle.cell
        self.empty = len(self.board) - sum(map(len, puzzle.drawn.values()))
        drawings = (puzzle.board, *puzzle.goals, *puzzle.tour)
        self.drawn = {place for d in drawings for place in d.pieces().values()}

    def place(self, kind: Kind, at: Cell) -> frozenset[Cell]:
        """The cells covered with the bounding box's corner here, on the board or not."""
        return frozenset((r + at[0], c + at[1]) for r, c in kind.shape)

    def fits(self, kind: Kind, at: Cell) -> bool:
        """Whether the whole shape is on the board."""
        return self.place(kind, at) <= self.board

    def rests(self, kind: Kind, at: Cell) -> bool:
        """Whether a piece may stay here: on whole cells, or half-way where it is drawn so."""
        whole = at[0] % self.cell == 0 and at[1] % self.cell == 0
        return whole or self.place(kind, at) in self.drawn

    def corners(self, kind: Kind) -> list[Cell]:
        """Every resting place, in reading order."""
        rows = range(max(r for r, _ in self.board) + 1)
        columns = range(max(c for _, c in self.board) + 1)
        cells = ((r, c) for r in rows for c in columns)
        return [at for at in cells if self.fits(kind, at) and self.rests(kind, at)]


def ground_sliding(puzzle: SlidingInstance) -> Grounding:
    """Build the task of an instance; raises Unsupported beyond `OPERATOR_LIMIT` routes."""
    geometry = Geometry(puzzle)
    kinds = kinds_of(puzzle)
    places = [(k, at) for k, kind in enumerate(kinds) for at in geometry.corners(kind)]
    number = {place: fact for fact, place in enumerate(places)}
    free = {cell: len(places) + k for k, cell in enumerate(sorted(geometry.board))}
    covers = [geometry.place(kinds[k], at) for k, at in places]
    masks = [puzzle.grid.mask(cells) for cells in covers]

    def state(facts: frozenset[int]) -> State:
        """Kinds and places are numbered as the rules order their masks."""
        return tuple(masks[f] for f in sorted(facts) if f < len(masks))

    names = [f"{kinds[k].name}@{r},{c}" for k, (r, c) in places]
    names += [f"empty@{r},{c}" for r, c in sorted(geometry.board)]
    task = Task(
        name=puzzle.info.name,
        facts=tuple(names),
        groups=cell_groups(dict(enumerate(covers)), free),
        counts=tuple(piece_counts(kinds, number, free, geometry.empty)),
        movers=frozenset(range(len(places))),
        start=start_facts(puzzle, number, free),
        operators=tuple(_operators(geometry, kinds, number, free, puzzle.metric)),
        goals=tuple(condition(puzzle, kinds, number, d) for d in puzzle.goals),
        stops=tuple(condition(puzzle, kinds, number, d) for d in puzzle.tour),
        in_sequence=puzzle.tour_order == "sequence",
        composable=puzzle.metric == "piece" and not puzzle.tour,
    )
    candidates = _board_symmetries(geometry, places, covers, free, task.start)
    kept = tuple(image for image in candidates if is_symmetry(task, image))
    return Grounding(replace(task, symmetries=kept), state)


def _board_symmetries(
    geometry: Geometry,
    places: list[tuple[int, Cell]],
    covers: list[frozenset[Cell]],
    free: dict[Cell, int],
    start: frozenset[int],
) -> Iterator[tuple[int, ...]]:
    """Candidates: each mirror image or rotation of the board, with the kinds that it exchanges.

    A kind goes to the kind whose pieces stand, at the start, where its own are mirrored to.
    """
    number = {(places[f][0], cells): f for f, cells in enumerate(covers)}
    standing = {covers[f]: places[f][0] for f in start if f < len(covers)}
    for _, turn in board_symmetries(geometry.board):
        kind_of = {k: standing.get(turned_cells(turn, cells)) for cells, k in standing.items()}
        moved = [(kind_of[k], turned_cells(turn, covers[f])) for f, (k, _) in enumerate(places)]
        if all(place in number for place in moved):
            yield (
                *(number[k, cells] for k, cells in moved if k is not None),
                *(free[turn[cell]] for cell in free),
            )


def turned_cells(turn: dict[Cell, Cell], cells: frozenset[Cell]) -> frozenset[Cell]:
    """Where a turn of the board takes some cells."""
    return frozenset(turn[cell] for cell in cells)


def kinds_of(puzzle: SlidingInstance) -> list[Kind]:
    """The kinds of pieces, in the order in which the rules keep them."""
    kinds: list[Kind] = []
    for group in puzzle.groups:
        cells = puzzle.drawn[group[0]]
        top, left = _corner(cells)
        shape = tuple(sorted((r - top, c - left) for r, c in cells))
        tall = max(r for r, _ in shape) + 1 > puzzle.cell
        wide = max(c for _, c in shape) + 1 > puzzle.cell
        letters = "NS" if tall else "EW"
        if not puzzle.axis_locked or tall == wide:
            letters = "NESW"
        directions = tuple(DIRECTIONS[x] for x in letters)
        kinds.append(Kind("".join(group), shape, len(group), directions))
    return kinds


def _corner(cells: Iterable[Cell]) -> Cell:
    cells = list(cells)
    return min(r for r, _ in cells), min(c for _, c in cells)


def cell_groups(
    covers: Mapping[int, frozenset[Cell]], free: Mapping[Cell, int]
) -> tuple[tuple[int, ...], ...]:
    """Every cell is empty or covered by just one piece."""
    on: dict[Cell, list[int]] = {cell: [] for cell in free}
    for fact, cells in covers.items():
        for cell in cells:
            on[cell].append(fact)
    return tuple((*facts, free[cell]) for cell, facts in on.items())


def piece_counts(
    kinds: list[Kind], number: Mapping[tuple[int, Cell], int], free: Mapping[Cell, int], empty: int
) -> Iterator[Count]:
    """The number of pieces of each kind, and of empty cells, never changes."""
    for k, kind in enumerate(kinds):
        facts = tuple(fact for (j, _), fact in number.items() if j == k)
        yield Count(kind.name, facts, kind.number)
    yield Count("empty", tuple(free.values()), empty)


def start_facts(
    puzzle: SlidingInstance,
    number: dict[tuple[int, Cell], int],
    free: dict[Cell, int],
) -> frozenset[int]:
    """What is true of the board as drawn."""
    pieces = [(k, puzzle.drawn[n]) for k, group in enumerate(puzzle.groups) for n in group]
    facts = {number[k, _corner(cells)] for k, cells in pieces}
    covered = frozenset[Cell]().union(*(cells for _, cells in pieces))
    return frozenset(facts | {fact for cell, fact in free.items() if cell not in covered})


def condition(
    puzzle: SlidingInstance,
    kinds: list[Kind],
    number: dict[tuple[int, Cell], int],
    drawing: Drawing,
) -> Condition:
    """A labelled letter is that piece; any other is some piece of the shape, labelled or not."""
    clauses: list[tuple[int, ...]] = []
    for name, cells in drawing.pieces().items():
        top, left = _corner(cells)
        shape = tuple(sorted((r - top, c - left) for r, c in cells))
        ours = [k for k, kind in enumerate(kinds) if kind.shape == shape]
        if puzzle.is_labelled(name):
            ours = [k for k in ours if kinds[k].name == name]
        clauses.append(tuple(number[k, (top, left)] for k in ours))
    return tuple(clauses)


def _operators(
    geometry: Geometry,
    kinds: list[Kind],
    number: dict[tuple[int, Cell], int],
    free: dict[Cell, int],
    metric: str,
) -> Iterator[Operator]:
    total = 0
    for (k, at), source in number.items():
        here = geometry.place(kinds[k], at)
        for to, swept in ROUTES[metric](geometry, kinds[k], at):
            if len(swept - here) > geometry.empty:
                continue
            total += 1
            _limit(total)
            there, target = geometry.place(kinds[k], to), number[k, to]
            entered = frozenset(free[cell] for cell in there - here)
            left = frozenset(free[cell] for cell in here - there)
            needs = frozenset(free[cell] for cell in swept - here)
            name = f"{kinds[k].name}:{at[0]},{at[1]}>{to[0]},{to[1]}"
            yield Operator(name, needs | {source}, entered | {source}, left | {target})


def _straight(
    geometry: Geometry, kind: Kind, at: Cell
) -> Iterator[tuple[Cell, frozenset[Cell], Cell]]:
    """(resting place, cells swept, direction) along each straight line, nearest first."""
    for direction in kind.directions:
        to, swept = at, frozenset[Cell]()
        while geometry.fits(kind, to := (to[0] + direction[0], to[1] + direction[1])):
            swept |= geometry.place(kind, to)
            if geometry.rests(kind, to):
                yield to, swept, direction


def _line(geometry: Geometry, kind: Kind, at: Cell) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    """Any length in one direction."""
    for to, swept, _ in _straight(geometry, kind, at):
        yield to, swept


def _unit(geometry: Geometry, kind: Kind, at: Cell) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    """One cell in one direction, or half a cell where that is a resting place."""
    for to, swept, _ in _straight(geometry, kind, at):
        if abs(to[0] - at[0]) + abs(to[1] - at[1]) <= geometry.cell:
            yield to, swept


def _piece(geometry: Geometry, kind: Kind, at: Cell) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    """All corners included: for each place an antichain of minimal cell sets, by relaxation."""
    here = geometry.place(kind, at)
    best: dict[Cell, set[frozenset[Cell]]] = {at: {frozenset()}}
    queue = deque([(at, frozenset[Cell]())])
    total = 0
    while queue:
        to, needs = queue.popleft()
        if needs not in best[to]:
            continue
        for direction in kind.directions:
            step = (to[0] + direction[0], to[1] + direction[1])
            if not geometry.fits(kind, step):
                continue
            more = needs | (geometry.place(kind, step) - here)
            sets = best.setdefault(step, set())
            if len(more) > geometry.empty or any(other <= more for other in sets):
                continue
            sets -= {other for other in sets if more < other}
            sets.add(more)
            queue.append((step, more))
            total += 1
            _limit(total)
    for to, sets in best.items():
        if to != at and geometry.rests(kind, to):
            yield from ((to, needs) for needs in sorted(sets, key=sorted))


def _limit(total: int) -> None:
    if total > OPERATOR_LIMIT:
        raise Unsupported(f"more than {OPERATOR_LIMIT} routes: too many for a task of operators")


ROUTES: dict[str, Routes] = {"piece": _piece, "line": _line, "unit": _unit}
