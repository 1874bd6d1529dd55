"""What the rules of every family promise: moves and successors, numbers, features, files."""

import re
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.capabilities import (
    chart,
    constructed_plan,
    goal_states,
    own_features,
    packed_moves,
    part,
    placements,
    tally,
)
from puzzleproof.models.errors import (
    InstanceError,
    NotationError,
    PuzzleProofError,
    Unsupported,
)
from puzzleproof.models.instances import dumps, library_names, load, loads
from puzzleproof.models.invariants import Vector
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding import rules
from puzzleproof.models.sliding.anchors import anchors_of
from puzzleproof.verify.bfs import layers
from tests.support import boards, every_family, tile_boards
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs

NAMED = every_family.WITH_TOURS
RANDOM = st.one_of(every_family.ANY, boards.puzzles(tours=True))
LARGE = (
    *("ane-rouge", "century", "century-and-a-half", "hifi", "mas-puzzle", "pennant", "rush-49"),
    *("simplicity2", "soap", "super-dries", "traffic-cop", "taquin-t1", "english-centre"),
    "frogs-3x3",
)
REARRANGES = ("sliding", "frogs", "tiles")
"""Families whose moves put nothing on the board and take nothing off."""


def some_states(puzzle: AnyPuzzle, number: int) -> list[State]:
    """The first states of a search from the start."""
    return list(islice((state for layer in layers(puzzle) for state in sorted(layer)), number))


def assert_promises(puzzle: AnyPuzzle, number: int) -> None:
    found = some_states(puzzle, number)
    for state in found:
        moves = list(puzzle.moves(state))
        after = {puzzle.canonical(puzzle.play(state, move)) for move in moves}
        assert len(set(moves)) == len(moves)
        assert after == set(puzzle.successors(state))
        assert [puzzle.parse_move(puzzle.format_move(move)) for move in moves] == moves
        back = [state in set(puzzle.successors(one)) for one in after]
        assert all(back) if puzzle.reversible else puzzle.family == "sliding" or not any(back)
    assert_packed(puzzle, found)
    assert loads(dumps(puzzle)) == puzzle


def assert_packed(puzzle: AnyPuzzle, found: list[State]) -> None:
    """Numbers below the bound, one for each state; any other number is refused."""
    numbers = [puzzle.pack(state) for state in found]
    top = 256**puzzle.pack_width
    assert len(set(numbers)) == len(found)
    assert max(numbers) < top
    assert list(map(puzzle.unpack, numbers)) == found
    for number in (-1, top, 10**60):
        with pytest.raises(ValueError, match="no state"):
            puzzle.unpack(number)
    for number in range(0, max(numbers), 1 + max(numbers) // 50):
        try:
            state = puzzle.unpack(number)
        except ValueError:
            continue
        assert puzzle.pack(state) == number
        assert puzzle.canonical(state) == state
        if puzzle.family in REARRANGES:
            assert Counter(puzzle.draw(state)) == Counter(puzzle.draw(puzzle.start))


@pytest.mark.parametrize("name", NAMED)
def test_small_instances(name: str) -> None:
    assert_promises(NAMED[name], 150)
    if NAMED[name].invariants:
        assert_features(NAMED[name], 150)


@given(RANDOM)
def test_random_instances(puzzle: AnyPuzzle) -> None:
    assert_promises(puzzle, 25)
    for metric in puzzle.metrics if puzzle.invariants else ():
        assert_features(puzzle.with_metric(metric), 25)


@pytest.mark.parametrize("name", LARGE)
def test_large_instances(name: str) -> None:
    """`successors` remembers moves, `moves` and `play` do not: tables rest on the first alone."""
    for metric in load(name).metrics:
        assert_promises(load(name).with_metric(metric), 120)


@pytest.mark.parametrize("name", ["ane-rouge", "mas-puzzle"])
def test_what_is_forgotten_is_asked_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "PLACES_KEPT", 5)
    for metric in load(name).metrics:
        assert_promises(load(name).with_metric(metric), 120)


@pytest.mark.parametrize("name", library_names())
def test_the_library_reads_back_and_has_its_sources(name: str) -> None:
    puzzle = load(name)
    with pytest.raises(InstanceError, match="metric 'knight': expected one of"):
        puzzle.with_metric("knight")
    assert loads(dumps(puzzle)) == puzzle
    assert all(row.source for row in puzzle.info.known)


