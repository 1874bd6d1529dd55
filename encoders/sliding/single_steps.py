"""Sliding blocks as single steps, for searches; a move is a chain of steps by one piece.

Facts are those of `puzzleproof.encoders.sliding.task` in another order: the empty cells first, as a
search looks at these most, then the places.  What may follow a step within one move depends on the
metric: any step of the piece, one straight on, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puzzleproof.encoders.board_symmetry import board_symmetries
from puzzleproof.encoders.sliding.task import (
    DIRECTIONS,
    Geometry,
    Kind,
    cell_groups,
    condition,
    kinds_of,
    piece_counts,
    start_facts,
    turned_cells,
)
from puzzleproof.encoders.symmetry import keeps_operators
from puzzleproof.encoders.task import Grounding, Operator, Task
from puzzleproof.models.drawing import Cell
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.instance import SlidingInstance


def ground_sliding_single_steps(puzzle: SlidingInstance) -> Grounding:
    """Build the task of single steps (one character drawn); a move is a chain of these.

    With ``cell = 2`` there are facts for the places between resting places as well.
    """
    geometry, kinds = Geometry(puzzle), kinds_of(puzzle)
    corners = sorted(_around(geometry.board))
    places = [(k, at) for k, kind in enumerate(kinds) for at in corners if geometry.fits(kind, at)]
    free = {cell: fact for fact, cell in enumerate(sorted(geometry.board))}
    number = {place: fact for fact, place in enumerate(places, len(free))}
    covers = {fact: geometry.place(kinds[k], at) for (k, at), fact in number.items()}
    masks = {fact: puzzle.grid.mask(cells) for fact, cells in covers.items()}
    names = [f"empty@{r},{c}" for r, c in free]
    names += [f"{kinds[k].name}@{r},{c}" for k, (r, c) in places]
    counts = tuple(piece_counts(kinds, number, free, geometry.empty))
    task = Task(
        name=puzzle.info.name,
        facts=tuple(names),
        groups=cell_groups(covers, free),
        counts=counts,
        movers=frozenset(covers),
        start=start_facts(puzzle, number, free),
        operators=tuple(_steps(geometry, kinds, number, free, puzzle.metric)),
        goals=tuple(condition(puzzle, kinds, number, d) for d in puzzle.goals),
        stops=tuple(condition(puzzle, kinds, number, d) for d in puzzle.tour),
        in_sequence=puzzle.tour_order == "sequence",
        chains=puzzle.metric != "unit" or geometry.cell > 1,
    )
    labelled = {k for k, kind in enumerate(kinds) if any(map(puzzle.is_labelled, kind.name))}
    kept = tuple(
        (f"{name}, labels exchanged" if labelled & exchanged else name, image)
        for name, image, exchanged in _shape_turns(geometry, kinds, number, covers, free)
        if keeps_operators(task, image)
    )
    pieces = tuple(count.facts for count in counts[:-1])

    def state(facts: frozenset[int]) -> State:
        """Kinds and places are numbered as the rules order their masks."""
        return tuple(masks[f] for f in sorted(facts) if f in masks)

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
    number: dict[tuple[int, Cell], int],
    covers: dict[int, frozenset[Cell]],
    free: dict[Cell, int],
) -> Iterator[tuple[str, tuple[int, ...], set[int]]]:
    """Candidates: each turn of the board; a kind goes to itself, or to one of its turned shape.

    With each turn come the kinds that go to another one.
    """
    kind_of = {fact: k for (k, _), fact in number.items()}
    covering = {(kind_of[fact], cells): fact for fact, cells in covers.items()}
    for name, turn in board_symmetries(geometry.board):
        images = {fact: turned_cells(turn, cells) for fact, cells in covers.items()}
        becomes = _partners(kinds, covering, kind_of, images)
        moved = [(becomes.get(kind_of[fact], -1), cells) for fact, cells in images.items()]
        if all(place in covering for place in moved):
            image = (*(free[turn[cell]] for cell in free), *(covering[p] for p in moved))
            yield name, image, {k for k, other in becomes.items() if k != other}


def _partners(
    kinds: list[Kind],
    covering: dict[tuple[int, frozenset[Cell]], int],
    kind_of: dict[int, int],
    images: dict[int, frozenset[Cell]],
) -> dict[int, int]:
    """Kind -> the kind of its turned shape: itself if it can be, each taken once."""
    first = {kind_of[fact]: cells for fact, cells in reversed(images.items())}
    becomes = {k: k for k, cells in first.items() if (k, cells) in covering}
    for k, cells in first.items():
        for other, kind in enumerate(kinds):
            fits = (other, cells) in covering and kind.number == kinds[k].number
            if k not in becomes and fits and other not in becomes.values():
                becomes[k] = other
    return becomes
