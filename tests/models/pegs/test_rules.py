"""Peg solitaire: instances, rules, notation, errors, and what is published."""

from functools import cache
from typing import Any

import pytest

from puzzleproof.models.errors import IllegalMove, InstanceError
from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.models.invariants import GoalSet
from puzzleproof.models.pegs.boards import named_board, read_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import State
from puzzleproof.verify.bfs import bfs, layers
from tests.support.peg_boards import pegs, with_pegs


def test_a_later_start_has_the_goals_that_are_left() -> None:
    puzzle = pegs("jump", board="strip4", start="xxox", goal=["oxox", "oxoo"])
    after = next(iter(puzzle.successors(puzzle.start)))
    later = puzzle.with_start(next(iter(puzzle.successors(after))), puzzle.info)
    assert len(later.goals) == 1
    assert loads(dumps(later)) == later
    with pytest.raises(InstanceError, match="the goal has 2 pegs, the start 1"):
        pegs("jump", board="strip4", start="xooo", goal=["oxox", "oxoo"])


@pytest.mark.parametrize(
    "keys",
    [
        {"board": "english", "vacate": [3, 3], "finish": [3, 3]},
        {"board": "triangle5", "vacate": [0, 0], "finish": "any"},
        {"board": "strip4", "start": "xxox", "goal": "xooo"},
        {"board": "strip4", "start": "xxox", "goal": ["xooo", "ooox"]},
        {"board": "strip4", "start": "xxox", "goal": ["xooo"]},
        {"board": "oo.\nooo\n", "vacate": [0, 0], "finish": [1, 1]},
        {"board": "triangle3", "start": "x..\nxx.\nooo", "goal": "..o..\n.o.o.\nx.o.o"},
        {"start": "x#\nxo\no#", "finish": "any"},
        {"board": "x \nxo\no ", "goal": "o \nox\no "},
    ],
)
@pytest.mark.parametrize("metric", PegPuzzle.metrics)
def test_an_instance_reads_back_as_it_was_printed(keys: dict[str, Any], metric: str) -> None:
    puzzle = pegs(metric, **keys)
    assert loads(dumps(puzzle)) == puzzle


def test_one_drawing_may_be_board_and_start_and_goal() -> None:
    one = pegs(start="x..\nxxo", finish="any")
    assert one == pegs(board="x..\nxxo", finish="any")
    assert one == pegs(board="o..\nooo", start="x..\nxxo", finish="any")
    assert bfs(pegs(board="strip3", start="xxo", goal="xxo")).optimum == 0


EURO = pegs(board="european", vacate=[3, 3], finish="any")
EXAMPLE = with_pegs(17, 18, 20, 29, 36, 27)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("17-15", "'17-15': no hole 15 on the board 'european' (37 holes, numbers 2 to 52)"),
        ("17-19-99", "no hole 99"),
        ("16-18", "jump 1 (16-18): hole 16 is empty"),
        ("17-33", "jump 1 (17-33): nothing to jump over, hole 25 is empty"),
        ("17-19-17", "jump 2 (19-17): nothing to jump over, hole 18 is empty"),
        ("17-20", "jump 1 (17-20): no straight line of three holes leads from 17 to 20"),
        ("17-17", "no straight line"),
        ("17-35", "no straight line"),
        ("18-20", "jump 1 (18-20): nothing to jump over, hole 19 is empty"),
        ("17-19-35-37-21-19-35-37", "jump 6 (19-35): nothing to jump over"),
    ],
)
def test_an_illegal_move_names_the_hole_and_the_reason(text: str, said: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        EURO.play(EXAMPLE, EURO.parse_move(text))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("metric", "move", "said"),
    [
        ("jump", (17, 19, 35), "2 jumps are not one move in the metric 'jump'"),
        ("move", (), "expected two holes at least"),
        ("move", (17,), "expected two holes at least"),
        ("move", (18, 20), "nothing to jump over"),
        ("move", (27, 29), r"jump 1 \(27-29\): hole 29 is occupied"),
    ],
)
def test_what_is_no_move_is_refused(metric: str, move: tuple[int, ...], said: str) -> None:
    assert EURO.play(EXAMPLE, (17, 19, 35)) in EURO.successors(EXAMPLE)
    with pytest.raises(IllegalMove, match=said):
        EURO.with_metric(metric).play(with_pegs(17, 18, 20, 27, 28, 29, 36), move)


