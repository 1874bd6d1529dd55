"""What playing asks of any family."""

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.game import begun_at, can_begin_elsewhere, offered
from puzzleproof.models.instances import load, loads
from puzzleproof.models.shown import HasStops

TOUR = """
family = "sliding"
metric = "unit"
board = "A.."
tour = [".A.", "..A"]
"""


@pytest.mark.parametrize(
    "name", ["hughes", "century", "triangle-4", "frogs-2-2", "eight-puzzle-867", "four-cubes"]
)
def test_what_is_offered_is_what_the_rules_list(name: str) -> None:
    puzzle = load(name)
    listed = [puzzle.format_move(move) for move in puzzle.moves(puzzle.start)]
    assert [one.move for one in offered(puzzle, puzzle.start)] == listed
    assert len(offered(puzzle, puzzle.start, 1)) == 1


def test_cubes_have_no_tracks_and_blocks_have() -> None:
    assert not any(one.track for one in offered(load("four-cubes"), load("four-cubes").start))
    assert all(len(one.track) > 1 for one in offered(load("hughes"), load("hughes").start))


def test_a_game_begins_elsewhere_where_the_rules_allow_it() -> None:
    puzzle = load("frogs-1-1")
    state = puzzle.play(puzzle.start, puzzle.parse_move("3-2"))
    assert begun_at(puzzle, puzzle.start) is puzzle
    assert begun_at(puzzle, state).start == state
    assert can_begin_elsewhere(puzzle)
    assert all(map(can_begin_elsewhere, (load("century"), loads(TOUR, "tour"))))
    assert not can_begin_elsewhere(load("four-cubes"))
    cubes = load("four-cubes")
    with pytest.raises(Unsupported, match="'cubes': a game that has begun is no instance"):
        begun_at(cubes, next(iter(cubes.successors(cubes.start))))


def test_a_tour_says_which_stops_were_visited() -> None:
    tour = loads(TOUR, "tour")
    assert isinstance(tour, HasStops)
    assert tour.stops_visited(tour.start) == (False, False)
    assert tour.stops_visited(tour.play(tour.start, tour.parse_move("AE"))) == (True, False)
    hughes = load("hughes")
    assert isinstance(hughes, HasStops)
    assert hughes.stops_visited(hughes.start) == ()