def change(before: Vector, after: Vector) -> tuple[tuple[int, int], ...]:
    pairs = enumerate(zip(before, after, strict=True))
    return tuple((k, new - old) for k, (old, new) in pairs if new != old)


def assert_features(puzzle: AnyPuzzle, number: int) -> None:
    """Every step changes the features by one of the steps."""
    own = own_features(puzzle)
    assert own is not None
    assert own.start == own.vector(puzzle.start)
    assert len(set(own.steps)) == len(own.steps)
    met = set[tuple[tuple[int, int], ...]]()
    for state in some_states(puzzle, number):
        vector = own.vector(state)
        assert len(vector) == len(own.features)
        assert not puzzle.is_goal(state) or any(goal.holds(vector) for goal in own.goals)
        if own.step_is_move:
            after = (puzzle.play(state, move) for move in puzzle.moves(state))
            met |= {change(vector, own.vector(s)) for s in after}
    assert met <= set(own.steps)


def test_what_a_family_has_not_is_refused_or_empty() -> None:
    """Stacks of cubes are no sums and no graph."""
    cubes = load("instant-insanity")
    with pytest.raises(Unsupported, match="family 'cubes': a packed number is not a sum of terms"):
        part(cubes, 0, 0)
    assert (chart(cubes), tally(cubes, [])) == ("", {})
    none = (goal_states(cubes, 9), placements(cubes, 9), anchors_of(cubes), packed_moves(cubes))
    assert none == (None,) * 4
    assert not cubes.draws_whole_goals
    assert not constructed_plan(cubes)
    assert cubes.no_survey


NOT_MOVES: dict[str, tuple[AnyPuzzle, list[str]]] = {
    "sliding": (
        boards.sliding("A.B/..#", labelled="*"),
        [*("", "A", "AX", "Aee", "A E", "AEe", "A1", "E", "AE\n", "É", "A→", "ZE")],
    ),
    "pegs": (
        pegs(board="european", vacate=[3, 3], finish="any"),
        [
            *("", "17", "17-", "-17-19", "17 19", "17–19", "17-x", "1-" * 9, "17-19\n"),
            *("1-1234567890", "१-२"),
        ],
    ),
    "frogs": (
        frogs("FF.TT"),
        [
            *("", "1", "1-", "-1", "0-1", "01-2", "1-2-3", "1 - 2", "a-b", "1-2\n", "²-3"),
            *("1,1-1,2", "1" * 9 + "-2"),
        ],
    ),
    "tiles": (
        load("taquin-t1"),
        [*("", "O", "n", "N0", "N10", "NN", "2E", "N ", "N-1", "N²")],
    ),
    "cubes": (
        load("four-cubes"),
        [
            *("", "0", "0:frb", "0:FRBL", "0 frbl", "0:frblu", "x:frbl", "00:frbl", "0:frbl\n"),
            *("-1:frbl", "٠:frbl", "0:frlb", "0:ffbb", "0:abcd", "4:frbl"),
        ],
    ),
}
EXAMPLE = {"frogs": "'3-4'", "tiles": "expected the blank's direction", "cubes": "0"}
"""What an error shows beside the text."""


@pytest.mark.parametrize("family", NOT_MOVES)
def test_what_is_no_move_cannot_be_read(family: str) -> None:
    puzzle, texts = NOT_MOVES[family]
    for text in texts:
        with pytest.raises(NotationError, match=re.escape(repr(text))) as caught:
            puzzle.parse_move(text)
        assert EXAMPLE.get(family, "") in str(caught.value)
        assert isinstance(caught.value, (ValueError, PuzzleProofError))


NO_STATES: list[tuple[AnyPuzzle, list[int]]] = [
    (pegs(board="strip9", vacate=[0, 0], finish="any"), [-1, 1 << 9, 1 << 40]),
    (tile_boards.tiles("0 1/2 3"), [-1, 0, 0x0012, 0x01123, 0x10123, 0x0127, 0x1230 << 4]),
    (load("four-cubes"), [1, 5 << 16, (4 << 16) - 1, 256**3 - 1, (1 << 16) + 0x1110]),
]


@pytest.mark.parametrize(("puzzle", "numbers"), NO_STATES)
def test_a_number_of_no_state_is_refused(puzzle: AnyPuzzle, numbers: list[int]) -> None:
    for number in numbers:
        with pytest.raises(ValueError, match="no state"):
            puzzle.unpack(number)
