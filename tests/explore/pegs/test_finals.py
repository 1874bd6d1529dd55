"""Vacancies and final holes: what the position classes allow, and plans for all that is allowed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from puzzleproof.explore.pegs import final_search
from puzzleproof.explore.pegs.final_search import Exhausted, find_plans
from puzzleproof.explore.pegs.finals import FinalPairs, FinalPlan, Pair, PositionClasses
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info
from puzzleproof.verify.bfs import layers
from tests.support.state_graphs import packed

EUROPEAN = """
..XOX..
.OOXOO.
XOOXOOX
OXXOXXO
XOOXOOX
.OOXOO.
..XOX..
"""
"""X: one peg can be left if this hole is vacated first (in the article on the examination)."""


def one_peg(board: str, vacancy: int = 0, final: int | None = None) -> PegPuzzle:
    """A board with one hole vacated, by the places of the holes."""
    document = {"board": board, "vacate": [0, 0], "finish": "any"}
    if "\n" not in board and board in ("english", "european"):
        document["vacate"] = [3, 3]
    holes = PegPuzzle.from_document(document, Info(), "jump").board
    puzzle = PegPuzzle(Info(), "jump", holes, vacate=holes.holes[vacancy], finish="any")
    return puzzle if final is None else replace(puzzle, finish=holes.holes[final])


@cache
def pairs_of(board: str) -> FinalPairs:
    return FinalPairs(packed(one_peg(board)))


@cache
def found(board: str, seed: int = 0) -> tuple[dict[Pair, FinalPlan], set[Pair]]:
    """The plans by the least of the pairs alike, and the pairs searched in vain."""
    pairs, plans, exhausted = pairs_of(board), dict[Pair, FinalPlan](), set[Pair]()
    for one in find_plans(packed(one_peg(board)), pairs, seed=seed):
        if isinstance(one, Exhausted):
            exhausted.add(one.pair)
        else:
            plans[pairs.least_alike(one.pair(pairs.full))] = one
    return plans, exhausted


def up_to_symmetry(pairs: FinalPairs) -> int:
    """How many pairs are allowed, images counted once and reversals apart."""
    maps = [tuple(range(pairs.holes)), *(s.images for s in pairs.symmetries)]
    return len({min((to[v], to[f]) for to in maps) for v, f in pairs.pairs})


# --- position classes ---------------------------------------------------------------------------


def test_the_vacancies_of_the_european_board_are_those_of_the_source() -> None:
    pairs, board = pairs_of("european"), one_peg("european").board
    rows = [["."] * 7 for _ in range(7)]
    for k, (row, column) in enumerate(map(board.cell, board.holes)):
        rows[row][column] = "X" if pairs.allowed[k] else "O"
    assert "\n".join(map("".join, rows)) == EUROPEAN.strip()


@pytest.mark.parametrize(
    ("board", "problems", "classes"), [("english", 21, 16), ("european", 10, 16)]
)
def test_the_problems_up_to_symmetry(board: str, problems: int, classes: int) -> None:
    """Known: 21 on the English board, 10 on the European."""
    pairs = pairs_of(board)
    assert up_to_symmetry(pairs) == problems
    assert pairs.classes.number(pairs.holes) == classes


def test_the_english_centre_ends_in_one_of_five_holes() -> None:
    board = one_peg("english").board
    holes = [board.holes[f] for f in pairs_of("english").allowed[board.holes.index((3, 3))]]
    assert holes == [(3, 0), (0, 3), (3, 3), (6, 3), (3, 6)]


def test_a_jump_keeps_the_class() -> None:
    task = packed(one_peg("triangle5"))
    full = (1 << 15) - 1
    classes = PositionClasses(step.change & full for step in task.steps)
    assert len({classes.of(position) for position in range(1 << 15)}) == classes.number(15)
    for position in range(0, 1 << 15, 7):
        for step in task.steps:
            assert classes.of(position) == classes.of(position ^ step.change & full)


# --- plans --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "board",
    [
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("english", "european")),
        "triangle6",
    ],
)
def test_every_pair_allowed_has_a_plan(board: str) -> None:
    """Known: all 21 and all 10 problems have solutions."""
    pairs, (plans, exhausted) = pairs_of(board), found(board)
    assert plans.keys() == {pairs.least_alike(pair) for pair in pairs.pairs}
    assert not exhausted
    for pair, plan in plans.items():
        for one in pairs.alike(plan):
            assert pairs.least_alike(one.pair(pairs.full)) == pair


@pytest.mark.parametrize("board", ["triangle4", "triangle5", "strip6", "ooooo\nooooo\nooooo\n"])
def test_small_boards_are_searched_whole(board: str) -> None:
    pairs, (plans, exhausted) = pairs_of(board), found(board)
    allowed = {pairs.least_alike(pair) for pair in pairs.pairs}
    assert plans.keys() | exhausted == allowed
    assert not plans.keys() & exhausted
    for pair in allowed:
        puzzle = one_peg(board, *pair)
        solvable = any(puzzle.is_goal(s) for layer in layers(puzzle) for s in layer)
        assert solvable == (pair in plans)


def test_plans_are_jumps_and_so_are_their_images_and_reversals() -> None:
    pairs, plans = pairs_of("european"), found("european")[0]
    for plan in plans.values():
        for one in pairs.alike(plan):
            vacancy, final = one.pair(pairs.full)
            puzzle = one_peg("european", vacancy, final)
            assert puzzle.start == (one.positions[0],)
            assert puzzle.is_goal((one.positions[-1],))
            for before, after in zip(one.positions, one.positions[1:], strict=False):
                assert (after,) in puzzle.successors((before,))


def test_the_same_seed_finds_the_same_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """By beams too, on a board that could be searched whole."""
    monkeypatch.setattr(final_search, "ALL_POSITIONS", 0)
    task, pairs = packed(one_peg("triangle5")), pairs_of("triangle5")
    one, again = (list(find_plans(task, pairs, seed=3)) for _ in range(2))
    assert one == again
    plans = [plan for plan in one if isinstance(plan, FinalPlan)]
    reached = {pairs.least_alike(plan.pair(pairs.full)) for plan in plans}
    assert reached == found("triangle5")[0].keys()
