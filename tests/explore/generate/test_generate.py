"""Random instances: valid files, reproducible, and what their notes say of them is true."""

import re
from random import Random
from typing import Any

import pytest

from puzzleproof.explore import generate as generators
from puzzleproof.explore.generate import GENERATORS, generate
from puzzleproof.explore.generate.sliding import pack, rectangle
from puzzleproof.models.drawing import shape_of
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.instances import dumps, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.boards import sliding

HALF_CELLS = sliding("AABB/AABB/CC../CC..", goal="..../..../AA../AA..", labelled="A", cell=2)

WISHES: list[tuple[str, dict[str, Any]]] = [
    ("cubes", {}),
    ("cubes", {"cubes": 5, "kind": "unique"}),
    ("frogs", {}),
    ("frogs", {"kind": "start", "size": (3, 3), "distance": (3, 9)}),
    ("frogs", {"size": (2, 4), "frogs": (3, 2)}),
    ("pegs", {"jumps": 5}),
    ("pegs", {"like": "triangle5", "jumps": 9, "metric": "jump"}),
    ("sliding", {"size": (3, 4), "empty": 3}),
    ("sliding", {"size": (4, 3), "pieces": [(2, 2), (1, 2), (1, 1)], "distance": (3, 20)}),
    ("sliding", {"kind": "start", "like": "simplicity", "distance": (10, 14)}),
    ("sliding", {"kind": "start", "like": HALF_CELLS}),
    ("sliding", {"size": (3, 3), "distance": "hard"}),
    ("tiles", {"size": (2, 3)}),
    ("tiles", {"size": (1, 5)}),
    ("tiles", {"kind": "start", "size": (2, 3), "distance": 15, "metric": "multi"}),
]


@pytest.mark.parametrize("family", GENERATORS)
def test_other_seeds_make_other_instances(family: str) -> None:
    made = {dumps(generate(family, seed=seed)).partition("metric")[2] for seed in range(8)}
    assert len(made) > 4 or family == "frogs"


def distance(puzzle: AnyPuzzle) -> int | None:
    """By breadth-first search from the rules alone."""
    depths = (d for d, layer in enumerate(layers(puzzle)) if any(map(puzzle.is_goal, layer)))
    return next(depths, None)


@pytest.mark.parametrize(("family", "options"), WISHES)
@pytest.mark.parametrize("seed", [0, 7])
def test_it_can_be_made_again_and_is_as_far_as_the_note_says(
    family: str, options: dict[str, Any], seed: int
) -> None:
    puzzle = generate(family, seed=seed, **options)
    assert loads(dumps(puzzle)) == puzzle
    assert dumps(generate(family, seed=seed, **options)) == dumps(puzzle)
    assert (puzzle.family, puzzle.info.known) == (family, ())
    assert f"seed {seed}" in puzzle.info.note
    if family == "cubes" or options.get("size") == (2, 4):
        return  # which may have no plan
    found = distance(puzzle)
    assert found is not None
    if said := re.search(r"(\d+) moves? \(metric \w+\) from the nearest goal", puzzle.info.note):
        assert found == int(said[1])
    if options.get("distance", "hard") != "hard":
        band = options["distance"]
        least, most = (band, band) if isinstance(band, int) else band
        assert least <= found <= most


@pytest.mark.parametrize(
    ("family", "options"),
    [
        ("sliding", {"kind": "start", "like": "simplicity"}),
        ("tiles", {"kind": "start", "size": (2, 3)}),
        ("frogs", {"kind": "start", "size": (1, 7)}),
    ],
)
def test_a_difficulty_is_a_third_of_the_distances(family: str, options: dict[str, Any]) -> None:
    """Of the greatest distances, which are multiples of three."""
    most = {"sliding": 18, "tiles": 21, "frogs": 15}[family]
    for k, difficulty in enumerate(generators.DIFFICULTIES):
        for seed in range(5):
            found = distance(generate(family, distance=difficulty, seed=seed, **options))
            assert found is not None
            assert k * most / 3 < found <= (k + 1) * most / 3


def test_of_packed_boards_the_difficult_ones_are_farther() -> None:
    options: dict[str, Any] = {"size": (3, 3), "empty": 2}
    far = [
        sum(distance(generate("sliding", distance=word, seed=k, **options)) or 0 for k in range(4))
        for word in generators.DIFFICULTIES
    ]
    assert far[0] < far[1] < far[2]


def test_random_tables_are_of_the_right_parity() -> None:
    """Every table of 2 x 3 that can be solved comes out, and no other."""
    made = {generate("tiles", size=(2, 3), seed=seed).start for seed in range(3000)}
    goal = generate("tiles", size=(2, 3))
    reached = {state for layer in layers(goal) for state in layer}
    assert made <= reached
    assert len(made) > 340


def test_starts_come_from_every_component_with_a_goal() -> None:
    """The start's own component has no goal; others have."""
    puzzle = sliding("ABC.", goal="CBA.", labelled="ABC")
    made = generate("sliding", kind="start", like=puzzle, seed=1)
    assert distance(made) in (1, 2, 3)


