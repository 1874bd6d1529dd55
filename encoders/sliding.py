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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from puzzleproof.encoders.symmetry import is_symmetry, keeps_operators
from puzzleproof.encoders.task import Condition, Count, Grounding, Operator, Task
from puzzleproof.encoders.turns import turns
from puzzleproof.models.drawing import Cell, Drawing
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding_instance import SlidingInstance

__all__ = ["OPERATOR_LIMIT", "ground_sliding", "ground_sliding_walks"]

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
    kinds = _kinds(puzzle)
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
        groups=_groups(covers, free),
        counts=tuple(_counts(kinds, places, free, geometry.empty)),
        movers=frozenset(range(len(places))),
        start=_start(puzzle, number, free),
        operators=tuple(_operators(geometry, kinds, number, free, puzzle.metric)),
        goals=tuple(_condition(puzzle, kinds, number, d) for d in puzzle.goals),
        stops=tuple(_condition(puzzle, kinds, number, d) for d in puzzle.tour),
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
    for _, turn in turns(geometry.board):
        kind_of = {k: standing.get(_turned(turn, cells)) for cells, k in standing.items()}
        moved = [(kind_of[k], _turned(turn, covers[f])) for f, (k, _) in enumerate(places)]
        if all(place in number for place in moved):
            yield (
                *(number[k, cells] for k, cells in moved if k is not None),
                *(free[turn[cell]] for cell in free),
            )


def _turned(turn: dict[Cell, Cell], cells: frozenset[Cell]) -> frozenset[Cell]:
    return frozenset(turn[cell] for cell in cells)


def _kinds(puzzle: SlidingInstance) -> list[Kind]:
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


def _groups(covers: list[frozenset[Cell]], free: dict[Cell, int]) -> tuple[tuple[int, ...], ...]:
    """Every cell is empty or covered by just one piece."""
    on: dict[Cell, list[int]] = {cell: [] for cell in free}
    for fact, cells in enumerate(covers):
        for cell in cells:
            on[cell].append(fact)
    return tuple((*facts, free[cell]) for cell, facts in on.items())


def _counts(
    kinds: list[Kind], places: list[tuple[int, Cell]], free: dict[Cell, int], empty: int
) -> Iterator[Count]:
    """The number of pieces of each kind, and of empty cells, never changes."""
    for k, kind in enumerate(kinds):
        yield Count(kind.name, tuple(f for f, (j, _) in enumerate(places) if j == k), kind.number)
    yield Count("empty", tuple(free.values()), empty)


def _start(
    puzzle: SlidingInstance,
    number: dict[tuple[int, Cell], int],
    free: dict[Cell, int],
) -> frozenset[int]:
    pieces = [(k, puzzle.drawn[n]) for k, group in enumerate(puzzle.groups) for n in group]
    facts = {number[k, _corner(cells)] for k, cells in pieces}
    covered = frozenset[Cell]().union(*(cells for _, cells in pieces))
    return frozenset(facts | {fact for cell, fact in free.items() if cell not in covered})


