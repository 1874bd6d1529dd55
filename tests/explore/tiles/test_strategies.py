"""Every strategy on random tables: its plan is one, its bound is no more than the minimum."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.explore.tiles.board import TileBoard
from puzzleproof.explore.tiles.strategies import STRATEGIES, OnProgress, Outcome, TileLayers
from puzzleproof.models.puzzle import Info
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.tile_boards import labelled

EIGHT = TileBoard(3, 3, tuple(range(9)))
A089473 = (1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529)
"""States of the eight puzzle by depth, the blank's goal in a corner (OEIS)."""


def ignore(at_least: int, nodes: int) -> None:
    assert at_least >= 0
    assert nodes >= 0


def into(reports: list[tuple[int, int]]) -> OnProgress:
    """Keep what a strategy reports."""
    return lambda at_least, nodes: reports.append((at_least, nodes))


def run(name: str, board: TileBoard, labels: tuple[int, ...]) -> Outcome:
    """Run a strategy; its plan, if any, is played on the board."""
    names = board.named(labels)
    end = STRATEGIES[name](board, names, ignore)
    if end.word is not None:
        assert labelled(board, board.walk(names, end.word)) == board.goal
    return end


@st.composite
def tables(
    draw: st.DrawFn, sizes: tuple[tuple[int, int], ...], steps: int
) -> tuple[TileBoard, tuple[int, ...]]:
    """A board with any goal, and a table at most ``steps`` moves from it."""
    rows, columns = draw(st.sampled_from(sizes))
    board = TileBoard(rows, columns, tuple(draw(st.permutations(range(rows * columns)))))
    state = tuple(range(board.cells))
    for choice in draw(st.lists(st.integers(0, 3), max_size=steps)):
        beside = board.neighbours[state.index(board.home)]
        if beside[choice] >= 0:
            state = board.walk(state, (choice,))
    return board, labelled(board, state)


@pytest.mark.parametrize("name", STRATEGIES)
@given(table=tables(((2, 2), (2, 3), (3, 2), (3, 3), (1, 5), (4, 1)), 14))
def test_a_shortest_plan_is_one(name: str, table: tuple[TileBoard, tuple[int, ...]]) -> None:
    board, labels = table
    end = run(name, board, labels)
    puzzle = TilesPuzzle(Info(), "single", board.rows, board.columns, labels, board.goal)
    assert end.word is not None
    assert len(end.word) == end.at_least == bfs(puzzle).optimum


def test_the_layers_of_the_eight_puzzle() -> None:
    search = TileLayers(EIGHT, EIGHT.goal)
    sizes = list[int]()
    while search.size:
        sizes.append(search.size)
        search.grow()
    assert tuple(sizes[: len(A089473)]) == A089473
    assert (len(sizes), sizes[-1], sum(sizes)) == (32, 2, 181_440)


@pytest.mark.parametrize("name", ["breadth-first", "bidirectional"])
def test_a_table_out_of_reach_has_no_plan(name: str) -> None:
    end = run(name, TileBoard(2, 3, tuple(range(6))), (0, 2, 1, 3, 4, 5))
    assert end.word is None
    assert end.remark


def test_a_line_out_of_order_has_no_plan() -> None:
    row = TileBoard(1, 4, (0, 1, 2, 3))
    for name in STRATEGIES:
        assert run(name, row, (2, 1, 0, 3)).word is None


def test_progress_reports_never_claim_too_much() -> None:
    names = EIGHT.named((8, 6, 7, 2, 5, 4, 3, 0, 1))
    for name in ("breadth-first", "bidirectional", "IDA* manhattan"):
        reports: list[tuple[int, int]] = []
        end = STRATEGIES[name](EIGHT, names, into(reports))
        assert reports == sorted(reports)
        assert reports[-1][0] <= end.at_least
        assert reports[-1][1] <= end.nodes
