"""Cubes: rules, notation, errors, packing, and the library's three sets."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.cubes.rules import BASES, FACES, PLACEMENTS, CubeMove, CubesPuzzle
from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.instances import dumps, loads
from puzzleproof.verify.bfs import bfs, layers
from tests.support.cube_sets import cubes, example, sets


def test_the_placements_are_the_24_rotations() -> None:
    """Each second base is the one before upside down; a reflection is none."""
    assert len(set(PLACEMENTS)) == 24
    for one, other in product(PLACEMENTS, repeat=2):
        assert tuple(one[f] for f in other) in PLACEMENTS
    assert (2, 1, 0, 3, 4, 5) not in PLACEMENTS
    around = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert PLACEMENTS[:4] == tuple((*faces, 4, 5) for faces in around)
    for one, other in zip(BASES[::2], BASES[1::2], strict=True):
        assert other == (*one[3::-1], *one[:3:-1])


@pytest.mark.parametrize(
    ("letters", "minimum"),
    [
        (["RGBYOV", "RGBYOV"], 2),  # more colours than cubes
        (["RGRGRG", "GRGRGR", "RRGGRR"], None),  # fewer
        (["RRRRRR"], 1),
    ],
)
def test_any_number_of_colours_is_allowed(letters: list[str], minimum: int | None) -> None:
    assert bfs(cubes(*letters)).optimum == minimum


@given(sets)
def test_play_and_moves_agree_on_every_placement(puzzle: CubesPuzzle) -> None:
    state = next((s for layer in layers(puzzle) for s in layer if s[0] == 1), puzzle.start)
    legal = set(puzzle.moves(state))
    for placement in range(24 if state[0] < len(puzzle.cubes) else 0):
        move = CubeMove(state[0], placement)
        if move in legal:
            puzzle.play(state, move)
        else:
            with pytest.raises(IllegalMove, match="column shows"):
                puzzle.play(state, move)


MASKS = st.tuples(*[st.integers(0, 31)] * 4)


@given(MASKS)
def test_the_eight_views_of_a_stack_have_one_canonical_form(masks: tuple[int, ...]) -> None:
    image_under = [masks[k:] + masks[:k] for k in range(4)]
    views = image_under + [view[::-1] for view in image_under]
    puzzle = example()
    assert {puzzle.canonical((3, *view)) for view in views} == {(3, *min(views))}


def test_a_move_names_faces_and_a_state_is_drawn_column_by_column() -> None:
    puzzle = example()
    assert puzzle.format_move(CubeMove(2, 0)) == "2:frbl"
    assert puzzle.format_move(CubeMove(0, 8)) == "0:urdl"
    assert (FACES, puzzle.colours) == ("frbldu", ("B", "G", "R", "Y"))
    state = puzzle.play(puzzle.start, puzzle.parse_move("0:frbl"))
    assert puzzle.draw(state) == "front ..R.\nright B...\nback  ..R.\nleft  ...Y"


def test_illegal_moves_say_why() -> None:
    puzzle = example()
    with pytest.raises(IllegalMove, match=r"'1:frbl': cube 0 is next"):
        puzzle.play(puzzle.start, puzzle.parse_move("1:frbl"))
    state = puzzle.play(puzzle.start, puzzle.parse_move("0:frbl"))
    with pytest.raises(IllegalMove, match="the back column shows 'R' already"):
        puzzle.play(state, puzzle.parse_move("1:drul"))
    one = cubes("RRRRRR")
    with pytest.raises(IllegalMove, match="no cube left, 1 cube is on the stack"):
        one.play((1, 1, 1, 1, 1), CubeMove(0, 0))


@pytest.mark.parametrize("cube", ["012301", "🟥🟩🟦🟨🟥🟩", '"\\\'"".', "éßΩ车马#"])
def test_any_printable_letter_is_a_colour(cube: str) -> None:
    puzzle = cubes(cube)
    assert loads(dumps(puzzle)) == puzzle