@pytest.mark.parametrize(
    ("name", "jumps"),
    [
        # 38 lines of three holes, each from either end: J. D. Beasley, The Ins and Outs of Peg
        # Solitaire (1985), counts 76 jumps on the board of 33 holes.
        ("english", 76),
        ("european", 92),
        ("wiegleb", 108),
        ("diamond41", 100),
        ("triangle5", 36),
        ("triangle2", 0),
        ("strip9", 14),
        ("ooo\nooo\nooo\n", 12),
    ],
)
def test_a_board_has_so_many_jumps(name: str, jumps: int) -> None:
    board = read_board(name)
    steps = pegs(board=name, vacate=board.holes[0], finish="any").own_features().steps
    assert len(steps) == jumps
    assert all(sum(change for _, change in step) == -1 for step in steps)


def test_the_goals_and_their_vectors() -> None:
    puzzle = pegs(board="strip4", vacate=[1, 0], finish="any")
    units = [tuple(int(k == hole) for k in range(4)) for hole in (3, 2, 1, 0)]
    assert sorted(goal.vector for goal in puzzle.own_features().goals) == units
    assert puzzle.own_features().start == (1, 0, 1, 1)
    assert [puzzle.is_goal((mask,)) for mask in range(5)] == [False, True, True, False, True]
    two = pegs(board="strip4", start="xxxx", goal=["xxox", "xooo"])
    assert two.own_features().goals == (GoalSet((1, 1, 0, 1)), GoalSet((1, 0, 0, 0)))


@pytest.mark.parametrize("rows", [3, 4, 5])
def test_a_triangle_takes_the_usual_numbers_as_well(rows: int) -> None:
    """From 1 at the apex, in reading order: no jump is written alike by both kinds of numbers.

    Larger triangles and other boards do not.
    """
    puzzle = pegs(board=f"triangle{rows}", vacate=1, finish=6)
    assert puzzle == pegs(board=f"triangle{rows}", vacate=[0, 0], finish=[2, 2])
    board, usual = puzzle.board, {z: k for k, z in enumerate(puzzle.board.numbers, 1)}
    for hole in board.holes:
        for _, landing in board.lines(hole):
            move = board.number(hole), board.number(landing)
            assert puzzle.parse_move("-".join(str(usual[z]) for z in move)) == move
            assert puzzle.parse_move(puzzle.format_move(move)) == move
    for name in ("triangle6", "english"):
        assert pegs(board=name, vacate=[2, 0], finish="any").parse_move("1-4") == (1, 4)
    for number, where in ((8, (1, 0)), (32, (4, 0)), (1, (0, 0)), (4, (2, 0))):
        assert pegs(board="triangle5", vacate=number, finish="any").vacate == where


@pytest.mark.parametrize(("rows", "minimum"), [(4, 5), (5, 9)])
def test_no_start_of_a_triangle_is_better(rows: int, minimum: int) -> None:
    board = named_board(f"triangle{rows}")
    starts = [pegs(board=board.name, vacate=list(hole), finish="any") for hole in board.holes]
    assert min(best for p in starts if (best := bfs(p).optimum) is not None) == minimum


def test_the_triangle_of_five_rows_has_3016_positions_and_29760_games() -> None:
    puzzle = load("triangle-5-apex").with_metric("jump")
    assert sum(map(len, layers(puzzle))) == 3016

    @cache
    def games(state: State) -> int:
        return 1 if puzzle.is_goal(state) else sum(map(games, puzzle.successors(state)))

    assert games(puzzle.start) == 29760


def test_the_small_example_begins_as_the_source_says() -> None:
    """It draws two of the first moves and tells of two mirror images; there are two more."""
    puzzle = load("peg-small-example")
    assert isinstance(puzzle, PegPuzzle)
    numbers = puzzle.board.numbers
    masks = [mask for (mask,) in puzzle.successors(puzzle.start)]
    after = {tuple(z for k, z in enumerate(numbers) if mask >> k & 1) for mask in masks}
    drawn = {(25, 34, 42), (26, 33, 41)}
    mirrored = {(33, 34, 43), (35, 41, 42)}
    assert after == drawn | mirrored | {(32, 41, 42), (33, 41, 50)}
