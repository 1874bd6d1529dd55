"""The rules of sliding blocks: moves in each metric, playing them, goals, tours, notation, packing.

Half cells and compact states have files of their own; laws on random boards are in tests/property.
"""

import re
from typing import Any

import pytest

from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingMove, SlidingPuzzle
from tests.support.boards import METRICS, sliding

Keys = dict[str, Any]
STRAIGHT = ("line", "unit")
LOCKED = ".../.AA/.../..."
BOARD = sliding("A.B/..#", "piece", labelled="*")


def drawn(puzzle: SlidingPuzzle, state: State) -> str:
    """A state in a line, rows divided by ``/``."""
    return puzzle.draw(state).replace("\n", "/")


def moves(puzzle: SlidingPuzzle) -> list[str]:
    return sorted(map(puzzle.format_move, puzzle.moves(puzzle.start)))


def after(puzzle: SlidingPuzzle) -> list[str]:
    """The drawings one move away."""
    return sorted({drawn(puzzle, state) for state in puzzle.successors(puzzle.start)})


def played(puzzle: SlidingPuzzle, *moves: str) -> State:
    state = puzzle.start
    for move in moves:
        state = puzzle.play(state, puzzle.parse_move(move))
    return state


# --- what one move is ------------------------------------------------------------------

AFTER: dict[str, tuple[str, str, Keys, list[str]]] = {
    "around a corner in one move": ("A./#.", "piece", {}, ["../#A", ".A/#."]),
    "a line ends at the corner": ("A./#.", "line", {}, [".A/#."]),
    "a line is of any length": ("A...", "line", {}, ["...A", "..A.", ".A.."]),
    "a unit is one cell": ("A...", "unit", {}, [".A.."]),
    "through no other piece": ("AB../##..", "line", {"labelled": "A"}, ["A..B/##..", "A.B./##.."]),
    "around another": ("A.B/##.", "unit", {"labelled": "*"}, [".AB/##.", "A../##B", "AB./##."]),
    "over no wall": ("A#.", "piece", {}, []),
    "over no space": ("A .", "line", {}, []),
    "somewhere else": ("AA/AA", "piece", {}, []),
    "held by the arms of another": ("AA./AB./.BB", "unit", {"labelled": "*"}, []),
    "out of its arms": ("AA../AB../.BB.", "unit", {"labelled": "*"}, ["AA../A.B./..BB"]),
    "a T as one body": (".../AAA/.A.", "unit", {}, ["AAA/.A./..."]),
    "held in its gap": ("ABA..", "unit", {}, []),
    "in two parts": ("A.A..", "unit", {}, [".A.A."]),
    "around a wall in its gap": ("A#A/...", "unit", {}, [".#./A.A"]),
    "locked upright": (".A./.A./...", "unit", {"axis_locked": True}, [".../.A./.A."]),
    "bound upright": ("A../...", "line", {"axes": "A:NS"}, [".../A.."]),
    "bound across its length": ("AA/..", "unit", {"axis_locked": True, "axes": "A:NS"}, ["../AA"]),
    "one of two bound": ("AB./...", "piece", {"axes": "A:NS B:EW"}, [".B./A..", "A.B/..."]),
    "locked, piece": (".../AA./.../...", "piece", {"axis_locked": True}, [LOCKED]),
}


@pytest.mark.parametrize("what", AFTER)
def test_what_one_move_is(what: str) -> None:
    board, metric, keys, expected = AFTER[what]
    assert after(sliding(board, metric, **keys)) == expected


def test_a_piece_goes_around_another_in_one_move() -> None:
    found = after(sliding("AB../....", "piece", labelled="*"))
    assert {"A.B./....", ".BA./...."} <= set(found)
    assert ".BA./####" not in after(sliding("AB../####", "piece", labelled="*"))


def test_a_piece_move_counts_each_place_once_by_a_shortest_path() -> None:
    puzzle = sliding("A../...", "piece")
    assert len(moves(puzzle)) == len(after(puzzle)) == 5
    assert sorted(len(move) - 1 for move in moves(puzzle)) == [1, 1, 2, 2, 3]
    assert moves(sliding("A...", "line")) == ["AE", "AEE", "AEEE"]


@pytest.mark.parametrize(
    ("board", "cell"),
    [
        (".../.A./...", 1),
        ("..../.AA./.AA./....", 1),
        ("....../....../..AA../..AA../....../......", 2),
    ],
)
def test_locked_squares_move_freely(board: str, cell: int) -> None:
    assert len(after(sliding(board, "unit", cell=cell, axis_locked=True))) == 4


# --- playing a move --------------------------------------------------------------------


def test_playing_a_move_takes_the_piece_to_its_end() -> None:
    """By a detour too, where that is one move."""
    assert drawn(BOARD, played(BOARD, "AE")) == ".AB/..#"
    assert drawn(BOARD, played(BOARD, "ASE")) == "..B/.A#"
    assert drawn(BOARD, played(BOARD, "BWS", "AE")) == ".A./.B#"
    assert played(BOARD, "AESW") == played(BOARD, "AS")
    for move, said in (
        (SlidingMove("Z", "E"), "no piece 'Z' on the board"),
        (SlidingMove("A", ""), "'A' is not one move in the metric"),
    ):
        with pytest.raises(IllegalMove, match=said):
            BOARD.play(BOARD.start, move)


def test_playing_keeps_the_order_of_pieces_that_are_alike() -> None:
    """A plan names pieces by their letters, so letters stay with the pieces."""
    puzzle = sliding("AB.", "line")
    state = played(puzzle, "BE", "AE")
    assert drawn(puzzle, state) == ".AB"
    assert puzzle.play(state, puzzle.parse_move("AW")) == played(puzzle, "BE")


