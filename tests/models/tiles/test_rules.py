"""Sliding tiles: what a move is, its notation, instance files, and the graph of small boards."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from puzzleproof.models.errors import IllegalMove, InstanceError
from puzzleproof.models.instances import dumps, loads
from puzzleproof.models.tiles.numbers import boustrophedon, in_a_line
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.models.tiles.slides import TilesMove
from puzzleproof.verify.about import subject
from puzzleproof.verify.bfs import layers
from tests.support.tile_boards import METRICS, library, puzzles, tiles

T1 = library("taquin-t1")


def moves(puzzle: TilesPuzzle) -> list[str]:
    return sorted(map(puzzle.format_move, puzzle.moves(puzzle.start)))


def after(puzzle: TilesPuzzle, text: str) -> str:
    """The table after one move, rows divided by ``/``."""
    played = puzzle.play(puzzle.start, puzzle.parse_move(text))
    return puzzle.draw(played).replace("\n", "/")


# --- moves --------------------------------------------------------------------------------

CENTRE = "1 4 2/3 0 5/6 7 8"
SLIDES = [
    *((CENTRE, metric, "N", "1 0 2/3 4 5/6 7 8") for metric in METRICS),
    *((CENTRE, metric, "E", "1 4 2/3 5 0/6 7 8") for metric in METRICS),
    *((CENTRE, metric, "S", "1 4 2/3 7 5/6 0 8") for metric in METRICS),
    *((CENTRE, metric, "W", "1 4 2/0 3 5/6 7 8") for metric in METRICS),
    ("0 1 2 3/4 5 6 7", "multi", "E3", "1 2 3 0/4 5 6 7"),
    ("1 2 3 0/4 5 6 7", "multi", "W2", "1 0 2 3/4 5 6 7"),
    ("0 1/2 3/4 5", "multi", "S2", "2 1/4 3/0 5"),
    ("1 2/3 4/5 0", "multi", "N2", "1 0/3 2/5 4"),
]


@pytest.mark.parametrize(("board", "metric", "move", "drawn"), SLIDES)
def test_tiles_slide_into_the_blank(board: str, metric: str, move: str, drawn: str) -> None:
    """A move is named by the way of the blank, in a run with its length."""
    assert after(tiles(board, metric), move) == drawn


def test_the_blank_goes_as_far_as_the_line_does() -> None:
    assert moves(tiles("1 0 2 3/4 5 6 7", "multi")) == ["E", "E2", "S", "W"]
    assert moves(tiles("1 0 2 3/4 5 6 7")) == ["E", "S", "W"]
    assert moves(tiles("0 1 2 3 4 5 6 7", "multi"))[-1] == "E7"


@given(puzzles())
def test_a_run_is_as_many_single_moves(puzzle: TilesPuzzle) -> None:
    multi, single = puzzle.with_metric("multi"), puzzle.with_metric("single")
    for move in multi.moves(multi.start):
        state = single.start
        for _ in range(move.cells):
            state = single.play(state, TilesMove(move.direction))
        assert state == multi.play(multi.start, move)


@pytest.mark.parametrize(
    ("metric", "move", "said"),
    [
        ("single", TilesMove("S"), "'S': the blank at row 4, column 2 would leave the board"),
        ("multi", TilesMove("E", 3), "'E3': the blank at row 4, column 2 would leave the board"),
        ("single", TilesMove("E", 2), "'E2': is not one move in the metric 'single'"),
        ("multi", TilesMove("Q"), "'Q': the blank goes one or more cells in a direction of NESW"),
        (
            "multi",
            TilesMove("E", 0),
            "'E0': the blank goes one or more cells in a direction of NES",
        ),
    ],
)
def test_an_illegal_move_is_an_error_that_says_why(metric: str, move: TilesMove, said: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        T1.with_metric(metric).play(T1.start, move)
    assert str(caught.value).startswith(said)
    assert T1.draw(T1.start).splitlines()[:2] == ["10  6  4 12", " 1 14  3  7"]


# --- instance files -----------------------------------------------------------------------


def read(text: str, *, stored: bool = False) -> TilesPuzzle:
    puzzle = loads(text, stored=stored)
    assert isinstance(puzzle, TilesPuzzle)
    return puzzle


def written(board: str, goal: str = "", metric: str = "single") -> str:
    lines = ['family = "tiles"', f'metric = "{metric}"', f'board = """\n{board}\n"""']
    return "\n".join(lines + ([f'goal = """\n{goal}\n"""'] if goal else [])) + "\n"


@pytest.mark.parametrize(
    ("board", "goal", "blank"),
    [
        ("3 2\n1 0", "0 1\n2 3", "first"),
        ("1 2\n0 3", "1 2\n3 0", "last"),
        ("0 1 2 3\n4 5 6 7\n8 9 11 10\n12 13 14 15", None, "last"),
    ],
)
def test_a_goal_that_is_not_drawn_is_the_one_in_order_that_can_be_reached(
    board: str, goal: str | None, blank: str
) -> None:
    puzzle = read(written(board))
    assert puzzle.playable
    if goal is not None:
        assert puzzle == loads(written(board, goal))
        assert not loads(written(board, goal)).assumed
    (said,) = puzzle.assumed
    assert f"in order with the blank {blank}, as" in said
    assert in_a_line(puzzle.goal, puzzle.columns) in said
    assert puzzle.with_metric("multi").assumed == (said,)
    again = loads(dumps(puzzle))
    assert again == puzzle
    assert not again.assumed


IN_ORDER = ("blank-last", "blank-first")


@given(puzzles(side=4))
def test_a_goal_in_order_is_taken_where_no_other_can_be_reached(puzzle: TilesPuzzle) -> None:
    """One of the two on boards of even sides; else both or neither, which is asked."""
    first = tuple(range(len(puzzle.start)))
    goals = (first, (*first[1:], 0))
    reached = [goal for goal in goals if replace(puzzle, goal=goal).playable]
    text = written(puzzle.draw(puzzle.start))
    assert (len(reached) == 1) == (puzzle.rows % 2 == puzzle.columns % 2 == 0)
    if len(reached) == 1:
        assert loads(text) == replace(read(text), goal=reached[0])
        return
    with pytest.raises(InstanceError) as caught:
        loads(text)
    assert all((f"'{name}'" in str(caught.value)) == bool(reached) for name in IN_ORDER)
    last = f"'blank-last' ({in_a_line(goals[1], puzzle.columns)})"
    assert (last in str(caught.value)) == bool(reached)


def test_the_question_of_a_new_user_is_asked_back() -> None:
    """With the blank last it is one move away, with the blank first 21."""
    with pytest.raises(InstanceError) as caught:
        loads(written("1 2 3\n4 5 6\n7 0 8"))
    either = "'blank-last' (1 2 3 / 4 5 6 / 7 8 0) and 'blank-first' (0 1 2 / 3 4 5 / 6 7 8)"
    assert str(caught.value).endswith(
        f"can be reached are {either}: name or draw the goal (--goal)"
    )


def test_a_goal_that_a_certificate_leaves_out_is_the_reading_order() -> None:
    for board in ("1 2 3\n4 5 6\n7 0 8", "1 2\n0 3"):
        kept = read(written(board), stored=True)
        assert kept.goal == tuple(range(len(kept.start)))
        assert " (no goal is drawn, so it is 0 1" in subject(kept)
    drawn = written("1 2\n0 3", "3 2\n1 0")
    assert loads(drawn, stored=True) == loads(drawn)
    with pytest.raises(InstanceError, match="key 'board': there is no blank"):
        loads(written("1 2\n3 4"), stored=True)
    with pytest.raises(InstanceError, match="key 'board' is missing"):
        loads('family = "tiles"\n', stored=True)


# --- what arguments use -------------------------------------------------------------------


@given(puzzles())
def test_exchanges_are_the_steps_of_the_blank(puzzle: TilesPuzzle) -> None:
    exchanges, path, start, goals = puzzle.permuting()
    blank, single = puzzle.start.index(0), puzzle.with_metric("single")
    beside = {sum(pair) - blank for pair in exchanges if blank in pair}
    assert beside == {state.index(0) for state in single.successors(puzzle.start)}
    assert sorted(path) == sorted(puzzle.start)
    assert {tuple(sorted(pair)) for pair in pairwise(path)} <= set(exchanges)
    ploughed = tuple(puzzle.start[cell] for cell in path if puzzle.start[cell])
    assert ploughed == boustrophedon(puzzle.start, puzzle.columns)
    assert (start, goals) == (puzzle.start, (puzzle.goal,))


# --- the library, and the graph of small boards -------------------------------------------

LONGEST = {
    (2, 2, "single"): 6,
    (2, 3, "single"): 21,
    (2, 4, "single"): 36,
    (3, 3, "single"): 31,
    (2, 2, "multi"): 6,
    (2, 3, "multi"): 20,
    (2, 4, "multi"): 25,
    (3, 3, "multi"): 24,
}
"""OEIS A151944; 3 x 3 in runs: D. Hoey, 2003, comment on OEIS A087725."""
_COUNTS = """\
1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952
20224 24047 15578 14560 6274 3910 760 221 2"""
A089473 = list(map(int, _COUNTS.split()))
"""OEIS: tables of the eight puzzle by their distance from one whose blank is in a corner."""


@pytest.mark.parametrize(("rows", "columns", "metric"), LONGEST)
def test_the_farthest_table_is_as_far_as_published(rows: int, columns: int, metric: str) -> None:
    order = list(range(rows * columns))
    lines = [" ".join(map(str, order[k : k + columns])) for k in range(0, len(order), columns)]
    counts = [len(layer) for layer in layers(tiles("/".join(lines), metric))]
    assert len(counts) - 1 == LONGEST[rows, columns, metric]
    if (rows, columns, metric) == (3, 3, "single"):
        assert counts == A089473
