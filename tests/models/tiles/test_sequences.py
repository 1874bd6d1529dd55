"""Sequences that a search of sliding tiles may skip, and the automaton that skips them."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.models.drawing import COMPASS
from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.puzzle import Info, State
from puzzleproof.models.tiles.rules import TilesMove, TilesPuzzle
from puzzleproof.models.tiles.sequences import Automaton, automaton, forbidden_sequences, path_of
from puzzleproof.verify.bfs import layers
from tests.support.tile_boards import puzzles, tiles

FORBIDDEN = forbidden_sequences(6)
LONG = forbidden_sequences(8)


def play(puzzle: TilesPuzzle, word: str) -> State | None:
    """The table after a sequence; None where the blank would leave the board."""
    state = puzzle.start
    try:
        for letter in word:
            state = puzzle.play(state, TilesMove(letter))
    except IllegalMove:
        return None
    return state


def equivalent(first: str, second: str) -> bool:
    """Whether two sequences lead to the same table wherever both can be played."""
    return path_of(first).effect == path_of(second).effect


def replaces(instead: str, forbidden: str) -> bool:
    """Whether a search may skip the second sequence because it meets the first.

    It must come earlier (be shorter, or of the same length and first in the order N, E, S, W),
    have the same effect, and keep the blank inside the box of the other's path.
    """
    ranks = [(len(word), ["NESW".index(x) for x in word]) for word in (instead, forbidden)]
    (north, west, south, east), box = path_of(instead).box, path_of(forbidden).box
    inside = north >= box[0] and west >= box[1] and south <= box[2] and east <= box[3]
    return ranks[0] < ranks[1] and equivalent(instead, forbidden) and inside


def test_enosen_is_nesone() -> None:
    assert equivalent("ENWSEN", "NESWNE")
    state = tiles("1 2 3/4 5 6/0 7 8")
    assert play(state, "ENWSEN") == play(state, "NESWNE") is not None
    assert not equivalent("ENWSEN", "NESWNW")
    assert not equivalent("N", "")


def test_the_forbidden_sequences_up_to_six_letters() -> None:
    found = {one.forbidden: one.instead for one in FORBIDDEN}
    assert {word for word, instead in found.items() if not instead} == {"NS", "SN", "EW", "WE"}
    assert found["ENWSEN"] == "NESWNE"
    assert Counter(map(len, found)) == {2: 4, 6: 4}
    assert len(LONG) > len(FORBIDDEN)
    assert LONG[: len(FORBIDDEN)] == FORBIDDEN


def test_a_replacement_is_earlier_and_keeps_to_the_box() -> None:
    assert replaces("NESWNE", "ENWSEN")
    assert not replaces("ENWSEN", "NESWNE")
    assert not replaces("NE", "EN")
    assert not replaces("E", "E")
    for instead, forbidden in (("NSE", "EEW"), ("ENS", "EWE"), ("ESN", "EWE"), ("EEW", "WEE")):
        assert equivalent(instead, forbidden)
        assert not replaces(instead, forbidden)
        assert replaces("E", forbidden)


def allows(machine: Automaton, word: str) -> bool:
    """Whether a sequence has no forbidden part."""
    state = machine.start
    for letter in word:
        state = machine.step(state, COMPASS.index(letter))
        if state < 0:
            return False
    return True


@pytest.mark.parametrize("pair", LONG, ids=lambda pair: pair.forbidden)
def test_a_replacement_is_earlier_and_fits_wherever_the_forbidden_word_does(pair: object) -> None:
    """On every board up to 4 x 4, from every cell."""
    assert isinstance(pair, type(LONG[0]))
    assert replaces(pair.instead, pair.forbidden)
    for rows, columns in product(range(1, 5), repeat=2):
        size = rows * columns
        for blank in range(size if size > 1 else 0):
            labels = iter(range(1, size))
            start = tuple(0 if cell == blank else next(labels) for cell in range(size))
            puzzle = TilesPuzzle(Info(), "single", rows, columns, start, start)
            after = play(puzzle, pair.forbidden)
            assert after is None or play(puzzle, pair.instead) == after


def test_no_word_of_the_list_has_another_in_it() -> None:
    words = {one.forbidden for one in LONG}
    assert not any(a in b for a in words for b in words if a != b)


def test_the_list_is_complete() -> None:
    """All words of up to six letters that are allowed lead to different tables."""
    machine = automaton(one.forbidden for one in FORBIDDEN)
    side, words = 13, [""]
    labels = (*range(1, 85), 0, *range(85, side * side))
    puzzle = TilesPuzzle(Info(), "single", side, side, labels, labels)
    seen = {play(puzzle, "")}
    for _ in range(6):
        longer = (word + letter for word in words for letter in "NESW")
        words = [word for word in longer if allows(machine, word)]
        for word in words:
            state = play(puzzle, word)
            assert state not in seen, word
            seen.add(state)
    assert len(words) == 4 * 3**5 - 4


@settings(max_examples=settings().max_examples * 5)
@given(st.text("NESW", max_size=14))
def test_the_automaton_finds_a_forbidden_part_anywhere(word: str) -> None:
    for sequences in (FORBIDDEN, LONG, FORBIDDEN[:4]):
        words = [one.forbidden for one in sequences]
        assert allows(automaton(words), word) == (not any(part in word for part in words))


def test_the_automaton_says_minus_one_where_a_forbidden_word_ends() -> None:
    machine = automaton(["NS", "NES"])
    state = machine.step(machine.start, 0)
    assert machine.step(state, 2) == -1
    assert machine.step(machine.step(state, 1), 2) == -1
    assert allows(automaton([]), "NSNSNS")
    assert not allows(automaton([""]), "N")


def pruned_depths(puzzle: TilesPuzzle, words: list[str]) -> dict[State, int]:
    """The least depth at which a search that skips the words meets each table."""
    machine = automaton(words)
    layer, found = {(puzzle.start, machine.start)}, dict[State, int]()
    seen, depth = set(layer), 0
    while layer:
        for state, _ in layer:
            found.setdefault(state, depth)
        after: set[tuple[State, int]] = set()
        for state, reading in layer:
            for move in puzzle.moves(state):
                read = machine.step(reading, "NESW".index(move.direction))
                if read >= 0:
                    after.add((puzzle.play(state, move), read))
        layer, depth = after - seen, depth + 1
        seen |= layer
    return found


@pytest.mark.parametrize("words", [FORBIDDEN, LONG], ids=["six letters", "eight letters"])
@pytest.mark.parametrize("board", ["0 1/2 3", "0 1 2/3 4 5", "1 2/0 3/4 5", "1 0 2 3"])
def test_pruning_loses_no_shortest_plan(board: str, words: tuple[object, ...]) -> None:
    puzzle = tiles(board)
    forbidden = [one.forbidden for one in LONG if one in words]
    depths = pruned_depths(puzzle, forbidden)
    assert depths == {s: d for d, layer in enumerate(layers(puzzle)) for s in layer}


def test_pruning_by_a_word_too_many_loses_plans() -> None:
    puzzle = tiles("0 1 2/3 4 5")
    forbidden = [one.forbidden for one in FORBIDDEN] + ["NESWNE"]
    assert pruned_depths(puzzle, forbidden) != pruned_depths(puzzle, forbidden[:-1])


@given(puzzles(), st.text("NESW", max_size=8), st.text("NESW", max_size=8))
def test_equivalent_sequences_lead_to_one_table(
    puzzle: TilesPuzzle, first: str, second: str
) -> None:
    puzzle = puzzle.with_metric("single")
    one, other = play(puzzle, first), play(puzzle, second)
    assume(one is not None and other is not None)
    if equivalent(first, second):
        assert one == other
