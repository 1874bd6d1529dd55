"""Sliding blocks as a planning task of whole moves, from the cells that a piece sweeps.

A displacement along a route needs a set of cells empty: the cells that the piece sweeps, without
the cells that it covers at first.  A set that contains another route's set is dropped, and so is a
set larger than the number of empty cells, which is constant.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from puzzleproof.encoders.sliding import BlockFacts, Cells
from puzzleproof.encoders.task import Grounding, Operator, Slides, with_symmetries
from puzzleproof.models.drawing import STEPS, Cell
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.sliding.instance import SlidingInstance
from puzzleproof.models.symmetries import board_symmetries

OPERATOR_LIMIT = 60_000
COMPARED = 50
"""So many comparisons of a route with the routes known count as one route of the limit."""


def ground_sliding(puzzle: SlidingInstance) -> Grounding:
    """Build the task of an instance; raises Unsupported beyond `OPERATOR_LIMIT` routes."""
    facts = BlockFacts(puzzle, single_steps=False)
    composable = puzzle.metric == "piece" and not puzzle.tour
    task = facts.task(_operators(facts))
    task = replace(task, composable=composable, slides=slides_of(facts))
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


# --- places and slides, of which a move is a path -------------------------------------------

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
    """Yield candidates for symmetries: each kind becomes the kind that starts on its image."""
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
    """Build the task of slides by one character of the drawing, with facts for places half-way.

    A move is a chain of slides by one piece.
    """
    facts = BlockFacts(puzzle, single_steps=True)
    chains = puzzle.metric != "unit" or puzzle.cell > 1
    task = replace(facts.task(_single_steps(facts)), chains=chains)
    return Grounding(task, facts.state, facts.inverse)


def _single_steps(facts: BlockFacts) -> Iterator[Operator]:
    """Yield the slides from each place; origin and landing say which slides may follow.

    In the metric ``piece`` any slide of the same piece may follow, in ``line`` only one in the same
    direction; in ``unit`` too, but a move has at most ``cell`` slides.
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
