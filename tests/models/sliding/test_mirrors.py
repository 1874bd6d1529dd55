"""Symmetries of sliding blocks: what is one, why not, and that moves and goals are kept."""

import pytest
from hypothesis import given

from puzzleproof.models.sliding.anchors import anchors_of
from puzzleproof.models.sliding.mirrors import MIRRORS, Mirror, mirrors
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, SMALL, library, puzzles, sliding, states
from tests.support.classes import SYMMETRIC


def assert_symmetry(mirror: Mirror, puzzle: SlidingPuzzle, limit: int) -> None:
    for state in states(puzzle, limit)[:limit]:
        image = mirror.image(state)
        assert puzzle.canonical(image) == image
        assert mirror.image(image) == state
        assert set(map(mirror.image, puzzle.successors(state))) == set(puzzle.successors(image))
        assert puzzle.is_goal(image) == puzzle.is_goal(state)
        least = mirror.least(state)
        assert puzzle.pack(least) == min(puzzle.pack(state), puzzle.pack(image))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SYMMETRIC)
def test_moves_and_goals_are_kept(name: str, metric: str) -> None:
    puzzle, symmetry = SYMMETRIC[name]
    puzzle = puzzle.with_metric(metric)
    assert_symmetry(Mirror(puzzle, symmetry), puzzle, 60)


@given(puzzles(tours=False, reachable=False))
def test_random_boards(puzzle: SlidingPuzzle) -> None:
    for mirror in mirrors(puzzle):
        assert_symmetry(mirror, puzzle, 15)


@pytest.mark.parametrize("name", ["ane-rouge", "century", "super-century-230", "hifi"])
def test_the_library(name: str) -> None:
    found = [mirror.name for mirror in mirrors(library(name))]
    assert found == (["left-right"] if name in ("ane-rouge", "century") else [])


def test_what_is_no_symmetry() -> None:
    """Unknown names, tours, steps of bound pieces; more in tests/verify/test_class_forgeries.py."""
    goal, tour = ["..A/.../...", ".../.../A.."], SMALL["tour in sequence"]
    free, bound = (sliding("A../.../...", goal=goal, axes=x) for x in ("", "A:EW"))
    assert Mirror(free, "diagonal")
    assert Mirror(sliding("A../.../...", goal=".A./.../...", axes="A:EW"), "left-right")
    assert not list(mirrors(tour))
    for puzzle, name, said in (
        (bound, "diagonal", "takes a step of piece 'A' to what is not a step"),
        (tour, "left-right", "a tour"),
        (free, "quarter turn", "expected one of 'left-right', 'top-bottom'"),
    ):
        with pytest.raises(ValueError, match=said):
            Mirror(puzzle, name)


def test_letters_have_images() -> None:
    puzzle = sliding("AB./.C./...", "line", goal=".../.../..A", labelled="A")
    assert anchors_of(puzzle) is not None
    diagonal, turn = (
        Mirror(puzzle, "diagonal"),
        Mirror(sliding("A../.../...", goal=".../A../..."), "top-bottom"),
    )
    assert [diagonal.letter(x) for x in "NESW"] == list("WSEN")
    assert [turn.letter(x) for x in "NESW"] == list("SENW")
    assert len(MIRRORS) == 5