REFUSED: list[tuple[str, str, Keys, str, str]] = [
    ("A.B/..#", "piece", {"labelled": "*"}, "AEE", "'AEE', step 2 (E)"),
    ("A.B/..#", "piece", {"labelled": "*"}, "AEE", "'B' is in the way at row 1, column 3"),
    ("A.B/..#", "piece", {}, "AEN", "'AEN', step 2 (N): 'A' would leave the board"),
    ("A.B/..#", "piece", {}, "ASEE", "step 3 (E): 'A' would leave the board"),
    ("AA./...", "piece", {"axis_locked": True}, "AS", "axis"),
    *(("A.../....", m, {}, "AES", f"'AES' turns a corner: not one move in '{m}") for m in STRAIGHT),
    *(("A.../....", m, {}, "AEEW", "'AEEW'") for m in STRAIGHT),
    *(("A...", m, {}, "AEW", "'AEW'") for m in METRICS),
    ("A.../....", "unit", {}, "AEE", "'AEE' is not one move in the metric 'unit'"),
    ("A.../....", "unit", {}, "AEEE", "'AEEE' is not one move in the metric 'unit'"),
]


@pytest.mark.parametrize(("board", "metric", "keys", "text", "said"), REFUSED)
def test_a_refused_move_says_why(board: str, metric: str, keys: Keys, text: str, said: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(said)):
        played(sliding(board, metric, **keys), text)


# --- goals and tours -------------------------------------------------------------------

END, THERE = {"goal": "..A/..."}, ["..A", ".A."]
SOLVED: list[tuple[str, str, Keys, str, bool]] = [
    # A labelled goal asks for that very piece, another for the shape, by whichever piece.
    ("AB./...", "piece", END | {"labelled": "A"}, "BE", False),
    ("AB./...", "piece", END | {"labelled": "A"}, "ASEEN", True),
    ("AB./...", "piece", END, "BE", True),
    ("AB./...", "piece", END | {"labelled": "B"}, "BE", True),
    ("AB.", "piece", {"goal": ".B.", "labelled": "B"}, "", True),
    # All that it draws must stand, as a whole; of several goals any one will do.
    ("A.B.", "unit", {"goal": ".A.B"}, "AE", False),
    ("A.B.", "unit", {"goal": ".A.B"}, "BE", False),
    ("A.B.", "unit", {"goal": ".A.B"}, "AE BE", True),
    ("AA.B", "piece", {"goal": ".AA."}, "", False),
    ("AA.B", "piece", {"goal": ".AA."}, "AE", True),
    ("A...", "line", {"goal": [".A..", "...A"]}, "AE", True),
    ("A...", "line", {"goal": [".A..", "...A"]}, "AEE", False),
    ("A...", "line", {"goal": [".A..", "...A"]}, "AEEE", True),
    # A tour in sequence visits its stops in order, else in any.
    ("A..", "unit", {"tour": THERE}, "AE", False),
    ("A..", "unit", {"tour": THERE}, "AE AE", False),
    ("A..", "unit", {"tour": THERE}, "AE AE AW", True),
    ("A..", "unit", {"tour": THERE, "tour_order": "any"}, "AE", False),
    ("A..", "unit", {"tour": THERE, "tour_order": "any"}, "AE AE", True),
    # A stop passed within a move is not visited; the start counts.
    ("A..", "line", {"tour": THERE[::-1]}, "AEE", False),
    ("A..", "line", {"tour": THERE[::-1]}, "AE AE", True),
    ("A..", "piece", {"tour": ["A.."]}, "", True),
    ("A..", "unit", {"tour": ["A..", ".A."]}, "AE", True),
    ("A..", "unit", {"tour": [".A.", "A.."]}, "AE", False),
    # Several stops may be held at once, shapes or pieces; a later one waits for an earlier one.
    ("A..B", "unit", {"tour": ["A...", "...B", "..B."], "labelled": "*"}, "BW", True),
    ("A.", "unit", {"tour": ["A.", "A.", ".A", ".A"]}, "AE", True),
    ("A.B.", "unit", {"tour": ["...B", "A..."], "labelled": "*"}, "BE", True),
    ("A.B.", "unit", {"tour": ["...B", "A..."], "labelled": "*"}, "AE BE", False),
    ("A.B.", "unit", {"tour": ["...B", "A..."], "labelled": "*"}, "AE BE AW", True),
    ("A.", "unit", {"tour": [".A", "A.", ".A"]}, "AE AW AE", True),
    ("AB.", "unit", {"tour": THERE}, "BE AE", True),
]


@pytest.mark.parametrize(("board", "metric", "keys", "plan", "reached"), SOLVED)
def test_what_is_solved(board: str, metric: str, keys: Keys, plan: str, reached: bool) -> None:
    puzzle = sliding(board, metric, **keys)
    assert puzzle.is_goal(played(puzzle, *plan.split())) is reached


# --- states ----------------------------------------------------------------------------


def test_interchangeable_pieces_have_one_state() -> None:
    """Their exchange leads nowhere new."""
    one, other = sliding("AB.", labelled=""), sliding("BA.", labelled="")
    assert one.canonical(one.start) == other.canonical(other.start)
    told, apart = sliding("AB.", labelled="*"), sliding("BA.", labelled="*")
    assert {told.draw(told.start), apart.draw(apart.start)} == {"AB.", "BA."}
    for labelled in ("", "A"):
        puzzle = sliding("AB/..", "piece", labelled=labelled)
        assert len(set(puzzle.successors(puzzle.start))) == 4
    assert sorted(map(sorted, sliding("ABC.", labelled="B").groups)) == [["A", "C"], ["B"]]
    assert [len(sliding(x, labelled=y).groups) for x, y in (("ABC.", "*"), ("AAB.", ""))] == [3, 2]
