"""A plan row by row: legal, to the goal, on boards of every shape."""

from random import Random

import pytest

from puzzleproof.explore.tiles.rows import plan_by_rows
from puzzleproof.models.puzzle import Info, plan_through
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.replay import replay_to_goal


def shuffled(rows: int, columns: int, seed: int, metric: str = "single") -> TilesPuzzle:
    """A table and a goal, both by chance; two tiles are exchanged if need be."""
    start, goal = list(range(rows * columns)), list(range(rows * columns))
    chance = Random(seed)  # noqa: S311  a board, no secret
    chance.shuffle(start)
    chance.shuffle(goal)
    info = Info(name=f"{rows} x {columns}")
    puzzle = TilesPuzzle(info, metric, rows, columns, tuple(start), tuple(goal))
    if puzzle.playable:
        return puzzle
    one, other = [k for k, tile in enumerate(goal) if tile][:2]
    goal[one], goal[other] = goal[other], goal[one]
    return TilesPuzzle(info, metric, rows, columns, tuple(start), tuple(goal))


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (5, 2), (3, 3), (4, 5), (5, 5), (7, 6)])
@pytest.mark.parametrize("metric", ["single", "multi"])
def test_a_plan_by_rows_leads_to_the_goal(size: tuple[int, int], metric: str) -> None:
    for seed in range(5):
        puzzle = shuffled(*size, seed, metric)
        states = plan_by_rows(puzzle)
        assert states is not None
        moves = list(map(puzzle.format_move, plan_through(puzzle, states)))
        assert replay_to_goal(puzzle, moves) == len(states) - 1


def test_no_plan_for_a_line_or_a_goal_that_cannot_be_reached() -> None:
    for columns, goal in ((2, (0, 2, 1, 3)), (4, (1, 0, 2, 3))):
        rows = len(goal) // columns
        puzzle = TilesPuzzle(Info(), "single", rows, columns, (0, 1, 2, 3), goal)
        assert plan_by_rows(puzzle) is None
