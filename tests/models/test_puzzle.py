"""What all families share: defaults, capabilities, and functions that need the rules alone."""

from collections.abc import Sequence

import pytest

from puzzleproof.models import FAMILIES
from puzzleproof.models import capabilities as module
from puzzleproof.models.capabilities import own_features, strips_of, tally
from puzzleproof.models.errors import IllegalMove, Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle, plan_through
from puzzleproof.provers.plans import moves_in
from puzzleproof.verify.bfs import layers
from tests.support.boards import sliding
from tests.support.every_family import SMALL
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import alike, tiles

ONE_OF_EACH: dict[str, AnyPuzzle] = {load(name).family: load(name) for name in library_names()}
ONE_OF_EACH["alike-tiles"] = alike("1 2/3 0", "* 1/* *")


def test_each_family_says_how_it_is_solved_and_explored() -> None:
    """What may have invariants has features; all but pegs read a game as a plan, move by move."""
    assert {family: (p.solutions, p.explored_by) for family, p in ONE_OF_EACH.items()} == {
        **dict.fromkeys(FAMILIES, ("plans", "graph")),
        "cubes": ("stacks", "stacks"),
        "pegs": ("plans", "levels"),
    }
    for family, puzzle in ONE_OF_EACH.items():
        assert puzzle.invariants == (own_features(puzzle) is not None)
        if family != "pegs":
            assert moves_in(puzzle, "17 30\n17-19\n") == ["17", "30", "17-19"]


@pytest.mark.parametrize(
    ("puzzle", "search"),
    [
        (tiles("1 0"), "idastar"),
        (tiles("1 0", "multi"), None),
        (pegs("move", board="strip64", vacate=[0, 0], finish="any"), "compound"),
        (pegs("move", board="strip65", vacate=[0, 0], finish="any"), None),
        (pegs("jump", board="strip4", vacate=[0, 0], finish="any"), None),
        (frogs("F.T"), None),
        (load("ane-rouge"), "groups"),
        (sliding("A..", tour=["A..", "..A"]), None),
    ],
)
def test_few_puzzles_have_a_special_search(puzzle: AnyPuzzle, search: str | None) -> None:
    assert puzzle.special_search == search


@pytest.mark.parametrize("name", SMALL)
def test_there_are_no_more_states_than_the_bound(name: str) -> None:
    puzzle = SMALL[name]
    if puzzle.states_at_most is not None:
        found = sum(map(len, layers(puzzle)))
        assert found <= puzzle.states_at_most


@pytest.mark.parametrize(
    ("puzzle", "plan", "counts"),
    [
        (frogs("FF.TT"), ["2-3", "4-2"], {"steps": 1, "jumps": 1}),
        (pegs(board="triangle4", vacate=[1, 0], finish="any"), ["0-16-18", "2-3"], {"jumps": 3}),
        (tiles("1 0"), ["W"], {}),
    ],
)
def test_what_is_counted_in_a_plan(
    puzzle: AnyPuzzle, plan: Sequence[str], counts: dict[str, int]
) -> None:
    assert tally(puzzle, plan) == counts


def test_large_boards_have_no_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SMALL["frogs row"]
    assert strips_of(puzzle).facts
    monkeypatch.setattr(module, "PRODUCT_LIMIT", 3)
    with pytest.raises(Unsupported, match="so many cells and moves"):
        strips_of(puzzle)
    monkeypatch.setattr(module, "DRAWING_LIMIT", 3)
    with pytest.raises(Unsupported, match="boards of over 3 characters"):
        strips_of(puzzle)


def test_states_that_no_moves_join_are_no_plan() -> None:
    puzzle = SMALL["one piece, unit"]
    first, second, third = (sorted(layer) for layer in list(layers(puzzle))[:3])
    assert len(plan_through(puzzle, [first[0], second[0]])) == 1
    with pytest.raises(IllegalMove, match="do not begin with the start"):
        plan_through(puzzle, [second[0]])
    with pytest.raises(IllegalMove, match="no move leads from state 0 to state 1"):
        plan_through(puzzle, [first[0], third[0]])
