"""Fewest compound moves: published numbers, and the rules once more."""

from collections.abc import Iterable

import pytest

from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.explore.pegs import moves as peg_moves
from puzzleproof.explore.pegs.moves import PegSearchResult, search_moves
from puzzleproof.models.errors import InternalError, LimitReached
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import State, plan_through
from puzzleproof.verify.bfs import bfs
from tests.support.peg_boards import L_BOARD, PLUS, game, games_by_chance
from tests.support.state_graphs import packed, packed_library


def masks(puzzle: PegPuzzle, states: Iterable[int]) -> list[State]:
    full = (1 << len(puzzle.board.holes)) - 1
    return [(state & full,) for state in states]


def checked(puzzle: PegPuzzle, found: PegSearchResult) -> int | None:
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
    assert checked(puzzle, search_moves(packed(puzzle))) == moves


@pytest.mark.parametrize("board", [L_BOARD, PLUS, "ooooo\n" * 3, "oooo\n" * 4])
def test_minima_are_those_of_the_rules(board: str) -> None:
    optima = list[int | None]()
    for puzzle in games_by_chance(board, 40):
        found = search_moves(packed(puzzle))
        assert checked(puzzle, found) == bfs(puzzle).optimum
        assert not found.limited
        optima.append(found.optimum)
    assert None in optima
    assert {2, 3, 4} <= set(optima)


def test_not_every_symmetry_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared up to all symmetries, some plans would lead to an image of the goal only."""
    cases = [packed(puzzle) for puzzle in games_by_chance("oooo\n" * 4, 40)]
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

    found = search_moves(packed_library("english-13", "move"), memory=20_000_000, on_layer=note)
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

    found = search_moves(packed_library("triangle-5-apex", "move"), on_layer=stop)
    assert found.limited
    assert found.at_least == len(found.forward) + len(found.backward) - 1 <= 10
    assert len(found.backward) == 4


def test_no_goal_in_the_position_class_of_the_start() -> None:
    found = search_moves(packed_library("european-centre", "move"))
    assert found.optimum is None
    assert not found.limited
    assert found.forward == (1,)


def test_a_start_that_is_a_goal() -> None:
    puzzle = game("oooo\n", start="xooo\n", goal="xooo\n")
    assert checked(puzzle, search_moves(packed(puzzle))) == 0
