"""What changes from picture to picture: who moves, by which way, who goes, who comes."""

from itertools import pairwise

import pytest

from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.instances import library_names, load
from puzzleproof.render.draw import Film
from tests.support.golden_pictures import PLANS, film


@pytest.mark.parametrize("name", library_names())
def test_every_puzzle_of_the_library_is_drawn_and_what_moves_is_marked(name: str) -> None:
    puzzle = load(name)
    plan = [puzzle.format_move(move) for move in list(puzzle.moves(puzzle.start))[:1]]
    drawn = Film(puzzle, name, tuple(plan))
    start, *rest = drawn.frames
    assert not start.change.marked
    for frame in rest:
        names = {square.piece for _, square in frame.picture.squares()}
        assert frame.change.marked
        assert frame.change.marked <= names
    assert drawn.filmstrip().shapes
    assert drawn.position(len(plan)).shapes


@pytest.mark.parametrize("name", PLANS)
def test_pieces_get_where_the_next_picture_has_them(name: str) -> None:
    frames = film(name).frames
    for before, after in pairwise(frames):
        pieces = {square.piece for _, square in before.picture.squares() if square.piece}
        named = {old: new for old, new, _ in after.change.moved}
        left = {named.get(piece, piece) for piece in pieces - set(after.change.gone)}
        there = {square.piece for _, square in after.picture.squares() if square.piece}
        assert left | set(after.change.new) == there


def test_a_peg_is_followed_through_its_jumps_and_those_jumped_over_go() -> None:
    (_, _, _, frame, *_) = film("triangle-4").frames
    ((old, new, displacements),) = frame.change.moved
    assert (old, new) == ("26", "8")
    assert len(displacements) == 2
    assert len(frame.change.gone) == 2


def test_a_peg_that_comes_back_to_its_hole_has_moved() -> None:
    puzzle = load("triangle-5")
    frames = Film(puzzle, "", ("32-16", "8-24", "34-16")).frames
    assert frames[-1].change.moved[0][:2] == ("34", "16")
    loop = film("triangle-4").frames[4].change
    assert loop.moved[0][:2] == ("18", "18")
    assert loop.moved[0][2][-1] == (0, 0)
    assert loop.marked == {"18"}


def test_a_block_goes_round_a_corner_step_by_step() -> None:
    frame = film("hughes").frames[1]
    ((piece, _, displacements),) = frame.change.moved
    assert (piece, displacements) == ("2", ((0, -1), (-1, -1)))


def test_a_bad_move_is_named() -> None:
    with pytest.raises(IllegalMove, match="move 2 of 2"):
        assert Film(load("frogs-1-1"), "", ("3-2", "3-2")).frames
    with pytest.raises(NotationError, match="move 1 of 1"):
        assert Film(load("frogs-1-1"), "", ("x",)).frames


def test_a_position_beyond_the_plan_is_refused() -> None:
    with pytest.raises(NotationError, match="state 4: expected 0 to 3"):
        film("frogs-1-1").position(4)
