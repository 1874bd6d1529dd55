"""Peg solitaire: instances, rules, notation, errors, and what is published."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

from puzzleproof.models.errors import IllegalMove, InstanceError, NotationError
from puzzleproof.models.instances import dumps, library_names, load, loads
from puzzleproof.models.pegs.boards import PegBoard, named_board, read_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import State
from puzzleproof.verify.bfs import bfs, layers
from puzzleproof.verify.replay import replay_to_goal
from tests.support.peg_boards import EUROPEAN, SOLVABLE, pegs, with_pegs

LIBRARY = [name for name in library_names() if load(name).family == "pegs"]


def strip(start: str, metric: str = "jump") -> PegPuzzle:
    return pegs(metric, start=start, finish="any")


# --- reading ------------------------------------------------------------------------------


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
        {"start": "x#\nxo", "finish": "any"},
        {"board": "x \nxo", "goal": "o \nox"},
    ],
)
@pytest.mark.parametrize("metric", PegPuzzle.metrics)
def test_an_instance_reads_back_as_it_was_printed(keys: dict[str, Any], metric: str) -> None:
    puzzle = pegs(metric, **keys)
    assert loads(dumps(puzzle)) == puzzle


def test_one_drawing_may_be_board_and_start() -> None:
    one = pegs(start="x.\nxo", finish="any")
    assert one == pegs(board="x.\nxo", finish="any")
    assert one == pegs(board="o.\noo", start="x.\nxo", finish="any")


def test_the_default_metric_is_move() -> None:
    assert loads('family = "pegs"\nboard = "strip3"\nvacate = [0, 0]\nfinish = "any"').metric == (
        "move"
    )


def test_a_goal_may_be_the_start() -> None:
    puzzle = pegs(board="strip3", start="xxo", goal="xxo")
    assert puzzle.is_goal(puzzle.start)
    assert bfs(puzzle).optimum == 0


GOOD: dict[str, Any] = {"board": "english", "vacate": [3, 3], "finish": [3, 3]}
NINE = "...\nooo\n...\n"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"vacate": [3, 3], "finish": "any"}, "key 'board' is missing"),
        (GOOD | {"board": "englsh"}, "no board 'englsh': expected one of english, european"),
        (GOOD | {"board": "triangle0"}, "no board 'triangle0'"),
        (GOOD | {"board": "strip05"}, "no board 'strip05'"),
        (GOOD | {"board": "triangle41"}, "'triangle41' is too large: at most triangle40"),
        (GOOD | {"board": "strip1000"}, "at most strip999"),
        (GOOD | {"board": 5}, "key 'board': expected a drawing (a string), got 5"),
        (GOOD | {"board": ""}, "key 'board': the drawing is empty"),
        (GOOD | {"board": "oo\no\n"}, "row 2 'o' has 1 character,"),
        (GOOD | {"board": "..\n..\n"}, "there is no hole ('o')"),
        (GOOD | {"vacate": [0, 0]}, "key 'vacate': no hole [0, 0] on the board 'english'"),
        (GOOD | {"vacate": [-1, 3]}, "no hole [-1, 3]"),
        (GOOD | {"vacate": "any"}, "key 'vacate': expected a hole [x, y], got 'any'"),
        (GOOD | {"vacate": [3]}, "expected a hole [x, y], got [3]"),
        (GOOD | {"vacate": [3, True]}, "expected a hole [x, y], got [3, True]"),
        (GOOD | {"vacate": [3, 3.0]}, "expected a hole"),
        (GOOD | {"finish": [7, 3]}, "key 'finish': no hole [7, 3]"),
        (GOOD | {"finish": "centre"}, "expected a hole [x, y] or 'any', got 'centre'"),
        ({"board": "triangle3", "vacate": [0, 1], "finish": "any"}, "no hole [0, 1]"),
        (
            {"board": "triangle3", "vacate": 7, "finish": "any"},
            "expected a hole [row, position] or a number as in a move, got 7",
        ),
        ({"board": "english", "vacate": 4, "finish": "any"}, "expected a hole [x, y], got 4"),
        ({"board": "english", "vacate": [3, 3]}, "one of the keys 'finish' and 'goal'"),
        ({"board": "english", "finish": [3, 3]}, "one of the keys 'vacate' and 'start'"),
        (
            {"board": "strip3", "vacate": [0, 0], "start": "oxx", "finish": "any"},
            "'vacate' and 'start' exclude each other",
        ),
        (
            {"board": "strip3", "vacate": [0, 0], "goal": "oxo", "finish": "any"},
            "'finish' and 'goal' exclude each other",
        ),
        ({"board": "xxo", "start": "xxo", "finish": "any"}, "it is a start; with 'start'"),
        ({"board": "xxo", "vacate": [0, 0], "finish": "any"}, "it is a start; with 'vacate'"),
        ({"board": "strip3", "start": "xxq", "finish": "any"}, "row 1, column 3 is 'q'"),
        ({"board": "strip3", "start": "xx.", "finish": "any"}, "the board has a hole there"),
        ({"board": NINE, "start": "x..\nxxo\n...", "finish": "any"}, "the board has no hole there"),
        (
            {"board": NINE, "start": "q..\nxxo\n...", "finish": "any"},
            "row 1, column 1 is 'q': expected 'x' (peg), 'o' (empty) or '.' (outside)",
        ),
        (
            {"board": "strip3", "start": "xxoo", "finish": "any"},
            "1 row x 4 columns, the board is 1",
        ),
        (
            {"board": "triangle3", "start": "xx", "finish": "any"},
            "the drawing is 1 row x 2 columns",
        ),
        ({"board": "strip3", "start": "ooo", "finish": "any"}, "key 'start': the start has no peg"),
        (
            {"board": "strip1", "vacate": [0, 0], "finish": "any"},
            "key 'vacate': the start has no peg",
        ),
        ({"board": "strip3", "start": "xxo", "goal": "xxx"}, "the goal has 3 pegs, the start 2"),
        (
            {"board": "strip3", "start": "xxo", "goal": ["oox", "xxx"]},
            "key 'goal[2]': the goal has 3",
        ),
        ({"board": "strip3", "start": "xxo", "goal": "ooo"}, "the goal has no peg"),
        ({"board": "strip3", "start": "xxo", "goal": []}, "the list of drawings is empty"),
        (
            {"board": "strip3", "start": "xxo", "goal": ["oox", 3]},
            "key 'goal[2]': expected a drawing",
        ),
        ({"board": "strip3", "start": 3, "finish": "any"}, "key 'start': expected a drawing"),
        ({"start": 3, "finish": "any"}, "key 'start': expected a drawing"),
        ({"start": "xqo\n", "finish": "any"}, "key 'start': row 1, column 2 is 'q': expected 'x'"),
        ({"start": "...\n", "finish": "any"}, "key 'start': there is no hole"),
    ],
)
def test_a_fault_is_one_error_that_says_where(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(InstanceError) as caught:
        pegs(**keys)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_metric_of_another_family_is_an_error() -> None:
    with pytest.raises(InstanceError, match="metric 'piece': expected one of move, jump"):
        pegs(**GOOD).with_metric("piece")


# --- rules --------------------------------------------------------------------------------

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


def test_a_peg_does_not_land_on_another() -> None:
    puzzle = strip("xxx")
    with pytest.raises(IllegalMove, match=r"jump 1 \(0-2\): hole 2 is occupied"):
        puzzle.play(puzzle.start, (0, 2))


def test_two_jumps_are_no_move_in_the_metric_jump() -> None:
    with pytest.raises(IllegalMove, match="2 jumps are not one move in the metric 'jump'"):
        EURO.with_metric("jump").play(EXAMPLE, (17, 19, 35))
    assert EURO.play(EXAMPLE, (17, 19, 35)) in EURO.successors(EXAMPLE)


@pytest.mark.parametrize("move", [(), (17,)])
def test_a_move_without_a_jump_is_refused(move: tuple[int, ...]) -> None:
    with pytest.raises(IllegalMove, match="expected two holes at least"):
        EURO.play(EXAMPLE, move)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "17",
        "17-",
        "-17-19",
        "17 19",
        "17–19",
        "17-x",
        "1-" * 9,
        "17-19\n",
        "1-1234567890",
        "१-२",
    ],
)
def test_what_is_no_move_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        EURO.parse_move(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "jumps"),
    [
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
    puzzle = pegs(board=name, vacate=board.holes[0], finish="any")
    assert len(puzzle.steps) == jumps
    assert all(sum(change for _, change in step) == -1 for step in puzzle.steps)


@pytest.mark.parametrize("number", [-1, 1 << 9, 1 << 40])
def test_a_number_of_no_state_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="no state"):
        pegs(board="strip9", vacate=[0, 0], finish="any").unpack(number)


# --- goals and classes --------------------------------------------------------------------


def test_the_goals_and_their_vectors() -> None:
    puzzle = pegs(board="strip4", vacate=[1, 0], finish="any")
    assert sorted(puzzle.goal_vectors, reverse=True) == [
        (1, 0, 0, 0),
        (0, 1, 0, 0),
        (0, 0, 1, 0),
        (0, 0, 0, 1),
    ]
    assert puzzle.vector(puzzle.start) == (1, 0, 1, 1)
    assert [puzzle.is_goal((mask,)) for mask in range(5)] == [False, True, True, False, True]
    assert pegs(board="strip4", start="xxxx", goal=["xxox", "xooo"]).goal_vectors == (
        (1, 1, 0, 1),
        (1, 0, 0, 0),
    )


def kernel(rows: list[int]) -> list[int]:
    """Vectors (bit masks) that have an even number of bits in common with every row, a basis."""
    pivots: dict[int, int] = {}
    for row in rows:
        for bit, pivot in pivots.items():
            row ^= pivot if row >> bit & 1 else 0
        if row:
            low = row.bit_length() - 1
            pivots = {b: p ^ row if p >> low & 1 else p for b, p in pivots.items()} | {low: row}
    free = [k for k in range(max(rows).bit_length()) if k not in pivots]
    return [1 << k | sum(1 << bit for bit, p in pivots.items() if p >> k & 1) for k in free]


def in_class(puzzle: PegPuzzle) -> bool:
    """Whether some goal has the parities of the start under every weight that jumps keep."""
    weights = kernel([sum(1 << k for k, _ in step) for step in puzzle.steps])
    return any(
        all(((goal ^ puzzle.pegs) & w).bit_count() % 2 == 0 for w in weights)
        for goal in puzzle.goals
    )


def test_just_the_vacancies_marked_in_the_source_pass_the_class_test() -> None:
    marks = {
        (x, 6 - row): char
        for row, line in enumerate(SOLVABLE.split("\n"))
        for x, char in enumerate(line)
        if char != " "
    }
    assert set(marks) == set(EUROPEAN.holes)
    passing = {
        hole
        for hole in EUROPEAN.holes
        if in_class(pegs(board="european", vacate=list(hole), finish="any"))
    }
    assert passing == {hole for hole, char in marks.items() if char == "X"}
    assert len(passing) == 16


def test_ten_european_problems_pass_the_class_test() -> None:
    def image_under(pair: tuple[tuple[int, int], ...], swap: bool, mx: bool, my: bool) -> Any:
        pairs = [(y, x) if swap else (x, y) for x, y in pair]
        return tuple((6 - x if mx else x, 6 - y if my else y) for x, y in pairs)

    problems = {
        min(image_under((a, b), *turn) for turn in product([False, True], repeat=3))
        for a, b in product(EUROPEAN.holes, repeat=2)
        if in_class(pegs(board="european", vacate=list(a), finish=list(b)))
    }
    assert len(problems) == 10


# --- published results --------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "peg-small-example",
        "triangle-4",
        "triangle-5",
        "triangle-5-apex",
    ],
)
def test_the_small_published_minima(name: str) -> None:
    puzzle = load(name)
    for row in puzzle.info.known:
        assert bfs(puzzle.with_metric(row.metric)).optimum == row.optimum


@pytest.mark.parametrize("rows", [3, 4, 5])
def test_a_triangle_takes_the_usual_numbers_as_well(rows: int) -> None:
    """From 1 at the apex, in reading order: no jump is written alike by both kinds of numbers."""
    puzzle = pegs(board=f"triangle{rows}", vacate=1, finish=6)
    assert puzzle == pegs(board=f"triangle{rows}", vacate=[0, 0], finish=[2, 2])
    board, usual = puzzle.board, {z: k for k, z in enumerate(puzzle.board.numbers, 1)}
    jumps = [
        (board.number(hole), board.number(landing))
        for hole in board.holes
        for _, landing in board.lines(hole)
    ]
    for move in jumps:
        assert puzzle.parse_move("-".join(str(usual[z]) for z in move)) == move
        assert puzzle.parse_move(puzzle.format_move(move)) == move


def test_larger_triangles_and_other_boards_do_not() -> None:
    for board in ("triangle6", "english"):
        puzzle = pegs(board=board, vacate=[2, 0], finish="any")
        assert puzzle.parse_move("1-4") == (1, 4)


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


def test_the_strings_of_a_strip_that_come_down_to_one_peg() -> None:
    """The counts of C. Moore and D. Eppstein's regular language (arXiv math/0008172)."""

    def reducible(n: int) -> int:
        puzzle = strip("x" * n)

        @cache
        def down(state: State) -> bool:
            return puzzle.is_goal(state) or any(map(down, puzzle.successors(state)))

        return sum(down((mask,)) for mask in range(1, 1 << n))

    assert [reducible(n) for n in range(1, 13)] == [1, 2, 5, 9, 13, 22, 31, 52, 73, 117, 161, 243]


TWO_LEFT = """
11-27 21-19 36-20 38-36 44-28 42-44 9-11 22-38 12-10 45-43 27-11 10-12 26-42 24-26 42-44 32-34
13-11 3-19 26-10 16-18 52-36 28-12 19-17 50-52 2-18 4-20 17-19 19-21 35-37 38-36 21-37 37-35
35-33 41-25
"""


def test_from_the_european_centre_two_pegs_can_be_left() -> None:
    puzzle = load("european-centre-two").with_metric("jump")
    assert replay_to_goal(puzzle, TWO_LEFT.split()) == 34


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


def test_boards_are_values() -> None:
    assert named_board("strip3") == named_board("strip3")
    assert hash(pegs(**GOOD)) == hash(pegs(**GOOD))
    assert isinstance(pegs(**GOOD).board, PegBoard)


def test_a_number_of_a_triangle_means_the_hole_that_it_means_in_a_move() -> None:
    for number, hole in ((8, (1, 0)), (32, (4, 0)), (1, (0, 0)), (4, (2, 0))):
        assert pegs(board="triangle5", vacate=number, finish="any").vacate == hole
