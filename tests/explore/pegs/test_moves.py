"""Levels of jumps and fewest compound moves: published numbers, and the rules once more."""

from collections.abc import Iterable
from functools import cache

import numpy as np
import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.explore.pegs import levels as peg_levels
from puzzleproof.explore.pegs import moves as peg_moves
from puzzleproof.explore.pegs.classes import Positions
from puzzleproof.explore.pegs.levels import levels, number_of_solutions, on_solutions, stuck
from puzzleproof.explore.pegs.moves import MovesFound, search_moves
from puzzleproof.models.errors import InternalError, LimitReached
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import State, plan_through
from puzzleproof.provers.packed_task import packed_task_of
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bfs import layers as layers_by_the_rules
from tests.support.peg_boards import L_BOARD, PLUS, game, games_by_chance

REDUCIBLE = (1, 2, 5, 9, 13, 22, 31, 52, 73, 117, 161, 243, 325, 464, 603, 822)
"""Strings of 1, 2, … 16 holes that jumps reduce to one peg: a regular language.

C. Moore and D. Eppstein, One-dimensional peg solitaire, and duotaire (2000), arXiv math/0008172.
"""


def model(puzzle: PegPuzzle) -> PackedTask:
    return packed_task_of(ground_single_steps(puzzle))


def named(name: str, metric: str = "move") -> PackedTask:
    return packed_task_of(ground_single_steps(load(name).with_metric(metric)))


def masks(puzzle: PegPuzzle, states: Iterable[int]) -> list[State]:
    full = (1 << len(puzzle.board.holes)) - 1
    return [(state & full,) for state in states]


# --- levels -------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "hole"), [("triangle5", [1, 0]), (PLUS, [2, 1])])
def test_levels_are_those_of_the_rules(board: str, hole: list[int]) -> None:
    """With no symmetries and with all, which a start without them does not forbid."""
    puzzle = game(board, "jump", vacate=hole, finish="any")
    one = model(puzzle)
    by_rules = [{mask for (mask,) in layer} for layer in layers_by_the_rules(puzzle)]
    plain = list(levels(one, symmetries=()))
    assert [level.tolist() for level in plain] == [sorted(layer) for layer in by_rules]
    assert one.symmetries
    for level, layer in zip(levels(one), by_rules, strict=True):
        classes = {least_image(one, mask) for mask in layer}
        assert level.tolist() == sorted(classes)


def least_image(one: PackedTask, mask: int) -> int:
    bits = [k for k in range(one.width // 2) if mask >> k & 1]
    return min(mask, *(sum(1 << turn.images[k] for k in bits) for turn in one.symmetries))


def test_the_triangle_of_five_rows() -> None:
    one = named("triangle-5-apex", "jump")
    assert sum(map(len, levels(one, symmetries=()))) == 3016
    assert number_of_solutions(one) == 29760


def test_numbers_of_solutions_beyond_a_word_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peg_levels, "MOST_WAYS", 1000)
    assert number_of_solutions(named("triangle-5-apex", "jump")) == 29760


@pytest.mark.parametrize(("holes", "known"), [*enumerate(REDUCIBLE, 1)])
def test_strings_that_can_be_reduced_to_one_peg(holes: int, known: int) -> None:
    one = model(game(f"strip{holes}", "jump", start=f"{'x' * holes}\n", finish="any"))
    points = [sum(goal) for goal in one.goals]
    back = levels(one.backwards(), symmetries=(), sources=points)
    assert sum(map(len, back)) == known


def counted_by_the_rules(puzzle: PegPuzzle) -> tuple[set[int], int]:
    """The positions on a solution, and the number of solutions."""

    @cache
    def ways(mask: int) -> int:
        return puzzle.is_goal((mask,)) + sum(ways(after) for (after,) in puzzle.successors((mask,)))

    reached = {mask for layer in layers_by_the_rules(puzzle) for (mask,) in layer}
    return {mask for mask in reached if ways(mask)}, ways(puzzle.start[0])


@pytest.mark.parametrize("finish", [[0, 0], [4, 2], [2, 1], "any"])
def test_solutions_are_those_of_the_rules(finish: object) -> None:
    puzzle = game("triangle5", "jump", vacate=[2, 0], finish=finish)
    one = model(puzzle)
    on, number = counted_by_the_rules(puzzle)
    assert number_of_solutions(one) == number
    symmetries = one.goal_symmetries()
    found = on_solutions(one, list(levels(one, symmetries=symmetries)), symmetries=symmetries)
    images = [(*range(15),), *(turn.images for turn in symmetries)]
    least = {
        min(sum(1 << image[k] for k in range(15) if mask >> k & 1) for image in images)
        for mask in on
    }
    assert {int(mask) for level in found for mask in level} == least


def test_levels_keep_to_a_limit_of_memory() -> None:
    one = named("english-centre", "jump")
    reached = list[int]()
    with pytest.raises(LimitReached, match="memory limit reached"):
        reached.extend(level.nbytes for level in levels(one, memory=4_000_000))
    assert 100_000 < sum(reached) <= 4_000_000


@pytest.fixture(scope="module")
def english() -> list[Positions]:
    return list(levels(named("english-centre", "jump")))


@pytest.mark.slow
def test_every_position_of_the_english_board(english: list[Positions]) -> None:
    one = named("english-centre", "jump")
    assert sum(map(len, english)) == 23_475_688
    assert [len(stuck(one, level)) > 0 for level in english[:7]] == [False] * 6 + [True]
    on = on_solutions(one, english)
    assert sum(map(len, on)) == 1_679_072
    assert len(on) == 32


@pytest.mark.slow
def test_on_a_solution_of_the_central_game_by_complements(english: list[Positions]) -> None:
    """A position is on one just if it is reached, and so is its complement at the other end."""
    one = named("english-centre", "jump")
    on = on_solutions(one, english)
    for depth, level in enumerate(on):
        complements = np.array([least_image(one, m ^ (1 << 33) - 1) for m in level[:50].tolist()])
        assert np.isin(complements.astype(np.uint64), english[31 - depth]).all()


@pytest.mark.slow
def test_solutions_of_the_central_game() -> None:
    assert number_of_solutions(named("english-centre", "jump")) == 40_861_647_040_079_968


# --- moves --------------------------------------------------------------------------------


def checked(puzzle: PegPuzzle, found: MovesFound) -> int | None:
    """The minimum, with the plan replayed by the rules."""
    if found.optimum is not None:
        plan, state = plan_through(puzzle, masks(puzzle, found.states)), puzzle.start
        for move in plan:
            state = puzzle.play(state, move)
        assert puzzle.is_goal(state)
        assert len(plan) == found.optimum == found.at_least
    return found.optimum


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("peg-small-example", 2),
        ("triangle-4", 5),
        ("triangle-5", 9),
        ("triangle-5-apex", 10),
        ("triangle-6", 9),
        ("english-centre", 18),
        pytest.param("english-22", 15, marks=pytest.mark.slow),
        pytest.param("english-13", 19, marks=pytest.mark.slow),
    ],
)
def test_published_minima(name: str, moves: int) -> None:
    puzzle = load(name)
    assert isinstance(puzzle, PegPuzzle)
    assert checked(puzzle, search_moves(model(puzzle))) == moves


