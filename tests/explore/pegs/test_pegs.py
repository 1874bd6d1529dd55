"""Peg positions: words, classes, levels, final holes; published numbers, and the rules."""

from dataclasses import replace
from functools import cache

import pytest

from puzzleproof.explore.pegs import finals
from puzzleproof.explore.pegs import levels as peg_levels
from puzzleproof.explore.pegs.finals import Exhausted, FinalPairs, FinalPlan, Pair, find_plans
from puzzleproof.explore.pegs.jumps import goal_symmetries, symmetries_of
from puzzleproof.explore.pegs.levels import (
    WordBoard,
    levels,
    levels_from,
    number_of_solutions,
    on_solutions,
)
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.bfs import layers as layers_by_the_rules
from tests.support.peg_boards import PLUS, SOLVABLE, game

REDUCIBLE = (1, 2, 5, 9, 13, 22, 31, 52, 73, 117, 161, 243, 325, 464, 603, 822)
"""Strings of 1, 2, … 16 holes that jumps reduce to one peg: a regular language.

C. Moore and D. Eppstein, One-dimensional peg solitaire, and duotaire (2000), arXiv math/0008172.
"""


@pytest.mark.parametrize(("board", "hole"), [("triangle5", [1, 0]), (PLUS, [2, 1])])
def test_levels_are_those_of_the_rules(board: str, hole: list[int]) -> None:
    """With no symmetries and with all, which a start without them does not forbid."""
    puzzle = game(board, "jump", vacate=hole, finish="any")
    by_rules = [{mask for (mask,) in layer} for layer in layers_by_the_rules(puzzle)]
    plain = list(levels(puzzle, symmetries=()))
    assert [level.tolist() for level in plain] == [sorted(layer) for layer in by_rules]
    assert symmetries_of(puzzle.board)
    for level, layer in zip(levels(puzzle), by_rules, strict=True):
        classes = {least_image(puzzle, mask) for mask in layer}
        assert level.tolist() == sorted(classes)


def least_image(puzzle: PegPuzzle, mask: int) -> int:
    return min(mask, *(symmetry.image(mask) for symmetry in symmetries_of(puzzle.board)))


def test_numbers_of_solutions_beyond_a_word_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peg_levels, "MOST_IN_A_WORD", 1000)
    solved = load("triangle-5-apex")
    assert isinstance(solved, PegPuzzle)
    assert number_of_solutions(solved) == 29760


@pytest.mark.parametrize(("holes", "known"), [*enumerate(REDUCIBLE, 1)])
def test_strings_that_can_be_reduced_to_one_peg(holes: int, known: int) -> None:
    puzzle = game(f"strip{holes}", "jump", start=f"{'x' * holes}\n", finish="any")
    back = levels_from(WordBoard(puzzle.board, back=True), puzzle.goals)
    assert sum(map(len, back)) == known


def counted_by_the_rules(puzzle: PegPuzzle) -> tuple[set[int], int]:
    """The positions on a solution, and the number of solutions."""

    @cache
    def solutions(mask: int) -> int:
        return puzzle.is_goal((mask,)) + sum(
            solutions(after) for (after,) in puzzle.successors((mask,))
        )

    reached = {mask for layer in layers_by_the_rules(puzzle) for (mask,) in layer}
    return {mask for mask in reached if solutions(mask)}, solutions(puzzle.start[0])


@pytest.mark.parametrize("finish", [[0, 0], [4, 2], [2, 1], "any"])
def test_solutions_are_those_of_the_rules(finish: object) -> None:
    puzzle = game("triangle5", "jump", vacate=[2, 0], finish=finish)
    on, number = counted_by_the_rules(puzzle)
    assert number_of_solutions(puzzle) == number
    symmetries = goal_symmetries(puzzle)
    found = on_solutions(puzzle, list(levels(puzzle, symmetries=symmetries)), symmetries=symmetries)
    least = {min(mask, *(symmetry.image(mask) for symmetry in symmetries), mask) for mask in on}
    assert {int(mask) for level in found for mask in level} == least


def test_levels_keep_to_a_limit_of_memory() -> None:
    english = load("english-centre")
    assert isinstance(english, PegPuzzle)
    reached = list[int]()
    with pytest.raises(LimitReached, match="memory limit reached"):
        reached.extend(level.nbytes for level in levels(english, memory=4_000_000))
    assert 100_000 < sum(reached) <= 4_000_000


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
    return FinalPairs(one_peg(board).board)


@cache
def found(board: str, seed: int = 0) -> tuple[dict[Pair, FinalPlan], set[Pair]]:
    """The plans by the least of the pairs alike, and the pairs searched in vain."""
    pairs, plans, exhausted = pairs_of(board), dict[Pair, FinalPlan](), set[Pair]()
    for one in find_plans(pairs, seed=seed):
        if isinstance(one, Exhausted):
            exhausted.add(one.pair)
        else:
            plans[pairs.least_alike(one.pair(pairs.full))] = one
    return plans, exhausted


def up_to_symmetry(pairs: FinalPairs) -> int:
    """How many pairs are allowed, images counted once and reversals apart."""
    maps = [tuple(range(pairs.holes)), *(s.images for s in pairs.symmetries)]
    return len({min((to[v], to[f]) for to in maps) for v, f in pairs.pairs})


def test_the_vacancies_of_the_european_board_are_those_of_the_source() -> None:
    pairs, board = pairs_of("european"), one_peg("european").board
    rows = [[" "] * 7 for _ in range(7)]
    for k, (row, column) in enumerate(map(board.cell, board.holes)):
        rows[row][column] = "X" if pairs.allowed[k] else "O"
    assert ["".join(row).rstrip() for row in rows] == SOLVABLE.split("\n")


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
    monkeypatch.setattr(finals, "ALL_POSITIONS", 0)
    pairs = pairs_of("triangle5")
    one, again = (list(find_plans(pairs, seed=3)) for _ in range(2))
    assert one == again
    plans = [plan for plan in one if isinstance(plan, FinalPlan)]
    reached = {pairs.least_alike(plan.pair(pairs.full)) for plan in plans}
    assert reached == found("triangle5")[0].keys()
