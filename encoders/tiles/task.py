"""Sliding tiles as a planning task, told from geometry: where the blank goes, what gives way.

This is the second telling of the rules; it reads the table and the goal of an instance and calls
none of the move rules of `puzzleproof.models`.  Facts: ``7@r,c`` (tile 7 lies at row r, column c)
and ``blank@r,c``.  An operator takes the blank from a cell along a row or column to another, and
shifts whatever lies on the way by one cell towards where the blank was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

from puzzleproof.encoders.board_symmetry import board_symmetries
from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.encoders.task import Condition, Grounding, Operator, Task
from puzzleproof.models.drawing import Cell
from puzzleproof.models.puzzle import State
from puzzleproof.models.tiles.rules import TilesPuzzle

DIRECTIONS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


class Geometry:
    """The cells of a board, and a number for the fact that a label (0 the blank) lies on one."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.cells = list(product(range(rows), range(columns)))
        self.place = {cell: k for k, cell in enumerate(self.cells)}

    def fact(self, label: int, cell: Cell) -> int:
        """The labels' facts one after the other, each in reading order of the cells."""
        return label * len(self.cells) + self.place[cell]

    def labelled(self, fact: int) -> tuple[int, int]:
        """(label, the cell's place in reading order) of a fact."""
        return divmod(fact, len(self.cells))

    def facts(self, table: State) -> Iterator[int]:
        """What holds in a table."""
        return (self.fact(label, cell) for label, cell in zip(table, self.cells, strict=True))

    def line(self, cell: Cell, direction: str) -> list[Cell]:
        """A cell and all that lie beyond it in a direction, up to the edge."""
        down, right = DIRECTIONS[direction]
        ahead = ((cell[0] + k * down, cell[1] + k * right) for k in range(len(self.cells)))
        return [one for one in ahead if one in self.place]


def ground_tiles(puzzle: TilesPuzzle) -> Grounding:
    """Build the task of an instance."""
    geometry = Geometry(puzzle.rows, puzzle.columns)
    single = puzzle.metric == "single"

    def state(facts: frozenset[int]) -> State:
        """The label of each cell, in reading order."""
        labels = {place: label for label, place in map(geometry.labelled, facts)}
        return tuple(labels[place] for place in range(len(geometry.cells)))

    task = Task(
        name=puzzle.info.name,
        facts=tuple(
            f"{label or 'blank'}@{r},{c}"
            for label in range(len(geometry.cells))
            for r, c in geometry.cells
        ),
        groups=_groups(geometry),
        counts=(),
        movers=frozenset(),
        start=frozenset(geometry.facts(puzzle.start)),
        operators=tuple(_operators(geometry, longest=1 if single else len(geometry.cells))),
        goals=(_goal(geometry, puzzle.goal),),
        alternates=frozenset(
            geometry.fact(0, (r, c)) for r, c in geometry.cells if single and (r + c) % 2 == 0
        ),
    )
    candidates = _board_symmetries(geometry, puzzle.start)
    kept = tuple(image for image in candidates if is_symmetry(task, image))
    return Grounding(replace(task, symmetries=kept), state)


def _groups(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Each label, the blank first, lies on one cell; on each cell lies one label."""
    labels, cells = range(len(geometry.cells)), geometry.cells
    places = [tuple(geometry.fact(label, cell) for cell in cells) for label in labels]
    contents = [tuple(geometry.fact(label, cell) for label in labels) for cell in cells]
    return (*places, *contents)


def _goal(geometry: Geometry, goal: State) -> Condition:
    """Every tile on its cell; the blank is then where the goal has it."""
    return tuple((fact,) for fact in geometry.facts(goal) if geometry.labelled(fact)[0])


def _operators(geometry: Geometry, longest: int) -> Iterator[Operator]:
    """The blank from each cell, in each direction, at most so far."""
    for cell, letter in product(geometry.cells, DIRECTIONS):
        line = geometry.line(cell, letter)
        for length in range(1, min(longest, len(line) - 1) + 1):
            name = letter + (str(length) if length > 1 else "")
            yield _slide(geometry, line[: length + 1], f"{name}@{cell[0]},{cell[1]}")


def _slide(geometry: Geometry, line: list[Cell], name: str) -> Operator:
    """The blank from the first cell of a line to the last; the tiles between make room."""
    source, target = geometry.fact(0, line[0]), geometry.fact(0, line[-1])
    return Operator(
        name=name,
        requires=frozenset((source,)),
        deletes=frozenset((source,)),
        adds=frozenset((target,)),
        shifts=tuple(
            (geometry.fact(tile, after), geometry.fact(tile, before))
            for tile in range(1, len(geometry.cells))
            for before, after in pairwise(line)
        ),
    )


def _board_symmetries(geometry: Geometry, start: State) -> Iterator[tuple[int, ...]]:
    """Candidates: each mirror image or rotation of the board, the tiles renamed to keep the start.

    A tile takes the name of the one that lies, at the start, where it is mirrored to itself.
    """
    label_at = dict(zip(geometry.cells, start, strict=True))
    for _, turn in board_symmetries(geometry.cells):
        renamed = {label: label_at[turn[cell]] for cell, label in label_at.items()}
        yield tuple(
            geometry.fact(renamed[label], turn[cell])
            for label in range(len(start))
            for cell in geometry.cells
        )


# --- walks: single steps, for searches ----------------------------------------------------


def ground_tile_single_steps(puzzle: TilesPuzzle) -> Grounding:
    """Build the task of single slides; in the metric ``multi`` a move is a straight run of them."""
    grounding = ground_tiles(puzzle.with_metric("single"))
    geometry, task = Geometry(puzzle.rows, puzzle.columns), grounding.task
    kept = tuple(
        (
            name,
            tuple(
                geometry.fact(label, turn[cell])
                for label in range(len(puzzle.start))
                for cell in geometry.cells
            ),
        )
        for name, turn in board_symmetries(geometry.cells)
    )
    operators = tuple(_linked(o) for o in task.operators)
    walks = replace(task, operators=operators, chains=puzzle.metric == "multi", symmetries=())
    facts = range(len(puzzle.start) ** 2)
    entries = {fact: geometry.labelled(fact)[::-1] for fact in facts}
    return replace(grounding, task=walks, board_symmetries=kept, entries=entries)


def _linked(operator: Operator) -> Operator:
    """Say by origin and landing that the blank goes straight on."""
    (source,), (target,) = operator.requires, operator.adds
    direction = list(DIRECTIONS).index(operator.name[0])
    return operator._replace(origin=4 * source + direction, landing=4 * target + direction)
