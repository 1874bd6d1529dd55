"""Moves on a picture, and puzzles that begin elsewhere."""

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import dumps, library_names, load, loads
from puzzleproof.models.playing import HasTracks, Restartable
from puzzleproof.models.puzzle import AnyPuzzle, HasPictures

SHOWN = [name for name in library_names() if isinstance(load(name), HasPictures)]
FREE = [
    f"{name}, {metric}"
    for name in (
        "ane-rouge",
        "english-centre",
        "frogs-3-3",
        "eight-puzzle-867",
        "super-century-230",
    )
    for metric in load(name).metrics
]


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
    assert isinstance(puzzle, HasTracks)
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
    assert isinstance(puzzle, HasTracks)
    assert puzzle.track(puzzle.start, puzzle.parse_move("GSE")) == [(3, 1), (4, 1), (4, 2)]


def test_a_run_of_tiles_is_pushed_by_its_last() -> None:
    puzzle = loads('family = "tiles"\nmetric = "multi"\nboard = "0 1 2"\n')
    assert isinstance(puzzle, HasTracks)
    assert puzzle.track(puzzle.start, puzzle.parse_move("E2")) == [(0, 2), (0, 1)]


@pytest.mark.parametrize("case", FREE)
def test_a_puzzle_that_begins_elsewhere_has_the_same_rules(case: str) -> None:
    name, metric = case.split(", ")
    puzzle = load(name).with_metric(metric)
    assert isinstance(puzzle, Restartable)
    state = a_few_moves(puzzle)
    other = loads(dumps(puzzle.starting_at(state)))
    assert other.draw(other.start) == puzzle.draw(state)
    assert len(list(other.moves(other.start))) == len(list(puzzle.moves(state)))
    assert [other.is_goal(other.start)] == [puzzle.is_goal(state)]


def test_a_tour_cannot_begin_elsewhere() -> None:
    puzzle = loads('family = "sliding"\nboard = "A.."\ntour = ["..A", "A.."]\n')
    assert isinstance(puzzle, Restartable)
    with pytest.raises(Unsupported, match="tour"):
        puzzle.starting_at(puzzle.start)


def test_a_start_half_way_has_to_stay() -> None:
    text = 'family = "sliding"\ncell = 2\nboard = """\n.AA...\n.AA...\n"""\n'
    puzzle = loads(text + 'goal = """\n....AA\n....AA\n"""\n')
    assert isinstance(puzzle, Restartable)
    state = puzzle.play(puzzle.start, next(iter(puzzle.moves(puzzle.start))))
    with pytest.raises(Unsupported, match="half-way"):
        puzzle.starting_at(state)
