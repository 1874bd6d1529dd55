"""Sliding blocks as a planning task of whole moves: places reached, and cells swept.

A displacement from place to place needs a minimal set of cells empty: along every route the cells
swept, less the mover's own; sets that contain another route's set are dropped, and so are sets
larger than the number of empty cells, which is constant.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import product
from typing import TypeAlias

from puzzleproof.encoders.sliding import BlockFacts, Cells
from puzzleproof.encoders.symmetry import with_symmetries
from puzzleproof.encoders.task import Grounding, Operator, Slides
from puzzleproof.models.drawing import STEPS, Cell
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.sliding.instance import SlidingInstance
from puzzleproof.models.symmetries import board_symmetries

OPERATOR_LIMIT = 60_000
COMPARED = 50
"""Sets of cells that are compared with others, for each route allowed, before giving up."""


def ground_sliding(puzzle: SlidingInstance) -> Grounding:
    """Build the task of an instance; raises Unsupported beyond `OPERATOR_LIMIT` routes."""
    facts = BlockFacts(puzzle, single_steps=False)
    composable = puzzle.metric == "piece" and not puzzle.tour
    task = facts.task(_operators(facts), composable=composable, slides=slides_of(facts))
    return Grounding(with_symmetries(task, _start_symmetries(facts)), facts.state, facts.inverse)


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
    """Any length in one direction, nearest first; in the metric ``unit`` one cell, or half."""
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
    """All corners included: for each place an antichain of minimal cell sets, by relaxation."""
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
            f"more than {OPERATOR_LIMIT:,} routes are too many for horizons by SAT or CP-SAT; "
            "--engine search needs none"
        )


# --- places and steps, of which a move is a path --------------------------------------------

AXIS = {"E": 0, "S": 1}
"""A step and its reverse count once, as the step to the right or down."""


def slides_of(facts: BlockFacts) -> Slides | None:
    """All places where a shape fits, resting places or not; None in the metric ``unit``.

    In the metric ``piece`` a path may turn; in ``line`` it may not, and in ``unit`` it has one step
    only, for which operators say as much.
    """
    metric = facts.puzzle.metric
    if metric == "unit":
        return None
    corners = list(product(*(sorted(set(some)) for some in zip(*facts.board, strict=True))))
    kinds = range(len(facts.kinds))
    places = {at: n for n, at in enumerate(at for at in product(kinds, corners) if facts.fits(*at))}
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
    """Candidates: a kind is mapped to the kind that stands, at the start, on its images' places."""
    puzzle = facts.puzzle
    standing = {puzzle.drawn[name]: k for k, group in enumerate(puzzle.groups) for name in group}
    for _, image_of in board_symmetries(facts.board):
        becomes = {k: standing.get(_moved(image_of, cells), -1) for cells, k in standing.items()}
        images = _images(facts, image_of, becomes)
        if images:
            yield images


def _moved(image_of: Mapping[Cell, Cell], cells: Cells) -> Cells:
    return frozenset(image_of[cell] for cell in cells)


def _images(
    facts: BlockFacts, image_of: Mapping[Cell, Cell], becomes: Mapping[int, int]
) -> tuple[int, ...]:
    """The image of each fact under a map of cells and kinds; empty if some place has no image."""
    covering = {(k, facts.covers[fact]): fact for (k, _), fact in facts.places.items()}
    images = {facts.empty[cell]: facts.empty[image_of[cell]] for cell in facts.empty}
    for (k, cells), fact in covering.items():
        place = (becomes.get(k, -1), _moved(image_of, cells))
        if place not in covering:
            return ()
        images[fact] = covering[place]
    return tuple(images[fact] for fact in range(len(images)))
