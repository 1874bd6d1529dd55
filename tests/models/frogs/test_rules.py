"""Frogs and toads: the rules, the notation, the constructed plan, and all faults of an instance."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from puzzleproof.models.capabilities import constructed_plan
from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.frogs.boards import FrogMove, blank_displacements
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay, replay_to_goal
from tests.support.frog_boards import SMALL, frogs, puzzles, row

IN_A_ROW = [(p, q) for p in range(1, 7) for q in range(1, 7)]


def anywhere(board: str, **keys: Any) -> FrogsPuzzle:
    """A board whose goal does not matter."""
    return frogs(board, goal=board, **keys)


OWN, BACK = {"jump_own": True}, {"backward": True}
AFTER: list[tuple[str, dict[str, bool], str]] = [
    # Frogs go right, toads left; on a board frogs go down too, and toads up.
    (".F.", {}, "..F"),
    (".T.", {}, "T.."),
    (".../.F./...", {}, ".../..F/... .../.../.F."),
    (".../.T./...", {}, ".T./.../... .../T../..."),
    # A jump passes one animal of the other kind, no two of them, no wall and no hole.
    ("FT.", {}, ".TF"),
    (".FT", {}, "TF."),
    ("F/T/.", {}, "./T/F"),
    ("./F/T", {}, "T/F/."),
    *((board, {}, "") for board in ("FTT.", "FT#.", "F#.", "F/#/.", ".#T")),
    ("F..", {}, ".F."),
    ("..T", {}, ".T."),
    # Nobody jumps its own kind, or goes back, unless told.
    ("FF.", {}, "F.F"),
    ("FF.", OWN, "F.F .FF"),
    (".TT", {}, "T.T"),
    (".TT", OWN, "T.T TT."),
    (".TF", {}, "T.F"),
    (".TF", BACK, "T.F FT."),
    (".../.F./...", BACK, ".F./.../... .../F../... .../..F/... .../.../.F."),
    # Nobody goes round a corner or over the edge.
    ("FT/#.", {}, ""),
    ("..F/..F", {}, ""),
    (".FT/...", {}, "..T/.F. TF./..."),
    ("F/T/F/.", {}, "F/T/./F"),
]


@pytest.mark.parametrize(("board", "keys", "expected"), AFTER)
def test_what_one_move_is(board: str, keys: dict[str, bool], expected: str) -> None:
    puzzle = anywhere(board, **keys)
    drawn = {puzzle.draw(s).replace("\n", "/") for s in puzzle.successors(puzzle.start)}
    assert drawn == set(expected.split())


@given(puzzles())
def test_whatever_is_not_listed_is_refused(puzzle: FrogsPuzzle) -> None:
    legal = set(puzzle.moves(puzzle.start))
    for source in puzzle.cells:
        for target in puzzle.cells:
            if FrogMove(source, target) not in legal:
                with pytest.raises(IllegalMove):
                    puzzle.play(puzzle.start, FrogMove(source, target))


@pytest.mark.parametrize(
    ("board", "text", "reason"),
    [
        ("FF.TT", "2-6", "row 1, column 6 is not on the board"),
        ("F#.T", "2-3", "row 1, column 2 is not on the board"),
        ("FF.TT", "3-4", "there is no animal at row 1, column 3"),
        ("FF.TT", "1-2", "a frog is in the way at row 1, column 2"),
        ("FT..", "1-2", "a toad is in the way at row 1, column 2"),
        (".F.T", "2-1", "a frog goes right or down"),
        ("F.T.", "3-4", "a toad goes left or up"),
        ("FT..", "1-4", "one cell, or two cells in a jump"),
        ("FF.TT", "1-3", "a frog may not jump over its own kind at row 1, column 2"),
        ("FF.TT", "5-3", "a toad may not jump over its own kind at row 1, column 4"),
        ("F..T", "1-3", "there is no animal to jump over at row 1, column 2"),
        ("F#.T", "1-3", "a frog goes"),
        ("F./T.", "1,1-2,2", "a frog goes right or down"),
        ("F/./T", "3-1", "a frog is in the way at row 1, column 1"),
        ("F... back", "1-4", "a frog goes right or down or left or up"),
    ],
)
def test_an_illegal_move_says_why(board: str, text: str, reason: str) -> None:
    puzzle = anywhere(board.removesuffix(" back"), backward=board.endswith(" back"))
    with pytest.raises(IllegalMove) as caught:
        puzzle.play(puzzle.start, puzzle.parse_move(text))
    assert str(caught.value).startswith(repr(text))
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("row", "1-3", FrogMove((0, 0), (0, 2))),
        ("column", "1-3", FrogMove((0, 0), (2, 0))),
        ("board", "1,2-2,2", FrogMove((0, 1), (1, 1))),
    ],
)
def test_a_move_in_a_row_is_two_numbers_else_four(name: str, text: str, move: FrogMove) -> None:
    assert SMALL[name].parse_move(text) == move
    assert SMALL[name].format_move(move) == text
    with pytest.raises(NotationError, match="'1,2-1,3'"):
        SMALL["board"].parse_move("1-2")


@pytest.mark.parametrize(
    ("board", "goal"),
    [
        ("FF.TT", "TT.FF"),
        ("F.TF.T", "T.FT.F"),
        ("FFF/F.T/TTT", "TTT/T.F/FFF"),
        ("FF.TTT", "TTT.FF"),
        ("F/F/./T", "T/./F/F"),
        ("#F.TT", "#TT.F"),
        ("F..", "..F"),
    ],
)
def test_the_goal_defaults_to_frogs_and_toads_exchanged(board: str, goal: str) -> None:
    puzzle = frogs(board)
    assert "/".join(puzzle.goal.rows) == goal
    assert puzzle.document()["goal"] == puzzle.goal.text()
    assert frogs(board, goal=goal) == puzzle


@pytest.mark.parametrize(("p", "q"), IN_A_ROW)
def test_distance_less_crossings_falls_by_pq_and_p_and_q(p: int, q: int) -> None:
    own = row(p, q).own_features()
    distance, crossings = own.start
    (((last, crossed), _),) = own.goals
    assert (distance - last, crossings - crossed) == (2 * p * q + p + q, p * q)
    assert {sum(x if f == 0 else -x for f, x in step) for step in own.steps} == {-1}


TABLE_2 = "bb.nn bbn.n b.nbn .bnbn nb.bn nbnb. nbn.b n.nbb nn.bb"
TABLE_3 = (
    "bbb.nnn bb.bnnn bbnb.nn bbnbn.n bbn.nbn b.nbnbn .bnbnbn nb.bnbn "
    "nbnb.bn nbnbnb. nbnbn.b nbn.nbb n.nbnbb nn.bnbb nnnb.bb nnn.bbb"
)


def table(p: int, q: int | None = None) -> Iterator[str]:
    """The positions in Lucas's letters, the first and the last included."""
    cells = [*"b" * p, ".", *"n" * (p if q is None else q)]
    blank = p
    yield "".join(cells)
    for displacement in blank_displacements(p, q):
        there = blank + displacement
        cells[blank], cells[there] = cells[there], cells[blank]
        blank = there
        yield "".join(cells)


