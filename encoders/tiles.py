"""Sliding tiles as a planning task, from geometry: the blank's path, and the tiles that shift.

This belongs to the second formulation of the rules: it reads the start and the goal of an instance
and calls none of the move rules of `puzzleproof.models`.  Facts: ``7@r,c`` (tile 7 lies at row r,
column c) and ``blank@r,c``; a *label* is a tile's number, or 0 for the blank.  An operator takes
the blank along a row or column to another cell, and shifts each tile that it passes by one cell
towards the blank's first cell.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

from puzzleproof.encoders.task import Grounding, Operator, Task, with_symmetries
from puzzleproof.models.drawing import STEPS
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.symmetries import board_symmetries
from puzzleproof.models.tiles.rules import TilesPuzzle


class TileFacts:
    """The facts of a board, sorted by label and then by cell in reading order."""

    def __init__(self, rows: int, columns: int) -> None:
        self.cells = list(product(range(rows), range(columns)))
        self.labels = range(len(self.cells))
        pairs = product(self.labels, self.cells)
        self.number = {pair: fact for fact, pair in enumerate(pairs)}
        """(label, cell) -> the fact that the label lies there."""

    def state(self, facts: frozenset[int]) -> State:
        """Return the label of each cell, in reading order."""
        size = len(self.cells)
        labels = {fact % size: fact // size for fact in facts}
        return tuple(labels[place] for place in range(size))


def ground_tiles(puzzle: TilesPuzzle) -> Grounding:
    """Build the task of an instance."""
    facts = TileFacts(puzzle.rows, puzzle.columns)
    task = _task(puzzle, facts, puzzle.metric == "single")
    symmetries = _start_symmetries(facts, puzzle.start)
    return Grounding(with_symmetries(task, symmetries), facts.state)


def ground_tile_single_steps(puzzle: TilesPuzzle) -> Grounding:
    """Build the task of single slides; in the metric ``multi`` a move is a straight run of them."""
    facts = TileFacts(puzzle.rows, puzzle.columns)
    task = _task(puzzle, facts, single=True)
    operators = tuple(map(_linked, task.operators))
    task = replace(task, operators=operators, chains=puzzle.metric == "multi")
    return Grounding(task, facts.state)


def _linked(operator: Operator) -> Operator:
    """Give an operator an origin and a landing with its direction, so that chains are straight."""
    (source,), (target,) = operator.requires, operator.adds
    direction = list(STEPS).index(operator.name[0])
    return operator._replace(origin=4 * source + direction, landing=4 * target + direction)


def _task(puzzle: TilesPuzzle, facts: TileFacts, single: bool) -> Task:
    """Build the task of single slides, or of runs of any length."""
    # Alike tiles share one label.
    if not isinstance(puzzle, TilesPuzzle):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise Unsupported("tiles that are alike have no encoder")
    number, cells, labels = facts.number, facts.cells, facts.labels
    places = [tuple(number[label, cell] for cell in cells) for label in labels]
    contents = [tuple(number[label, cell] for label in labels) for cell in cells]
    white = (number[0, (r, c)] for r, c in cells if single and (r + c) % 2 == 0)
    goal = zip(puzzle.goal, cells, strict=True)
    return Task(
        name=puzzle.info.name,
        facts=tuple(f"{label or 'blank'}@{r},{c}" for label, (r, c) in number),
        groups=(*places, *contents),
        counts=(),
        movers=frozenset(),
        start=frozenset(number[pair] for pair in zip(puzzle.start, cells, strict=True)),
        operators=tuple(_operators(facts, longest=1 if single else len(cells))),
        goals=(tuple((number[label, cell],) for label, cell in goal if label),),
        alternates=frozenset(white),
    )


def _operators(facts: TileFacts, longest: int) -> Iterator[Operator]:
    """Yield the slides of the blank from each cell in each direction, by at most ``longest`` cells.

    Each tile on the way shifts one cell towards the blank's first cell.
    """
    number = facts.number
    for cell, letter in product(facts.cells, STEPS):
        (r, c), (down, right) = cell, STEPS[letter]
        ahead = ((r + k * down, c + k * right) for k in facts.labels)
        line = [one for one in ahead if (0, one) in number]
        for length in range(1, min(longest, len(line) - 1) + 1):
            source, target = (frozenset((number[0, end],)) for end in (cell, line[length]))
            shifts = tuple(
                (number[tile, after], number[tile, before])
                for tile in facts.labels[1:]
                for before, after in pairwise(line[: length + 1])
            )
            name = f"{letter}{length if length > 1 else ''}@{r},{c}"
            yield Operator(name, source, source, target, shifts)


def _start_symmetries(facts: TileFacts, start: State) -> Iterator[tuple[int, ...]]:
    """Yield candidates for symmetries: mirror images and rotations that also rename the tiles.

    The start has to be its own image, so each tile gets the name of the tile that, at the start,
    lies on the image of its cell.
    """
    label_at = dict(zip(facts.cells, start, strict=True))
    for _, image_of in board_symmetries(facts.cells):
        renamed = {label: label_at[image_of[cell]] for cell, label in label_at.items()}
        yield tuple(facts.number[renamed[label], image_of[cell]] for label, cell in facts.number)
