"""Alike tiles: which boards are read, and that a pattern is the quotient of numbered boards."""

from itertools import permutations

import pytest
from hypothesis import given

from puzzleproof.encoders import ground
from puzzleproof.explore.graph.spaces import space_of
from puzzleproof.models.capabilities import placements
from puzzleproof.models.documents import built, loads
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.output import printed
from puzzleproof.models.puzzle import State
from puzzleproof.models.tiles.alike import AlikeTiles
from puzzleproof.provers.formal import theorem_from_start
from puzzleproof.verify.bfs import layers
from tests.support.tile_boards import METRICS, alike, patterns, tiles

PATTERNS = {
    "a corner": ("1 2 3/4 5 0", "1 * */* * *"),
    "a row": ("3 2 1/4 0 5", "* * */1 2 *"),
    "the blank and a tile": ("5 4 3/0 2 1", "* * */4 * 0"),
    "the blank alone": ("5 4 3/0 2 1", "* * */* * 0"),
    "nothing": ("5 4 3/0 2 1", "* * */* * *"),
    "all but one": ("1 0 3/2 4 5", "1 2 3/4 * 0"),
}


def distances(puzzle: AlikeTiles) -> dict[State, int]:
    """Return the distance of each state from its nearest goal, by the rules."""
    found = layers(puzzle, puzzle.goal_states(9))
    return {state: depth for depth, layer in enumerate(found) for state in layer}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_as_far_as_the_nearest_numbered_goal(name: str, metric: str) -> None:
    puzzle = alike(*PATTERNS[name], metric)
    numbered = tiles(PATTERNS[name][0], metric)
    wanted = [(k, label) for k, label in enumerate(puzzle.goal) if label < 6]
    goals = [
        table
        for table in permutations(range(6))
        if all(table[cell] == label for cell, label in wanted)
    ]
    kept = {label for _, label in wanted} | {0}
    nearest = dict[State, int]()
    for depth, layer in enumerate(layers(numbered, goals)):
        for table in layer:
            image = tuple(label if label in kept else 6 for label in table)
            nearest.setdefault(image, depth)
    assert distances(puzzle) == nearest


@given(patterns())
def test_states_are_counted_packed_and_unpacked(puzzle: AlikeTiles) -> None:
    laid = placements(puzzle, 10_000)
    if laid is None:
        return
    assert len({*laid}) == len(laid) == puzzle.states_at_most
    assert puzzle.start in laid
    assert all(goal in laid and puzzle.is_goal(goal) for goal in puzzle.goal_states(9))
    numbers = {puzzle.pack(state) for state in laid}
    assert len(numbers) == len(laid)
    assert {puzzle.unpack(number) for number in numbers} == {*laid}
    assert max(numbers) < 256**puzzle.pack_width
    for number in range(min(5_000, 256**puzzle.pack_width)):
        if number not in numbers:
            with pytest.raises(ValueError, match="no state"):
                puzzle.unpack(number)


@given(patterns())
def test_a_written_pattern_is_read_again(puzzle: AlikeTiles) -> None:
    assert loads(printed(puzzle)) == puzzle


def test_tiles_that_the_goal_does_not_name_are_alike() -> None:
    one, other = (alike(board, "1 * */* 2 *") for board in ("3 1 4/5 0 2", "* 1 */* _ 2"))
    assert one == other
    assert one.draw(one.start) == "* 1 *\n* 0 2"
    assert one.pack_width == 2


@pytest.mark.parametrize(
    ("board", "goal", "fault"),
    [
        ("1 2/3 0", None, "key 'goal' is missing"),
        (None, "1 2/3 0", "key 'board' is missing"),
        ("* */* *", "1 */* *", "key 'board': there is no blank"),
        ("1 */* 0", "2 */* *", "the goal has tile 2, the board has not"),
        ("1 */* 0", "1 1/* *", "tile 1 occurs twice, at .*row 1, column 2$"),
        ("\n".join(["* " * 300] * 300), "1 */* *", "8 rows and 8 columns at most"),
        ("1 */* 0", "1 * */* * *", "2 rows x 3 columns, the board is 2 rows"),
        ("1 */* 0", "4 */* *", "4 is out of range"),
        ("1 **/* 0", "1 */* *", "'\\*\\*' is not a number"),
        ("1 */* 0", "spirals", "did you mean 'spiral'"),
        (7, "1 */* *", "expected rows of numbers"),
    ],
)
def test_what_is_no_pattern_is_refused(board: object, goal: object, fault: str) -> None:
    doc = {"family": "alike-tiles", "board": board, "goal": goal}
    rows = {key: x.replace("/", "\n") if isinstance(x, str) else x for key, x in doc.items()}
    with pytest.raises(InstanceError, match=fault):
        built({key: value for key, value in rows.items() if value is not None})


def test_numbered_boards_name_the_family_that_has_alike_tiles() -> None:
    with pytest.raises(InstanceError, match="family 'alike-tiles' has such tiles"):
        tiles("1 */* 0")


def test_no_encoder_and_no_theorem_takes_alike_tiles_for_numbered_ones() -> None:
    puzzle = alike("1 2/3 0", "* 1/* *")
    with pytest.raises(Unsupported, match="family 'alike-tiles' has no encoder"):
        ground(puzzle)
    with pytest.raises(Unsupported, match="family 'alike-tiles' has no rules in Coq"):
        theorem_from_start(puzzle, 1, [])


def test_images_and_pictures_of_alike_tiles() -> None:
    puzzle = alike("1 2/3 0", "* */* 0")
    names = {symmetry.name for symmetry in space_of(puzzle).symmetries if symmetry.keeps_goals}
    assert len(names) == 1
    (_, picture) = puzzle.goal_pictures()[0]
    assert [[square and square.text for square in row] for row in picture.rows] == [
        ["", ""],
        ["", ""],
    ]
