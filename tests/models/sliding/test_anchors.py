"""Sets of anchors say what the rules' steps say; leaving any mask out is noticed."""

import pytest
from hypothesis import given

from puzzleproof.models.drawing import COMPASS
from puzzleproof.models.sliding.anchors import CellNumbers, anchors_of, move_classes
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import SMALL, library, puzzles, sliding


def assert_steps_as_the_rules(puzzle: SlidingPuzzle) -> None:
    layout, numbers = anchors_of(puzzle), CellNumbers(puzzle.grid)
    assert layout is not None
    shifts = dict(zip(COMPASS, (-layout.width, 1, layout.width, -1), strict=True))
    kinds = zip(puzzle.kinds, layout.shapes, puzzle.steps_of_kinds, strict=True)
    for kind, shape, steps_of in kinds:
        drawn = puzzle.drawn[puzzle.names[kind.start]]
        first = min(c for _, c in drawn)
        top = min(r for r, _ in drawn)
        places = puzzle.grid.translations((r - top, c - first) for r, c in drawn)
        assert [numbers.anchor(m) for m in places if puzzle.rests(m)] == list(shape.resting)
        for place in places:
            anchor = numbers.anchor(place)
            assert shape.cells(anchor) == numbers.mask(place)
            steps = {x: numbers.anchor(m) for x, m in steps_of(place).items()}
            for letter, shift in shifts.items():
                after = anchor << shift if shift > 0 else anchor >> -shift
                assert steps.get(letter, 0) == after & shape.entered[letter], (letter, place)


@pytest.mark.parametrize("name", ["ane-rouge", "century", "hifi", "rush-49", "traffic-cop"])
def test_steps_in_the_library(name: str) -> None:
    assert_steps_as_the_rules(library(name))


@given(puzzles(tours=False, reachable=False))
def test_steps_on_random_boards(puzzle: SlidingPuzzle) -> None:
    assert_steps_as_the_rules(puzzle)


def test_which_classes_of_moves_make_cliques() -> None:
    known = {"piece": [True], "line": [True, True], "unit": [False]}
    cliques = {metric: [not c.most for c in move_classes(metric, 1)] for metric in known}
    assert cliques == known
    assert [c.letters for c in move_classes("unit", 2)] == list(COMPASS)
    assert anchors_of(SMALL["tour in sequence"]) is None


def test_the_clauses_of_a_goal_name_kinds_and_ranks() -> None:
    """A piece that is not labelled in the goal may be any of its shape, labelled or not."""
    puzzle = sliding("AB./..C/CC.", goal=".A./.../..B", labelled="A")
    layout = anchors_of(puzzle)
    assert layout is not None
    assert layout.pieces == (1, 1, 1)
    assert layout.goals == ((((0, 1),), ((0, 8), (1, 8))),)