def _condition(
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


# --- walks: single steps, for searches ----------------------------------------------------


def ground_sliding_walks(puzzle: SlidingInstance) -> Grounding:
    """Build the task of single steps (one character drawn); a move is a chain of these.

    Facts as in `ground_sliding`, and with ``cell = 2`` also for the places between resting places.
    """
    geometry, kinds = Geometry(puzzle), _kinds(puzzle)
    corners = sorted(_around(geometry.board))
    places = [(k, at) for k, kind in enumerate(kinds) for at in corners if geometry.fits(kind, at)]
    number = {place: fact for fact, place in enumerate(places)}
    free = {cell: len(places) + k for k, cell in enumerate(sorted(geometry.board))}
    covers = [geometry.place(kinds[k], at) for k, at in places]
    masks = [puzzle.grid.mask(cells) for cells in covers]
    names = [f"{kinds[k].name}@{r},{c}" for k, (r, c) in places]
    names += [f"empty@{r},{c}" for r, c in sorted(geometry.board)]
    counts = tuple(_counts(kinds, places, free, geometry.empty))
    task = Task(
        name=puzzle.info.name,
        facts=tuple(names),
        groups=_groups(covers, free),
        counts=counts,
        movers=frozenset(range(len(places))),
        start=_start(puzzle, number, free),
        operators=tuple(_steps(geometry, kinds, number, free, puzzle.metric)),
        goals=tuple(_condition(puzzle, kinds, number, d) for d in puzzle.goals),
        stops=tuple(_condition(puzzle, kinds, number, d) for d in puzzle.tour),
        in_sequence=puzzle.tour_order == "sequence",
        chains=puzzle.metric != "unit" or geometry.cell > 1,
    )
    kept = tuple(
        (name, image)
        for name, image in _shape_turns(geometry, kinds, places, covers, free)
        if keeps_operators(task, image)
    )
    pieces = tuple(count.facts for count in counts[:-1])

    def state(facts: frozenset[int]) -> State:
        """Kinds and places are numbered as the rules order their masks."""
        return tuple(masks[f] for f in sorted(facts) if f < len(masks))

    return Grounding(task, state, kept, pieces)


def _around(board: frozenset[Cell]) -> set[Cell]:
    """Corners of bounding boxes that are no cells themselves, as an L piece may have."""
    rows, columns = {r for r, _ in board}, {c for _, c in board}
    return {(r, c) for r in rows for c in columns}


def _steps(
    geometry: Geometry,
    kinds: list[Kind],
    number: dict[tuple[int, Cell], int],
    free: dict[Cell, int],
    metric: str,
) -> Iterator[Operator]:
    """Each place, each direction; what may follow is said by origin and landing."""
    link = LINKS[metric](geometry.cell)
    for (k, at), source in number.items():
        here = geometry.place(kinds[k], at)
        for direction in kinds[k].directions:
            to = (at[0] + direction[0], at[1] + direction[1])
            if not geometry.fits(kinds[k], to):
                continue
            there, target = geometry.place(kinds[k], to), number[k, to]
            entered = frozenset(free[cell] for cell in there - here)
            left = frozenset(free[cell] for cell in here - there)
            name = f"{kinds[k].name}:{at[0]},{at[1]}>{to[0]},{to[1]}"
            for origin, landing in link(source, target, COMPASS.index(direction)):
                yield Operator(
                    name, entered | {source}, entered | {source}, left | {target},
                    origin=origin, landing=landing, rests=geometry.rests(kinds[k], to),
                )  # fmt: skip


Link = Callable[[int, int, int], Iterator[tuple[int, int]]]
"""(source fact, target fact, direction) -> (origin, landing) as whom a step may be taken."""


def _any_way(cell: int) -> Link:
    """Around corners: whatever leaves from where the piece has got to."""

    def link(source: int, target: int, direction: int) -> Iterator[tuple[int, int]]:
        yield source, target

    return link


def _one_way(cell: int) -> Link:
    """Straight on."""

    def link(source: int, target: int, direction: int) -> Iterator[tuple[int, int]]:
        yield 4 * source + direction, 4 * target + direction

    return link


def _so_far(cell: int) -> Link:
    """Straight on, ``cell`` characters at most."""

    def link(source: int, target: int, direction: int) -> Iterator[tuple[int, int]]:
        for taken in range(cell):
            before, after = 4 * source + direction, 4 * target + direction
            yield before * (cell + 1) + taken, after * (cell + 1) + taken + 1

    return link


LINKS: dict[str, Callable[[int], Link]] = {"piece": _any_way, "line": _one_way, "unit": _so_far}
COMPASS = tuple(DIRECTIONS.values())


def _shape_turns(
    geometry: Geometry,
    kinds: list[Kind],
    places: list[tuple[int, Cell]],
    covers: list[frozenset[Cell]],
    free: dict[Cell, int],
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Candidates: each turn of the board; a kind goes to itself, or to one of its turned shape."""
    number = {(places[f][0], cells): f for f, cells in enumerate(covers)}
    for name, turn in turns(geometry.board):
        becomes = _partners(kinds, number, [_turned(turn, cells) for cells in covers], places)
        moved = [(becomes.get(k, -1), _turned(turn, covers[f])) for f, (k, _) in enumerate(places)]
        if all(place in number for place in moved):
            images = (*(number[place] for place in moved), *(free[turn[cell]] for cell in free))
            yield name, images


def _partners(
    kinds: list[Kind],
    number: dict[tuple[int, frozenset[Cell]], int],
    images: list[frozenset[Cell]],
    places: list[tuple[int, Cell]],
) -> dict[int, int]:
    """Kind -> the kind of its turned shape: itself if it can be, each taken once."""
    first = {k: images[f] for f, (k, _) in reversed(list(enumerate(places)))}
    becomes = {k: k for k, cells in first.items() if (k, cells) in number}
    for k, cells in first.items():
        for other, kind in enumerate(kinds):
            fits = (other, cells) in number and kind.number == kinds[k].number
            if k not in becomes and fits and other not in becomes.values():
                becomes[k] = other
    return becomes
