"""Every strategy on random tables: its plan is one, its bound is no more than the minimum."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.explore.tiles.board import TileBoard
from puzzleproof.explore.tiles.greedy import greedy
from puzzleproof.explore.tiles.layers import TileLayers
from puzzleproof.explore.tiles.outcome import OnProgress, Outcome
from puzzleproof.explore.tiles.strategies import STRATEGIES
from puzzleproof.models.puzzle import Info
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.tile_boards import labelled

T2 = (0, 1, 2, 4, 3, 6, 10, 12, 5, 7, 14, 11, 8, 9, 15, 13)
EIGHT = TileBoard(3, 3, tuple(range(9)))
SHORTEST = [name for name in STRATEGIES if not name.startswith(("greedy", "best", "line"))]
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


@pytest.mark.parametrize("name", SHORTEST)
@given(table=tables(((2, 2), (2, 3), (3, 2), (3, 3), (1, 5), (4, 1)), 14))
def test_a_shortest_plan_is_one(name: str, table: tuple[TileBoard, tuple[int, ...]]) -> None:
    board, labels = table
    end = run(name, board, labels)
    puzzle = TilesPuzzle(Info(), "single", board.rows, board.columns, labels, board.goal)
    assert end.word is not None
    assert len(end.word) == end.at_least == bfs(puzzle).optimum


@given(table=tables(((2, 2), (2, 5), (5, 2), (3, 3), (3, 4), (5, 4), (6, 6), (8, 8)), 200))
def test_line_by_line_always_arrives(table: tuple[TileBoard, tuple[int, ...]]) -> None:
    assert run("line by line", *table).word is not None


@given(data=st.data(), size=st.sampled_from([(2, 2), (2, 4), (4, 2), (3, 3), (4, 5), (7, 3)]))
def test_line_by_line_arrives_where_parity_says_so(
    data: st.DataObject, size: tuple[int, int]
) -> None:
    rows, columns = size
    start = tuple(data.draw(st.permutations(range(rows * columns))))
    goal = tuple(data.draw(st.permutations(range(rows * columns))))
    board = TileBoard(rows, columns, goal)
    can = TilesPuzzle(Info(), "single", rows, columns, start, goal).playable
    assert board.playable(board.named(start)) == can
    assert (run("line by line", board, start).word is not None) == can


def test_line_by_line_is_far_from_the_minimum_sometimes() -> None:
    """Tile 13 lies above the row where it belongs: all of that is taken apart (source, 2.1)."""
    board = TileBoard(4, 4, tuple(range(16)))
    word = (2, 2, 1, 2, 3, 0, 0, 0, 1, 1, 1, 2)
    end = run("line by line", board, board.walk(board.goal, word))
    assert end.word is not None
    assert len(end.word) > 5 * len(word)


@given(table=tables(((2, 3), (3, 3), (3, 4)), 60))
def test_best_first_always_arrives(table: tuple[TileBoard, tuple[int, ...]]) -> None:
    assert run("best first π2", *table).word is not None


def test_greed_by_inversions_is_stuck_at_the_start_of_t2() -> None:
    end = run("greedy π1", TileBoard(4, 4, tuple(range(16))), T2)
    assert end.word is None
    assert end.remark == "stuck after 0 moves: π1 = 18, its successors 19, 23"


@given(table=tables(((3, 3), (4, 4)), 40), weight=st.sampled_from(["greedy π1", "greedy π2"]))
def test_greed_arrives_or_says_where_it_is_stuck(
    table: tuple[TileBoard, tuple[int, ...]], weight: str
) -> None:
    end = run(weight, *table)
    assert (end.word is None) == end.remark.startswith("stuck after ")
    assert end.at_least == 0


def test_the_layers_of_the_eight_puzzle() -> None:
    search = TileLayers(EIGHT, EIGHT.goal)
    sizes = list[int]()
    while search.size:
        sizes.append(search.size)
        search.grow()
    assert tuple(sizes[: len(A089473)]) == A089473
    assert (len(sizes), sizes[-1], sum(sizes)) == (32, 2, 181_440)


@pytest.mark.parametrize("name", ["breadth-first", "bidirectional", "best first π2"])
def test_a_table_out_of_reach_has_no_plan(name: str) -> None:
    end = run(name, TileBoard(2, 3, tuple(range(6))), (0, 2, 1, 3, 4, 5))
    assert end.word is None
    assert end.remark


def test_a_line_out_of_order_has_no_plan() -> None:
    row = TileBoard(1, 4, (0, 1, 2, 3))
    for name in STRATEGIES:
        if name != "deepening":
            assert run(name, row, (2, 1, 0, 3)).word is None


def test_progress_reports_never_claim_too_much() -> None:
    names = EIGHT.named((8, 6, 7, 2, 5, 4, 3, 0, 1))
    for name in ("breadth-first", "bidirectional", "IDA* manhattan"):
        reports: list[tuple[int, int]] = []
        end = STRATEGIES[name](EIGHT, names, into(reports))
        assert reports == sorted(reports)
        assert reports[-1][0] <= end.at_least
        assert reports[-1][1] <= end.nodes


def say_nothing(at_least: int, nodes: int) -> None:
    """Listen to no progress."""


@pytest.mark.parametrize(("weight", "arrivals"), [("π2", 12), ("π1", 4)])
def test_greedy_on_two_by_two(weight: str, arrivals: int) -> None:
    """The source has it correct for n = 2: so it is by distances, by inversions it is stuck."""
    board = TileBoard(2, 2, (0, 1, 2, 3))
    tables = [table for table in permutations(range(4)) if board.playable(table)]
    ends = [greedy(weight, board, table, say_nothing) for table in tables]
    assert len(tables) == 12
    assert sum(end.word is not None for end in ends) == arrivals
