"""Levels of jumps and numbers of solutions: published numbers, and the rules once more."""

from functools import cache

import numpy as np
import pytest

from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.explore.pegs import levels as peg_levels
from puzzleproof.explore.pegs.classes import Positions
from puzzleproof.explore.pegs.levels import levels, number_of_solutions, on_solutions
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.verify.bfs import layers as layers_by_the_rules
from tests.support.peg_boards import PLUS, game
from tests.support.state_graphs import packed, packed_library

REDUCIBLE = (1, 2, 5, 9, 13, 22, 31, 52, 73, 117, 161, 243, 325, 464, 603, 822)
"""Strings of 1, 2, … 16 holes that jumps reduce to one peg: a regular language.

C. Moore and D. Eppstein, One-dimensional peg solitaire, and duotaire (2000), arXiv math/0008172.
"""


@pytest.mark.parametrize(("board", "hole"), [("triangle5", [1, 0]), (PLUS, [2, 1])])
def test_levels_are_those_of_the_rules(board: str, hole: list[int]) -> None:
    """With no symmetries and with all, which a start without them does not forbid."""
    puzzle = game(board, "jump", vacate=hole, finish="any")
    task = packed(puzzle)
    by_rules = [{mask for (mask,) in layer} for layer in layers_by_the_rules(puzzle)]
    plain = list(levels(task, symmetries=()))
    assert [level.tolist() for level in plain] == [sorted(layer) for layer in by_rules]
    assert task.symmetries
    for level, layer in zip(levels(task), by_rules, strict=True):
        classes = {least_image(task, mask) for mask in layer}
        assert level.tolist() == sorted(classes)


def least_image(task: PackedTask, mask: int) -> int:
    bits = [k for k in range(task.width // 2) if mask >> k & 1]
    return min(mask, *(sum(1 << symmetry.images[k] for k in bits) for symmetry in task.symmetries))


def test_numbers_of_solutions_beyond_a_word_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peg_levels, "MOST_IN_A_WORD", 1000)
    assert number_of_solutions(packed_library("triangle-5-apex", "jump")) == 29760


@pytest.mark.parametrize(("holes", "known"), [*enumerate(REDUCIBLE, 1)])
def test_strings_that_can_be_reduced_to_one_peg(holes: int, known: int) -> None:
    task = packed(game(f"strip{holes}", "jump", start=f"{'x' * holes}\n", finish="any"))
    points = [sum(goal) for goal in task.goals]
    back = levels(task.backwards(), symmetries=(), sources=points)
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
    task = packed(puzzle)
    on, number = counted_by_the_rules(puzzle)
    assert number_of_solutions(task) == number
    symmetries = task.goal_symmetries()
    found = on_solutions(task, list(levels(task, symmetries=symmetries)), symmetries=symmetries)
    images = [(*range(15),), *(symmetry.images for symmetry in symmetries)]
    least = {
        min(sum(1 << image[k] for k in range(15) if mask >> k & 1) for image in images)
        for mask in on
    }
    assert {int(mask) for level in found for mask in level} == least


def test_levels_keep_to_a_limit_of_memory() -> None:
    task = packed_library("english-centre", "jump")
    reached = list[int]()
    with pytest.raises(LimitReached, match="memory limit reached"):
        reached.extend(level.nbytes for level in levels(task, memory=4_000_000))
    assert 100_000 < sum(reached) <= 4_000_000


def is_stuck(task: PackedTask, level: Positions) -> bool:
    """Whether some position of a level has no jump."""
    full = (1 << task.width // 2) - 1
    free = np.zeros(len(level), np.bool_)
    for step in task.steps:
        free |= (level & np.uint64(step.change & full)) == np.uint64(step.mask & full)
    return not free.all()


@pytest.fixture(scope="module")
def english() -> list[Positions]:
    return list(levels(packed_library("english-centre", "jump")))


@pytest.mark.slow
def test_every_position_of_the_english_board(english: list[Positions]) -> None:
    task = packed_library("english-centre", "jump")
    assert sum(map(len, english)) == 23_475_688
    assert [is_stuck(task, level) for level in english[:7]] == [False] * 6 + [True]
    on = on_solutions(task, english)
    assert sum(map(len, on)) == 1_679_072
    assert len(on) == 32


@pytest.mark.slow
def test_on_a_solution_of_the_central_game_by_complements(english: list[Positions]) -> None:
    """A position is on one just if it is reached, and so is its complement at the other end."""
    task = packed_library("english-centre", "jump")
    on = on_solutions(task, english)
    for depth, level in enumerate(on):
        complements = np.array([least_image(task, m ^ (1 << 33) - 1) for m in level[:50].tolist()])
        assert np.isin(complements.astype(np.uint64), english[31 - depth]).all()


@pytest.mark.slow
def test_solutions_of_the_central_game() -> None:
    assert number_of_solutions(packed_library("english-centre", "jump")) == 40_861_647_040_079_968
