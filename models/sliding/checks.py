"""What an instance of sliding blocks must fulfil, one function a condition, one message a fault."""

from __future__ import annotations

from collections import Counter

from puzzleproof.models.drawing import OUTSIDE, Cell, Drawing, shape_of
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.sliding.instance import SlidingInstance


def check_instance(puzzle: SlidingInstance) -> None:
    """Raise InstanceError unless board, labels, goals and tour fit together."""
    check_metric(puzzle)
    if puzzle.cell not in (1, 2):
        raise InstanceError(f"key 'cell': expected 1 or 2, got {puzzle.cell!r}")
    if not puzzle.drawn:
        raise InstanceError("key 'board': there is no piece on the board")
    _check_labels(puzzle)
    _check_whole_cells(puzzle, puzzle.board)
    for drawing in puzzle.goals + puzzle.tour:
        _check_walls(puzzle, drawing)
        _check_pieces(puzzle, drawing)
        _check_whole_cells(puzzle, drawing)


def check_metric(puzzle: SlidingInstance) -> None:
    """The metric is one of the family's."""
    if puzzle.metric not in puzzle.metrics:
        raise InstanceError(
            f"metric {puzzle.metric!r}: expected one of {', '.join(puzzle.metrics)} "
            f"(family {puzzle.family!r})"
        )


def _check_labels(puzzle: SlidingInstance) -> None:
    """Every label is a piece, named once."""
    if puzzle.labelled == "*":
        return
    for name, times in Counter(puzzle.labelled).items():
        if name not in puzzle.drawn:
            raise InstanceError(
                f"key 'labelled': no piece {name!r} on the board, which has "
                f"{''.join(puzzle.drawn)!r}"
            )
        if times > 1:
            raise InstanceError(f"key 'labelled': piece {name!r} stands {times} times")


def _check_whole_cells(puzzle: SlidingInstance, drawing: Drawing) -> None:
    """With 2 x 2 characters a cell, walls stand on whole cells and pieces are made of them."""
    (rows, columns), grid, cell = drawing.size, puzzle.grid, puzzle.cell
    if rows % cell or columns % cell:
        raise InstanceError(
            f"key {drawing.key!r}: {rows} x {columns} characters are not whole cells of "
            f"{cell} x {cell}"
        )
    if not grid.whole(grid.all, cell):
        raise InstanceError(f"key {drawing.key!r}: a wall covers part of a cell of {cell} x {cell}")
    for name, cells in drawing.pieces().items():
        if not grid.whole(grid.mask(shape_of(cells)), cell):
            raise InstanceError(
                f"key {drawing.key!r}: piece {name!r} is not made of cells of {cell} x {cell}"
            )


def _check_walls(puzzle: SlidingInstance, drawing: Drawing) -> None:
    """A goal has the board's size, and its walls where the board has them."""
    if drawing.size != puzzle.board.size:
        raise InstanceError(
            f"key {drawing.key!r}: the drawing is {_by(drawing.size)}, "
            f"the board is {_by(puzzle.board.size)}"
        )
    for r, row in enumerate(drawing.rows):
        for c, char in enumerate(row):
            if char in OUTSIDE and (r, c) in puzzle.grid.cells:
                raise InstanceError(
                    f"key {drawing.key!r}: row {r + 1}, column {c + 1} is {char!r} (outside), "
                    f"but the board has a cell there"
                )


def _check_pieces(puzzle: SlidingInstance, drawing: Drawing) -> None:
    """Each piece or shape of a goal is on the board, often enough, and not drawn on a wall."""
    if not drawing.pieces():
        raise InstanceError(f"key {drawing.key!r}: the drawing asks for no piece")
    stock = Counter(map(shape_of, puzzle.drawn.values()))
    wanted: Counter[frozenset[Cell]] = Counter()
    for name, cells in drawing.pieces().items():
        _check_off_walls(puzzle, drawing, name, cells)
        shape = shape_of(cells)
        wanted[shape] += 1
        if puzzle.is_labelled(name) and shape != shape_of(puzzle.drawn.get(name, ())):
            raise InstanceError(
                f"key {drawing.key!r}: the board has no labelled piece {name!r} of this shape"
            )
        if not stock[shape]:
            raise InstanceError(
                f"key {drawing.key!r}: piece {name!r} has a shape that is not on the board"
            )
        if wanted[shape] > stock[shape]:
            raise InstanceError(
                f"key {drawing.key!r}: piece {name!r} would be number {wanted[shape]} of its "
                f"shape, the board has {stock[shape]}"
            )


def _check_off_walls(
    puzzle: SlidingInstance, drawing: Drawing, name: str, cells: frozenset[Cell]
) -> None:
    for r, c in sorted(cells - puzzle.grid.cells):
        raise InstanceError(
            f"key {drawing.key!r}: piece {name!r} stands on a wall at row {r + 1}, column {c + 1}"
        )


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]} rows x {size[1]} columns"
