"""Searches on arrays meet the states that the rules meet, layer by layer."""

from collections.abc import Callable
from itertools import chain, islice, zip_longest
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzleproof.models.arrays.numbers import ActionBoard, LineBoard, number_board
from puzzleproof.models.errors import InternalError
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.arrays.search import array_search
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.survey import counted
from tests.support import boards, frog_boards, peg_boards, tile_boards
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

SUBJECTS: dict[str, AnyPuzzle] = {
    **{name: puzzle for name, puzzle in boards.SMALL.items() if not puzzle.tour},
    **{f"frogs, {name}": puzzle for name, puzzle in frog_boards.SMALL.items()},
    "tiles": tiles("1 2 3 / 4 5 0"),
    "tiles, multi": tiles("1 2 3 / 4 5 0", "multi"),
    "a line of tiles": tiles("1 0 2 3", "multi"),
    "pegs": pegs(board="triangle5", vacate=[1, 1], finish="any"),
    "pegs, jumps": pegs("jump", board="triangle4", vacate=[2, 1], finish="any"),
}


def compare(puzzle: AnyPuzzle) -> None:
    found = array_search(puzzle)
    assert found is not None
    start = [puzzle.canonical(puzzle.start)]
    assert list(found(start)) == list(counted(puzzle, start))


@pytest.mark.parametrize("name", SUBJECTS)
def test_layers_of_arrays_are_those_of_the_rules(name: str) -> None:
    compare(SUBJECTS[name])


MANY = 3_000
"""States of a random board that are compared, at most."""
OTHERS = (frog_boards.puzzles(), peg_boards.puzzles(), tile_boards.puzzles(3))


@given(st.one_of(boards.puzzles(tours=False), *OTHERS))
def test_random_boards(puzzle: AnyPuzzle) -> None:
    found, total = array_search(puzzle), 0
    assert found is not None
    start = [puzzle.canonical(puzzle.start)]
    by_rules = counted(puzzle, start)
    for one, other in zip_longest(islice(found(start), 12), islice(by_rules, 12)):
        assert one == other
        total += other[0]
        assume(total < MANY)


def test_parts_of_a_layer_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzleproof.models.arrays.board.CHUNK", 3)
    for name in ("walls", "tiles", "pegs", "frogs, board"):
        compare(SUBJECTS[name])


@pytest.mark.parametrize("kind", [ActionBoard, LineBoard])
def test_a_move_that_is_missing_is_noticed(
    kind: type[ActionBoard | LineBoard], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug of the arrays, made here: they miss the last of the moves."""
    whole: Callable[[Any, Any], Any] = kind.arcs

    def bent(board: Any, keys: Any) -> Any:
        *found, (after, at) = (arc for arc in whole(board, keys) if len(arc[0]))
        return [*found, (after[:-1], at[:-1])]

    monkeypatch.setattr(kind, "arcs", bent)
    puzzle = SUBJECTS["pegs" if kind is ActionBoard else "tiles"]
    found = array_search(puzzle)
    assert found is not None
    with pytest.raises(InternalError, match="arrays and the rules disagree about moves"):
        list(found([puzzle.canonical(puzzle.start)]))


def test_states_that_are_no_words_have_no_arrays() -> None:
    for puzzle in (load("instant-insanity"), boards.SMALL["tour in sequence"]):
        assert array_search(puzzle) is None
    assert array_search(load("korf-01")) is None  # 64 bits
    assert array_search(frogs("F" * 20 + "." + "T" * 20)) is None


def test_a_goal_that_is_not_seen_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_boards: Any, keys: Any) -> Any:
        return keys < 0

    monkeypatch.setattr(LineBoard, "is_goal", none)
    puzzle = tiles("0 1 / 2 3")
    found = array_search(puzzle)
    assert found is not None
    with pytest.raises(InternalError, match="arrays and the rules disagree about goals"):
        list(found([puzzle.canonical(puzzle.start)]))


def test_of_moves_both_ways_no_state_is_a_dead_end() -> None:
    compare(frogs("F#.", goal="F#.", backward=True))


BOARDS = [
    tiles("0 1 / 2 3", goal="0 1\n2 3"),
    tiles("0 1 2 / 3 4 5", goal="0 1 2\n3 4 5"),
    *(frogs("FF.\n.TT", goal="TT.\n.FF"), frogs("FF#.T", goal="T.#FF"), load("triangle-4")),
]


@pytest.mark.parametrize("puzzle", BOARDS, ids=str)
def test_numbers_are_those_that_the_rules_unpack(puzzle: AnyPuzzle) -> None:
    chance = Random(1)  # noqa: S311
    boards = number_board(puzzle)
    assert boards is not None
    states = list(chain.from_iterable(layers(puzzle)))
    for _ in range(2000):
        number = puzzle.pack(chance.choice(states))
        number ^= chance.choice([0, 1 << chance.randrange(64), chance.getrandbits(28)])
        among = np.array([puzzle.pack(states[0]), number], np.uint64)
        try:
            puzzle.unpack(number)
        except ValueError as error:
            with pytest.raises(ValueError, match=f"^record {number}: {error}$"):
                boards.keys(among)
        else:
            assert boards.keys(among).tolist() == among.tolist()
