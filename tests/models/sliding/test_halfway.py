"""Two by two characters a cell: a piece may begin or end half-way between cells (Century)."""

import pytest

from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.sliding.rules import SlidingMove, SlidingPuzzle
from tests.support.boards import sliding

HALF = ".AA.../.AA..."
END_HALF_WAY = sliding("AA..../AA....", "line", cell=2, goal="...AA./...AA.")


def moves(puzzle: SlidingPuzzle) -> list[str]:
    return sorted(map(puzzle.format_move, puzzle.moves(puzzle.start)))


STARTS: list[tuple[SlidingPuzzle, list[str]]] = [
    # To whole cells, or where it is drawn: at the start, in the goal or in a stop.
    (sliding(HALF, "line", cell=2), ["AEe", "Ae", "Aw"]),
    (sliding(HALF, "unit", cell=2), ["Ae", "Aw"]),
    (END_HALF_WAY, ["AE", "AEE", "AEe"]),
    (sliding("AA..../AA....", "line", cell=2, goal="..AA../..AA.."), ["AE", "AEE"]),
    (sliding("AA../AA..", cell=2, tour=[".AA./.AA."]), ["AE", "Ae"]),
    # Round a corner through free cells only.
    (sliding("AABB/AABB/..../....", "piece", cell=2), ["AS", "ASE", "BS", "BSW"]),
]


@pytest.mark.parametrize(("puzzle", "expected"), STARTS)
def test_a_piece_comes_to_rest_where_it_may(puzzle: SlidingPuzzle, expected: list[str]) -> None:
    assert moves(puzzle) == expected


def test_whole_cells_are_capital_letters_and_halves_are_small() -> None:
    puzzle = sliding(HALF, "line", cell=2)
    assert puzzle.parse_move("AEe") == SlidingMove("A", "EEE")
    assert puzzle.format_move(SlidingMove("A", "EEE")) == "AEe"
    assert puzzle.parse_move("AeE") == puzzle.parse_move("AEe")


def test_no_piece_stops_half_way_elsewhere() -> None:
    puzzle = sliding(HALF, "line", cell=2)
    whole = puzzle.play(puzzle.start, puzzle.parse_move("Aw"))
    with pytest.raises(IllegalMove, match="'AEe' is not one move in the metric 'line'"):
        puzzle.play(whole, puzzle.parse_move("AEe"))


def test_half_way_is_a_place_for_that_shape_only() -> None:
    puzzle = sliding(".AA.BBBB/.AA.BBBB/......../........", "piece", cell=2)
    for state in puzzle.successors(puzzle.start):
        assert puzzle.grid.whole(state[puzzle.names.index("B")], 2)