@pytest.mark.parametrize("board", [L_BOARD, PLUS, "ooooo\n" * 3, "oooo\n" * 4])
def test_minima_are_those_of_the_rules(board: str) -> None:
    optima = list[int | None]()
    for puzzle in games_by_chance(board, 40):
        found = search_moves(model(puzzle))
        assert checked(puzzle, found) == bfs(puzzle).optimum
        assert not found.limited
        optima.append(found.optimum)
    assert None in optima
    assert {2, 3, 4} <= set(optima)


def test_not_every_symmetry_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared up to all symmetries, some plans would lead to an image of the goal only."""
    cases = [model(puzzle) for puzzle in games_by_chance("oooo\n" * 4, 40)]
    fewer = [one for one in cases if search_moves(one).symmetries < 1 + len(one.symmetries)]
    assert fewer

    def all_of_them(model: PackedTask, _: object) -> tuple[Symmetry, ...]:
        return model.symmetries

    monkeypatch.setattr(peg_moves, "_sound", all_of_them)
    with pytest.raises(InternalError):
        list(map(search_moves, fewer))


def test_symmetries_are_used_where_the_position_class_allows() -> None:
    """The hole (1, 3) has one symmetry; no image of it is in its class, so all eight will do."""
    sizes: dict[str, list[int]] = {"forward": [], "backward": []}

    def note(side: str, depth: int, size: int) -> None:
        sizes[side].append(size)

    found = search_moves(named("english-13"), memory=20_000_000, on_layer=note)
    assert found.symmetries == 8
    assert found.limited
    assert found.optimum is None
    assert 12 < found.at_least <= 19
    assert found.states == ()
    assert list(found.forward[1:]) == sizes["forward"]
    assert list(found.backward[1:]) == sizes["backward"]


def test_a_search_that_is_stopped_tells_its_bound() -> None:
    def stop(side: str, depth: int, size: int) -> None:
        if side == "backward" and depth == 3:
            raise LimitReached("time limit reached")

    found = search_moves(named("triangle-5-apex"), on_layer=stop)
    assert found.limited
    assert found.at_least == len(found.forward) + len(found.backward) - 1 <= 10
    assert len(found.backward) == 4


def test_no_goal_in_the_position_class_of_the_start() -> None:
    found = search_moves(named("european-centre"))
    assert found.optimum is None
    assert not found.limited
    assert found.forward == (1,)


def test_a_start_that_is_a_goal() -> None:
    puzzle = game("oooo\n", start="xooo\n", goal="xooo\n")
    assert checked(puzzle, search_moves(model(puzzle))) == 0
