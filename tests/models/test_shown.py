"""Moves on a picture."""

import pytest

from puzzleproof.models.instances import library_names, load, loads
from puzzleproof.models.picture import HasPictures
from puzzleproof.models.puzzle import AnyPuzzle

SHOWN = [name for name in library_names() if isinstance(load(name), HasPictures)]


def a_few_moves(puzzle: AnyPuzzle, number: int = 3) -> tuple[int, ...]:
    state = puzzle.start
    for _ in range(number):
        for move in list(puzzle.moves(state))[-1:]:
            state = puzzle.play(state, move)
    return state


@pytest.mark.parametrize("name", SHOWN)
def test_a_track_begins_at_a_piece_and_ends_on_the_board(name: str) -> None:
    puzzle = load(name)
    assert isinstance(puzzle, HasPictures)
    state = a_few_moves(puzzle)
    before = puzzle.picture(state)
    for move in puzzle.moves(state):
        first, *_, last = puzzle.track(state, move)
        taken, landing = before.at(*first), puzzle.picture(puzzle.play(state, move)).at(*last)
        assert taken is not None
        assert taken.piece
        assert landing is not None
        assert landing.colour == taken.colour


def test_a_track_goes_round_corners() -> None:
    puzzle = load("ane-rouge")
    assert isinstance(puzzle, HasPictures)
    assert puzzle.track(puzzle.start, puzzle.parse_move("GSE")) == [(3, 1), (4, 1), (4, 2)]


def test_a_run_of_tiles_is_pushed_by_its_last() -> None:
    puzzle = loads('family = "tiles"\nmetric = "multi"\nboard = "0 1 2"\ngoal = "1 2 0"\n')
    assert isinstance(puzzle, HasPictures)
    assert puzzle.track(puzzle.start, puzzle.parse_move("E2")) == [(0, 2), (0, 1)]