@pytest.mark.parametrize(("p", "printed"), [(2, TABLE_2), (3, TABLE_3)])
def test_the_printed_tables_come_out_character_for_character(p: int, printed: str) -> None:
    """A side that is empty has none."""
    assert "\n".join(table(p)) == printed.replace(" ", "\n")
    for few, many in ((0, p), (p, 0), (-1, p), (0, 0)):
        with pytest.raises(ValueError, match=f"got {few} and {many}"):
            blank_displacements(few, many)


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize(("p", "q"), [*IN_A_ROW, (80, 100), (200, 1), (1, 200)])
def test_the_constructed_plan_is_a_shortest(p: int, q: int, upright: bool) -> None:
    """Of long rows it is as long as the argument of the test above says."""
    text = "F" * p + "." + "T" * q
    puzzle = frogs("/".join(text) if upright else text)
    plan = constructed_plan(puzzle)
    assert plan is not None
    written = [puzzle.format_move(move) for move in plan]
    assert puzzle.tally(written) == {"steps": p + q, "jumps": p * q}
    assert replay_to_goal(puzzle, written) == p * q + p + q
    if p + q <= 12:
        assert bfs(puzzle).optimum == p * q + p + q
        drawn = [puzzle.draw(state).replace("\n", "") for state in replay(puzzle, written)]
        assert [x.translate(str.maketrans("FT", "bn")) for x in drawn] == list(table(p, q))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_on_a_square_the_middle_row_is_played_and_each_column_once(n: int) -> None:
    wide, middle = 2 * n + 1, "F" * n + "." + "T" * n
    puzzle = frogs("/".join([*["F" * wide] * n, middle, *["T" * wide] * n]))
    plan = puzzle.plan_by_columns()
    assert plan is not None
    moves = list(map(puzzle.format_move, plan))
    assert replay_to_goal(puzzle, moves) == 2 * n * (n + 1) * (n + 2)


def test_other_boards_have_no_constructed_plan() -> None:
    for board in ("FF..TT", "FFF/F.T/TTT", "F..", "TT.FF", "FT.FT", "F.#T"):
        assert frogs(board).constructed_plan() is None
    for keys in ({"goal": "FFT.T"}, OWN, BACK):
        assert frogs("FF.TT", **keys).constructed_plan() is None
    assert frogs(".F", goal="F.").constructed_plan() is None
    for board in ("F.T", "#FF/F.T/TT#", "FFF/FT./TTT"):
        assert frogs(board).plan_by_columns() is None
    assert frogs("FFF/F.T/TTT", backward=True).plan_by_columns() is None
