"""Large boards a few moves from their goals: the largest of each family that docs/boards.md allows.

Scrambled tiles and unit squares more moves away are in test_rows.py.
"""

from collections.abc import Sequence

import pytest

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.numbers import SIDE_LIMIT
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.bfs import bfs
from tests.support.cube_sets import cubes
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

FIRST = 0x4E00
"""The characters from here on are the letters of many pieces."""
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def rows_of(cells: Sequence[object], columns: int, between: str = "") -> list[str]:
    lines = (cells[k : k + columns] for k in range(0, len(cells), columns))
    return [between.join(map(str, line)) for line in lines]


def in_order(rows: int, columns: int) -> list[int]:
    return [*range(1, rows * columns), 0]


def walked(rows: int, columns: int, way: str) -> AnyPuzzle:
    """Tiles after a walk of the blank from the last cell; steps off the board are left out."""
    board, here = in_order(rows, columns), (rows - 1, columns - 1)
    for letter in way:
        row, column = here[0] + STEPS[letter][0], here[1] + STEPS[letter][1]
        if row in range(rows) and column in range(columns):
            one, other = here[0] * columns + here[1], row * columns + column
            board[one], board[other] = board[other], 0
            here = row, column
    goal = in_order(rows, columns)
    drawn, wanted = ("/".join(rows_of(table, columns, " ")) for table in (board, goal))
    return tiles(drawn, goal=wanted)


def squares(size: int, at: int, target: int, metric: str = "unit") -> AnyPuzzle:
    """Unit squares on size x size cells, the last one empty; R has to get to a cell."""
    board, goal = [chr(FIRST + k) for k in range(size * size)], ["."] * size * size
    board[at], board[-1], goal[target] = "R", ".", "R"
    drawn, wanted = ("\n".join(rows_of(cells, size)) for cells in (board, goal))
    return loads(
        f'family = "sliding"\nmetric = "{metric}"\nlabelled = "R"\n'
        f'board = """\n{drawn}\n"""\ngoal = """\n{wanted}\n"""\n'
    )


def certified(puzzle: AnyPuzzle) -> int | None:
    verdict = prove("large", puzzle, Request(), limits=Limits(60.0, None))
    assert (verdict.status, verdict.grade) == ("optimal", "certified")
    return verdict.lower


SIDES = [(1, 8), (8, 1), (2, 8), (3, 8), (4, 8), (5, 6), (5, 7), (6, 6), (6, 7), (7, 8), (8, 8)]


@pytest.mark.parametrize(("rows", "columns"), SIDES)
def test_tiles_of_every_size_that_the_docs_allow(rows: int, columns: int) -> None:
    puzzle = walked(rows, columns, "NNWWSENWNEE")
    assert certified(puzzle) == bfs(puzzle).optimum


def test_no_larger_tiles_are_taken() -> None:
    assert max(SIDES) == (SIDE_LIMIT, SIDE_LIMIT)
    with pytest.raises(InstanceError, match="8 rows and 8 columns at most"):
        walked(1, 9, "W")


@pytest.mark.parametrize("metric", ["unit", "line", "piece"])
def test_sliding_boards_of_many_pieces(metric: str) -> None:
    assert certified(squares(20, 398, 399, metric)) == 1


CUBES = ["".join(chr(ord("A") + (k + j) % 20) for j in (0, 1, 2, 3, 0, 0)) for k in range(20)]
TRIANGLE = "\n".join([*(("o" * k).ljust(40, ".") for k in range(1, 40)), "xx" + "o" * 38])
HOLES = "\n".join(["xx" + "o" * 23, *["o" * 25] * 39])
LARGEST: dict[str, tuple[AnyPuzzle, int]] = {
    "sliding, 10,000 cells": (squares(100, 9_998, 9_999), 1),
    "pegs, a strip": (pegs(board="strip999", start="xx" + "o" * 997, finish="any"), 1),
    "pegs, a triangle": (pegs(board="triangle40", start=TRIANGLE, finish="any"), 1),
    "pegs, 1,000 holes": (pegs(start=HOLES, finish="any"), 1),
    "frogs, a row": (frogs(f"{'F' * 100}.{'T' * 100}"), 100 * 100 + 100 + 100),
    "cubes": (cubes(*CUBES), 20),
}
"""The largest boards, and their minima.  Some take minutes."""


@pytest.mark.parametrize("name", LARGEST)
def test_the_largest_board_of_a_family_has_the_right_answer_or_none_yet(name: str) -> None:
    puzzle, minimum = LARGEST[name]
    verdict = prove("large", puzzle, Request(), limits=Limits(2.0, None))
    assert verdict.status in ("optimal", "bounded", "unknown")
    assert (verdict.lower or 0) <= minimum <= (verdict.upper or minimum)