def test_a_peg_position_has_as_many_pegs_as_jumps_and_one() -> None:
    puzzle = generate("pegs", like="european", jumps=20, finish=(3, 4), seed=4)
    assert puzzle.start[0].bit_count() == 21
    assert puzzle.document()["finish"] == [3, 4]


def test_packings_cover_no_cell_twice() -> None:
    sizes = [(2, 2), (1, 2), (2, 1), (1, 2), (1, 3), (1, 2)]
    for seed in range(20):
        placed = pack((4, 5), sizes, Random(seed))  # noqa: S311  no secret
        assert [shape_of(place) for place in placed] == [rectangle(*size) for size in sizes]
        covered = [cell for place in placed for cell in place]
        assert len(covered) == len(set(covered)) == sum(map(len, placed))
        assert set(covered) <= rectangle(4, 5)


@pytest.mark.parametrize("seed", range(5))
def test_walls_are_drawn_on_the_board_and_in_the_goal(seed: int) -> None:
    puzzle = generate("sliding", size=(4, 4), walls=3, empty=2, seed=seed)
    board, goal = puzzle.document()["board"], puzzle.document()["goal"]
    walls = [k for k, char in enumerate(board) if char == "#"]
    assert (len(walls), board.count(".")) == (3, 2)
    assert all(goal[k] == "#" for k in walls)
    assert "with 3 walls" in puzzle.info.note


def test_walls_that_leave_no_room_are_drawn_again() -> None:
    """A standing bar of three cells and three walls: most choices of the walls bar it."""
    puzzle = generate("sliding", size=(3, 3), pieces=[(3, 1)], walls=3, seed=1)
    assert puzzle.document()["board"].count("A") == 3
    with pytest.raises(LimitReached, match="no packing with a goal in reach"):
        generate("sliding", size=(2, 3), pieces=[(2, 2)], walls=1)


@pytest.mark.parametrize(
    ("family", "options", "said"),
    [
        ("chess", {}, "family 'chess': expected one of cubes, frogs, pegs, sliding, tiles"),
        ("cubes", {"size": (2, 2)}, "option 'size' of 'cubes': expected some of cubes, kind"),
        ("tiles", {"size": (9, 9)}, "from 1 to 8"),
        ("tiles", {"size": 3}, "size 3"),
        ("tiles", {"size": (1, 1)}, "two cells at least"),
        ("tiles", {"kind": "odd"}, "expected one of random, start"),
        ("tiles", {"distance": 5}, "kind 'random' takes size, metric, not 'distance'"),
        ("tiles", {"kind": "start", "size": (2, 2), "distance": (9, 3)}, "distance 9-3"),
        ("tiles", {"kind": "start", "size": (2, 2), "distance": 7}, "the farthest is 6 moves away"),
        ("tiles", {"metric": "odd"}, "metric 'odd'"),
        ("frogs", {"frogs": 7}, "frogs 7"),
        ("frogs", {"frogs": (3, 9)}, "toads 9"),
        ("pegs", {"jumps": 32}, "jumps 32: expected a number from 1 to 31"),
        ("pegs", {"like": "strip2"}, "too small for a jump"),
        ("pegs", {"like": "round"}, "no board 'round'"),
        ("pegs", {"finish": (0, 0)}, "no such hole"),
        ("pegs", {"like": "strip5", "jumps": 3, "finish": (2, 0)}, "expected fewer jumps"),
        (
            "sliding",
            {"kind": "start", "like": "english-13"},
            "expected an instance of family 'sliding'",
        ),
        ("sliding", {"kind": "start"}, "like: expected an instance"),
        ("sliding", {"kind": "start", "like": 3}, "like 3: expected an instance"),
        ("sliding", {"like": "simplicity"}, "not 'like'"),
        ("sliding", {"pieces": [(2, 2)], "empty": 2}, "pieces and empty exclude each other"),
        ("sliding", {"pieces": [(9, 9)]}, "piece 9x9"),
        ("sliding", {"pieces": [(2, 2)] * 5}, "one empty cell at least"),
        ("sliding", {"size": (2, 3), "pieces": [(2, 2), (2, 1), (1, 2)]}, "one empty cell"),
        ("sliding", {"size": (3, 3), "pieces": [(2, 2), (2, 2)]}, "do not fit"),
        ("sliding", {"goal": (9, 9)}, "goal 9,9"),
        ("sliding", {"size": (2, 2), "walls": 3}, "walls 3: expected a number from 0 to 2"),
        ("sliding", {"size": (2, 2), "walls": 2, "empty": 2}, "empty 2: expected a number from 1"),
        ("sliding", {"pieces": [(2, 2)], "walls": 16}, "on 4 cells: expected one empty cell"),
        ("cubes", {"cubes": 2, "kind": "unique"}, "never have exactly one solution"),
    ],
)
def test_wishes_that_cannot_be_met(family: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(NotationError, match=re.escape(said)):
        generate(family, **options)


def test_what_is_not_found_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generators, "MOST_STATES", 1000)
    with pytest.raises(LimitReached, match="no packing with a goal in reach"):
        generate("sliding", size=(2, 2), pieces=[(1, 1), (1, 1), (1, 1)], distance=(50, 60))
    with pytest.raises(LimitReached, match=r"more than 1,000 states within \d+ moves"):
        generate("tiles", kind="start", size=(8, 8), distance=60)
